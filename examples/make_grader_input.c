/*
 * For setters of BOI 2014, Cop and Robber: makes a complete grader input from a matrix.
 *
 *     make_grader_input < matrix.txt > test.in
 *
 * Reads N and N rows of N zeros and ones. Writes them back, then 1 if the cop can win, else 0, and if he can, the robber's
 * table, which makes the robber hold out as long as can be: row c, column r says where he goes from r with the cop on c, and
 * the last column where he starts when the cop starts on c.
 */
#include "example.h"
#include "pursuit.h"

enum { MOST_CORNERS = 500 };

typedef struct town {
    int32_t corners;
    unsigned char *streets; /* corners x corners, 1 where a street leads from the row's corner to the column's */
} town;

static int read_town(FILE *file, town *read) {
    if (fscanf(file, "%" SCNd32, &read->corners) != 1 || read->corners < 1 || read->corners > MOST_CORNERS) {
        fprintf(stderr, "the input must begin with a number of corners, 1 to %d\n", MOST_CORNERS);
        return 0;
    }
    const size_t n = (size_t)read->corners;
    read->streets = malloc(n * n);
    if (read->streets == NULL) {
        fputs("out of memory\n", stderr);
        return 0;
    }
    for (size_t at = 0; at < n * n; at++) {
        int street;
        if (fscanf(file, "%d", &street) != 1 || (street != 0 && street != 1)) {
            fprintf(stderr, "row %zu, column %zu of the matrix is neither 0 nor 1\n", at / n, at % n);
            return 0;
        }
        read->streets[at] = (unsigned char)street;
    }
    return 1;
}

static void print_town(const town *written) {
    const int32_t n = written->corners;
    printf("%" PRId32 "\n", n);
    for (int32_t at = 0; at < n * n; at++) {
        printf("%d%c", written->streets[at], at % n == n - 1 ? '\n' : ' ');
    }
}

/* The cop may wait, the robber must move. */
static int solve(const town *solved, pursuit_solution **solution) {
    pursuit_game *game = NULL;
    const int done =
        ok(pursuit_game_new_matrix(solved->corners, solved->streets, (size_t)solved->corners, &game)) &&
        ok(pursuit_game_allow_stay(game, PURSUIT_PURSUER, 1)) && ok(pursuit_game_solve(game, solution));
    pursuit_game_free(game);
    return done;
}

/* `flees` is the library's table, [robber][cop]; the grader's is [cop][robber]. */
static void print_table(int32_t n, const int32_t *flees, const pursuit_start *starts) {
    for (int32_t cop = 0; cop < n; cop++) {
        for (int32_t robber = 0; robber < n; robber++) {
            const int32_t to = flees[(size_t)robber * (size_t)n + (size_t)cop];
            /* Caught he goes nowhere; the grader doesn't look there. */
            printf("%" PRId32 " ", robber == cop ? robber : to);
        }
        printf("%" PRId32 "\n", starts[cop].evader);
    }
}

static int print_robber(const pursuit_solution *solution, int32_t n) {
    const size_t positions = (size_t)n * (size_t)n;
    int32_t *flees = malloc(positions * sizeof *flees);
    pursuit_start *starts = malloc((size_t)n * sizeof *starts);
    int done = flees != NULL && starts != NULL;
    if (!done) {
        fputs("out of memory\n", stderr);
    }
    done = done && ok(pursuit_solution_export(solution, PURSUIT_EVADER, positions, NULL, NULL, flees)) &&
           ok(pursuit_solution_starts(solution, PURSUIT_PURSUER, starts, (size_t)n));
    if (done) {
        print_table(n, flees, starts);
    }
    free(starts);
    free(flees);
    return done;
}

int main(void) {
    town input = {0, NULL};
    pursuit_solution *solution = NULL;
    pursuit_start best;
    int done = read_town(stdin, &input) && solve(&input, &solution) &&
               ok(pursuit_solution_best_start(solution, PURSUIT_PURSUER, &best));
    if (done) {
        const int cop_can_win = best.outcome == PURSUIT_PURSUER_WINS;
        print_town(&input);
        printf("%d\n", cop_can_win);
        done = (!cop_can_win || print_robber(solution, input.corners)) && printed_all();
    }
    pursuit_solution_free(solution);
    free(input.streets);
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
