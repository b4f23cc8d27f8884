/*
 * Cat and mouse from every start: LeetCode 913 has the mouse on 1 and the cat on 2, this program has them anywhere.
 *
 *     arbitrary_starts HOLE < graph.json              who wins from each pair of starts
 *     arbitrary_starts HOLE MOUSE CAT < graph.json    the game from one pair, move by move
 *
 * One solve answers for all starts: every position that a game could come to is a start of another game.
 */
#include "example.h"
#include "json.h"
#include "pursuit.h"

/* The mouse wins on the hole, and the cat may not enter it. */
static int solve(const csr *graph, int32_t hole, pursuit_solution **solution) {
    pursuit_game *game = NULL;
    const int solved = ok(pursuit_game_new(graph->nodes, graph->row_offsets, graph->column_indices, &game)) &&
                       ok(pursuit_game_set_goal(game, PURSUIT_EVADER, hole, 1)) &&
                       ok(pursuit_game_set_forbidden(game, PURSUIT_PURSUER, hole, 1)) &&
                       ok(pursuit_game_solve(game, solution));
    pursuit_game_free(game);
    return solved;
}

static void print_cell(int32_t outcome, int32_t distance) {
    if (outcome == PURSUIT_DRAW) {
        fputs("  draw", stdout);
    } else {
        char text[16];
        snprintf(text, sizeof text, "%c%" PRId32, outcome == PURSUIT_EVADER_WINS ? 'm' : 'c', distance);
        printf("%6s", text);
    }
}

/* A row for each of the mouse's starts, a column for each of the cat's. Both start outside the hole, and apart. */
static void print_starts(int32_t n, int32_t hole, const int8_t *outcomes, const int32_t *distances) {
    long count[3] = {0, 0, 0};
    puts("The mouse moves first. m3: the mouse wins in 3 plies, c8: the cat wins in 8.\n");
    fputs("mouse\\cat", stdout);
    for (int32_t cat = 0; cat < n; cat++) {
        if (cat != hole) {
            printf("%6" PRId32, cat);
        }
    }
    putchar('\n');
    for (int32_t mouse = 0; mouse < n; mouse++) {
        if (mouse == hole) {
            continue;
        }
        printf("%9" PRId32, mouse);
        for (int32_t cat = 0; cat < n; cat++) {
            const size_t at = (size_t)mouse * (size_t)n + (size_t)cat;
            if (cat == mouse) {
                fputs("     -", stdout);
            } else if (cat != hole) {
                print_cell(outcomes[at], distances[at]);
                count[outcomes[at]]++;
            }
        }
        putchar('\n');
    }
    printf("\nOf %ld starts the mouse wins %ld and the cat %ld; draws: %ld.\n", count[0] + count[1] + count[2],
           count[PURSUIT_EVADER_WINS], count[PURSUIT_PURSUER_WINS], count[PURSUIT_DRAW]);
}

static int every_start(const pursuit_solution *solution, int32_t hole) {
    int32_t n = 0;
    if (!ok(pursuit_solution_node_count(solution, &n))) {
        return 0;
    }
    const size_t positions = (size_t)n * (size_t)n;
    int8_t *outcomes = malloc(positions * sizeof *outcomes);
    int32_t *distances = malloc(positions * sizeof *distances);
    int done = outcomes != NULL && distances != NULL;
    if (!done) {
        fputs("out of memory\n", stderr);
    }
    done = done && ok(pursuit_solution_export(solution, PURSUIT_EVADER, positions, outcomes, distances, NULL));
    if (done) {
        print_starts(n, hole, outcomes, distances);
    }
    free(outcomes);
    free(distances);
    return done;
}

enum { PLIES_OF_A_DRAW = 12 };

/* Both play the library's best moves to the end. A drawn game has none: its first plies are shown. */
static int one_start(const pursuit_solution *solution, int32_t mouse, int32_t cat) {
    pursuit_value value;
    if (!ok(pursuit_solution_probe(solution, mouse, cat, PURSUIT_EVADER, &value))) {
        return 0;
    }
    printf("mouse on %" PRId32 ", cat on %" PRId32 ": ", mouse, cat);
    print_result(value.outcome, value.distance, "mouse", "cat");
    putchar('\n');
    const int32_t shown = value.outcome == PURSUIT_DRAW ? PLIES_OF_A_DRAW : value.distance;
    for (int32_t ply = 0; ply < shown; ply++) {
        const int32_t to_move = ply % 2 == 0 ? PURSUIT_EVADER : PURSUIT_PURSUER;
        int32_t *token = to_move == PURSUIT_EVADER ? &mouse : &cat;
        if (!ok(pursuit_solution_probe(solution, mouse, cat, to_move, &value))) {
            return 0;
        }
        printf("%5" PRId32 ". %-5s %" PRId32 " -> %" PRId32 "\n", ply + 1, to_move == PURSUIT_EVADER ? "mouse" : "cat",
               *token, value.best_move);
        *token = value.best_move;
    }
    return 1;
}

int main(int arguments, char **argument) {
    if (arguments != 2 && arguments != 4) {
        fprintf(stderr, "usage: %s HOLE [MOUSE CAT] < graph.json\n", argument[0]);
        return EXIT_FAILURE;
    }
    csr graph = {0};
    pursuit_solution *solution = NULL;
    int32_t hole, mouse = 0, cat = 0;
    const int done = read_argument(argument[1], &hole) &&
               (arguments == 2 || (read_argument(argument[2], &mouse) && read_argument(argument[3], &cat))) &&
               json_lone_graph(stdin, &graph) && solve(&graph, hole, &solution) &&
               (arguments == 2 ? every_start(solution, hole) : one_start(solution, mouse, cat)) && printed_all();
    pursuit_solution_free(solution);
    csr_free(&graph);
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
