/*
 * Cat and mouse with several holes: does another hole help the mouse?
 *
 *     several_holes HOLE... < graph.json
 *
 * The mouse starts on 1 and moves first, the cat on 2, as in LeetCode 913. Prints what comes of each hole alone, and of all
 * of them together. The cat may enter none.
 */
#include "example.h"
#include "json.h"
#include "pursuit.h"

enum { MOUSE = 1, CAT = 2 };

/* `base` is the game without holes. A clone gets them, so that the next question starts from the base again. */
static int solve_with_holes(const pursuit_game *base, int holes, const int32_t *hole, pursuit_value *value) {
    pursuit_game *game = NULL;
    pursuit_solution *solution = NULL;
    int done = ok(pursuit_game_clone(base, &game));
    for (int at = 0; done && at < holes; at++) {
        done = ok(pursuit_game_set_goal(game, PURSUIT_EVADER, hole[at], 1)) &&
               ok(pursuit_game_set_forbidden(game, PURSUIT_PURSUER, hole[at], 1));
    }
    done = done && ok(pursuit_game_solve(game, &solution)) &&
           ok(pursuit_solution_probe(solution, MOUSE, CAT, PURSUIT_EVADER, value));
    pursuit_solution_free(solution);
    pursuit_game_free(game);
    return done;
}

static int print_comparison(const csr *graph, int holes, const int32_t *hole) {
    pursuit_game *base = NULL;
    pursuit_value value;
    int done = ok(pursuit_game_new(graph->nodes, graph->row_offsets, graph->column_indices, &base));
    for (int at = 0; done && at < holes; at++) {
        done = solve_with_holes(base, 1, &hole[at], &value);
        if (done) {
            printf("hole %" PRId32 " alone: ", hole[at]);
            print_result(value.outcome, value.distance, "mouse", "cat");
            putchar('\n');
        }
    }
    done = done && solve_with_holes(base, holes, hole, &value);
    if (done) {
        fputs("all together: ", stdout);
        print_result(value.outcome, value.distance, "mouse", "cat");
        putchar('\n');
    }
    pursuit_game_free(base);
    return done;
}

int main(int arguments, char **argument) {
    if (arguments < 2) {
        fprintf(stderr, "usage: %s HOLE... < graph.json\n", argument[0]);
        return EXIT_FAILURE;
    }
    csr graph = {0};
    const int holes = arguments - 1;
    int32_t *hole = malloc((size_t)holes * sizeof *hole);
    int done = hole != NULL;
    for (int at = 0; done && at < holes; at++) {
        done = read_argument(argument[at + 1], &hole[at]);
    }
    done = done && json_lone_graph(stdin, &graph) && print_comparison(&graph, holes, hole) && printed_all();
    csr_free(&graph);
    free(hole);
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
