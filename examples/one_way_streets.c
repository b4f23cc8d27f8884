/*
 * Cop and robber in a town of one-way streets: where must the cop start, and what would two-way streets change?
 *
 *     one_way_streets < streets.json
 *
 * streets[x] lists the corners that a street leads to from x. The cop goes first and may wait, the robber must move. With
 * two-way streets in a connected town either every corner is a winning start or none is; one-way streets tell them apart.
 */
#include "example.h"
#include "json.h"
#include "pursuit.h"

/* The robber's best answer to each of the cop's starts. Takes the game over and frees it. */
static pursuit_start *solve_starts(pursuit_game *game, int32_t n) {
    pursuit_solution *solution = NULL;
    pursuit_start *starts = malloc((size_t)n * sizeof *starts);
    const int solved = starts != NULL && ok(pursuit_game_allow_stay(game, PURSUIT_PURSUER, 1)) &&
                       ok(pursuit_game_solve(game, &solution)) &&
                       ok(pursuit_solution_starts(solution, PURSUIT_PURSUER, starts, (size_t)n));
    pursuit_solution_free(solution);
    pursuit_game_free(game);
    if (!solved) {
        free(starts);
        return NULL;
    }
    return starts;
}

/* As the streets are: each row of the graph lists only where a street leads to. */
static pursuit_game *one_way(const csr *streets) {
    pursuit_game *game = NULL;
    ok(pursuit_game_new(streets->nodes, streets->row_offsets, streets->column_indices, &game));
    return game;
}

/* Every street in both directions, through a matrix of bytes: entry (x, y) is nonzero if a street leads from x to y. */
static pursuit_game *two_way(const csr *streets) {
    const size_t n = (size_t)streets->nodes;
    pursuit_game *game = NULL;
    unsigned char *matrix = calloc(n, n);
    if (matrix == NULL) {
        fputs("out of memory\n", stderr);
        return NULL;
    }
    for (size_t x = 0; x < n; x++) {
        for (int32_t at = streets->row_offsets[x]; at < streets->row_offsets[x + 1]; at++) {
            const size_t y = (size_t)streets->column_indices[at];
            matrix[x * n + y] = 1;
            matrix[y * n + x] = 1;
        }
    }
    ok(pursuit_game_new_matrix(streets->nodes, matrix, n, &game));
    free(matrix);
    return game;
}

static void print_start(const pursuit_start *start) {
    char text[32] = "escapes";
    if (start->outcome == PURSUIT_PURSUER_WINS) {
        snprintf(text, sizeof text, "%" PRId32 " %s", start->distance, plies(start->distance));
    }
    printf("%14s", text);
}

static int print_comparison(const csr *streets) {
    /* The first game checks the streets: the second may then rely on corners that exist. */
    pursuit_game *as_they_are = one_way(streets);
    pursuit_start *now = as_they_are == NULL ? NULL : solve_starts(as_they_are, streets->nodes);
    pursuit_game *both_ways = now == NULL ? NULL : two_way(streets);
    pursuit_start *then = both_ways == NULL ? NULL : solve_starts(both_ways, streets->nodes);
    if (then != NULL) {
        printf("%-12s%14s%14s\n", "cop starts", "one-way", "two-way");
        for (int32_t corner = 0; corner < streets->nodes; corner++) {
            printf("on %-9" PRId32, corner);
            print_start(&now[corner]);
            print_start(&then[corner]);
            putchar('\n');
        }
    }
    const int done = then != NULL;
    free(then);
    free(now);
    return done;
}

int main(void) {
    csr streets = {0};
    const int done = json_lone_graph(stdin, &streets) && print_comparison(&streets) && printed_all();
    csr_free(&streets);
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
