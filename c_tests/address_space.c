/*
 * A large game in an address space that may be too small for it: it is solved, or refused with PURSUIT_ERR_NO_MEMORY, and
 * either way the game stays usable and small games work. Run it under `ulimit -v`.
 *
 * Usage: address_space nodes threads. Prints "solved" or "refused", or each check that fails; exit status 0 if none does.
 */
#include "check.h"
#include "path.h"

static int carry_out(const char *what, int32_t status) {
    check(status == PURSUIT_OK || status == PURSUIT_ERR_NO_MEMORY, "%s: status %d (%s)", what, (int)status,
          pursuit_last_error());
    check(status == PURSUIT_OK || strstr(pursuit_last_error(), "memory") != NULL, "%s: \"%s\"", what, pursuit_last_error());
    return status == PURSUIT_OK;
}

/* On a path of three the cop wins at once from the middle. */
static void a_small_game_works(void) {
    static const int32_t offsets[] = {0, 1, 3, 4}, columns[] = {1, 0, 2, 1};
    pursuit_game *game = NULL;
    pursuit_solution *solution = NULL;
    pursuit_start best = {0, 0, 0, 0};
    expect_ok("a small game", pursuit_game_new(3, offsets, columns, &game));
    expect_ok("its cop may wait", pursuit_game_allow_stay(game, PURSUIT_PURSUER, 1));
    expect_ok("it is solved", pursuit_game_solve(game, &solution));
    expect_ok("its best start", pursuit_solution_best_start(solution, PURSUIT_PURSUER, &best));
    check(best.distance == 1 && best.pursuer == 1, "%d plies from %d", (int)best.distance, (int)best.pursuer);
    pursuit_solution_free(solution);
    pursuit_game_free(game);
}

/* A path, where the cop wins from anywhere: the worst position takes 2(n - 2) plies with the cop to move. */
static int a_long_path(int32_t n, int32_t threads) {
    int32_t *offsets = malloc((size_t)(n + 1) * sizeof *offsets), *columns = malloc(2 * (size_t)n * sizeof *columns);
    if (offsets == NULL || columns == NULL) {
        return 0;
    }
    fill_path(n, offsets, columns);
    pursuit_game *game = NULL;
    pursuit_solution *solution = NULL;
    int32_t outcome = -1;
    int solved = 0;
    if (carry_out("a large game", pursuit_game_new(n, offsets, columns, &game))) {
        expect_ok("its cop may wait", pursuit_game_allow_stay(game, PURSUIT_PURSUER, 1));
        expect_ok("its threads", pursuit_game_set_threads(game, threads));
        solved = carry_out("solving a large game", pursuit_game_solve(game, &solution));
        check(solved == (solution != NULL), "a refused call wrote to its out-parameter");
        a_small_game_works();
        if (solved) {
            pursuit_summary summary = {0, 0, 0, 0};
            expect_ok("the summary", pursuit_solution_summary(solution, PURSUIT_PURSUER, &summary));
            check(summary.longest == 2 * (int64_t)(n - 2), "the longest game takes %d plies", (int)summary.longest);
            pursuit_solution_free(solution);
        }
        if (carry_out("deciding a large game", pursuit_game_decide(game, n - 1, 0, PURSUIT_PURSUER, &outcome))) {
            check(outcome == PURSUIT_PURSUER_WINS, "outcome %d", (int)outcome);
        }
        pursuit_game_free(game);
    }
    free(columns);
    free(offsets);
    return solved;
}

int main(int count, char **arguments) {
    if (count != 3) {
        return 2;
    }
    a_small_game_works();
    const int solved = a_long_path(atoi(arguments[1]), atoi(arguments[2]));
    a_small_game_works();
    puts(solved ? "solved" : "refused");
    return failed_checks == 0 ? 0 : 1;
}
