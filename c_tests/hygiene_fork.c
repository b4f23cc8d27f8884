/*
 * A process forks after it has used the library, and both sides go on using it: games, solutions and the grader's game
 * made before the fork, and new ones with several threads. Prints each check that fails; exit status 0 if none does.
 */
#define _GNU_SOURCE
#include "path.h"
#include "ring_game.h"

#include <sys/wait.h>
#include <unistd.h>

typedef unsigned char grader_row[500];
int start(int n, grader_row *a);
int nextMove(int r);

static pursuit_game *game;
static pursuit_solution *solution;

static void solve_again(void) {
    pursuit_solution *again = solved(game);
    pursuit_value value = {0, 0, 0};
    expect_ok("probe", pursuit_solution_probe(again, 0, 2, PURSUIT_PURSUER, &value));
    check(value.outcome == PURSUIT_PURSUER_WINS && value.distance == 3, "%d plies on a ring of four", (int)value.distance);
    pursuit_solution_free(again);
}

/* A path so long that the library shares the work out among threads. */
static void solve_a_long_path(void) {
    int32_t offsets[LONG_PATH + 1], columns[2 * LONG_PATH];
    fill_path(LONG_PATH, offsets, columns);
    pursuit_game *path = NULL;
    pursuit_summary summary = {0, 0, 0, 0};
    expect_ok("a long path", pursuit_game_new(LONG_PATH, offsets, columns, &path));
    expect_ok("its cop may wait", pursuit_game_allow_stay(path, PURSUIT_PURSUER, 1));
    expect_ok("two threads", pursuit_game_set_threads(path, 2));
    pursuit_solution *solved_path = solved(path);
    expect_ok("summary", pursuit_solution_summary(solved_path, PURSUIT_PURSUER, &summary));
    check(summary.longest == 2 * (LONG_PATH - 2), "%d plies on a long path", (int)summary.longest);
    pursuit_solution_free(solved_path);
    pursuit_game_free(path);
}

/* The cop stands on 0, as he did before the fork. */
static void play_on(void) {
    check(nextMove(2) == 0 && nextMove(3) == 3, "the grader's game goes on");
    pursuit_value value = {0, 0, 0};
    expect_ok("probe", pursuit_solution_probe(solution, 1, 0, PURSUIT_PURSUER, &value));
    check(value.distance == 1, "%d plies", (int)value.distance);
}

static void fork_and_use(int depth) {
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        alarm(20);
        check(strstr(pursuit_last_error(), "99") != NULL, "the last error is the parent's: %s", pursuit_last_error());
        play_on();
        solve_again();
        if (depth % 4 == 0) {
            solve_a_long_path();
        }
        if (depth > 0) {
            static grader_row triangle[3] = {{0, 1, 1}, {1, 0, 1}, {1, 1, 0}};
            check(start(3, triangle) == 0 && nextMove(2) == 2, "a new game in the child");
        }
        check(start(0, NULL) == -1, "the game ends in the child");
        pursuit_solution_free(solution);
        pursuit_game_free(game);
        fflush(NULL);
        _exit(failed_checks == 0 ? 0 : 1);
    }
    int status = -1;
    check(child > 0 && waitpid(child, &status, 0) == child && status == 0, "the child ends with status %d", status);
}

int main(void) {
    static grader_row ring[N];
    for (int x = 0; x < N; x++) {
        ring[x][(x + 1) % N] = ring[x][(x + N - 1) % N] = 1;
    }
    game = ring_game(1);
    expect_ok("the robber must move", pursuit_game_allow_stay(game, PURSUIT_EVADER, 0));
    expect_ok("two threads", pursuit_game_set_threads(game, 2));
    solution = solved(game);
    solve_a_long_path();
    int32_t outcome;
    expect_failure("a bad node", pursuit_game_decide(game, 99, 0, PURSUIT_EVADER, &outcome), PURSUIT_ERR_NODE, FIGURES(99));
    check(start(N, ring) == 0, "the grader's game");
    for (int depth = 0; depth < 20; depth++) {
        fork_and_use(depth);
    }
    play_on();
    solve_again();
    pursuit_solution_free(solution);
    pursuit_game_free(game);
    return failed_checks == 0 ? 0 : 1;
}
