/*
 * Eight threads hammer the library at once: they solve one game and games of their own, ask one solution, play the grader's
 * game, and fail in ways of their own. Results are right, errors stay in the thread that made them.
 *
 * Usage: threads [rounds [apart]]. Prints each check that fails; exit status 0 if none does. With "apart" the threads
 * have nothing to wait for each other about: no grader's game, and no work that the library shares out among threads of its
 * own. Some tools do not know the locks and the atomic counters by which that is done.
 */
#include "path.h"
#include "pursuit.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 8, SIDE = 6, NODES = SIDE * SIDE, RING = 9, LARGEST_CLIQUE = 9, MAX_N = 500 };

/* The cop wins an m x m grid in 2 (m/2 + m/2) - 1 plies from his best start, and never wins a ring of five or more. */
enum { GRID_PLIES = 4 * (SIDE / 2) - 1 };

typedef unsigned char grader_row[MAX_N];
int start(int n, grader_row *a);
int nextMove(int r);

static pthread_mutex_t printing = PTHREAD_MUTEX_INITIALIZER;
static int failed_checks;

static void check(int holds, const char *what, ...) {
    if (holds) {
        return;
    }
    va_list figures;
    va_start(figures, what);
    pthread_mutex_lock(&printing);
    fputs("FAILED ", stdout);
    vprintf(what, figures);
    printf(" (last status %d: %s)\n", (int)pursuit_last_status(), pursuit_last_error());
    failed_checks++;
    pthread_mutex_unlock(&printing);
    va_end(figures);
}

/* What all threads share: a game, its solution, and the table that one thread got out of it. */
static pursuit_game *shared_game;
static pursuit_solution *shared_solution;
static int32_t distances[NODES * NODES], best_moves[NODES * NODES];
static int8_t outcomes[NODES * NODES];
static grader_row clique[LARGEST_CLIQUE], ring_of_five[5];

static pursuit_game *grid_game(void) {
    static const int step[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    int32_t offsets[NODES + 1] = {0}, columns[4 * NODES];
    int32_t arcs = 0;
    for (int x = 0; x < NODES; x++) {
        for (int at = 0; at < 4; at++) {
            const int column = x % SIDE + step[at][0], row = x / SIDE + step[at][1];
            if (column >= 0 && column < SIDE && row >= 0 && row < SIDE) {
                columns[arcs++] = row * SIDE + column;
            }
        }
        offsets[x + 1] = arcs;
    }
    pursuit_game *game = NULL;
    check(pursuit_game_new(NODES, offsets, columns, &game) == PURSUIT_OK, "a game on a grid");
    check(pursuit_game_allow_stay(game, PURSUIT_PURSUER, 1) == PURSUIT_OK, "the cop may wait");
    return game;
}

static pursuit_game *ring_game(void) {
    int32_t offsets[RING + 1] = {0}, columns[2 * RING];
    for (int32_t x = 0; x < RING; x++) {
        columns[2 * x] = (x + 1) % RING;
        columns[2 * x + 1] = (x + RING - 1) % RING;
        offsets[x + 1] = 2 * (x + 1);
    }
    pursuit_game *game = NULL;
    check(pursuit_game_new(RING, offsets, columns, &game) == PURSUIT_OK, "a game on a ring");
    check(pursuit_game_allow_stay(game, PURSUIT_PURSUER, 1) == PURSUIT_OK, "the cop may wait");
    return game;
}

static void solve_the_shared_game(void) {
    pursuit_solution *solution = NULL;
    pursuit_start best = {0, 0, 0, 0};
    check(pursuit_game_solve(shared_game, &solution) == PURSUIT_OK, "solving the shared game");
    check(pursuit_solution_best_start(solution, PURSUIT_PURSUER, &best) == PURSUIT_OK, "its best start");
    check(best.outcome == PURSUIT_PURSUER_WINS && best.distance == GRID_PLIES, "the grid takes %d plies", (int)best.distance);
    check(pursuit_solution_verify(solution, NULL, NULL) == PURSUIT_OK, "its solution verified");
    pursuit_solution_free(solution);
}

static void solve_a_game_of_its_own(int threads) {
    pursuit_game *game = ring_game(), *copy = NULL;
    pursuit_solution *solution = NULL;
    pursuit_summary summary = {0, 0, 0, 0};
    int32_t outcome = -1;
    check(pursuit_game_set_threads(game, threads) == PURSUIT_OK, "threads");
    check(pursuit_game_clone(game, &copy) == PURSUIT_OK, "a clone");
    pursuit_game_free(game);
    check(pursuit_game_decide(copy, 0, 4, PURSUIT_EVADER, &outcome) == PURSUIT_OK && outcome == PURSUIT_DRAW, "the ring");
    check(pursuit_game_solve(copy, &solution) == PURSUIT_OK, "solving the ring");
    pursuit_game_free(copy);
    check(pursuit_solution_summary(solution, PURSUIT_PURSUER, &summary) == PURSUIT_OK, "its summary");
    /* The cop has won on the same node, and wins when he is to move beside the robber: three nodes in nine. */
    check(summary.pursuer_wins == 3 * RING && summary.draws == 6 * RING && summary.evader_wins == 0 && summary.longest == 1,
          "%d positions of the ring are the cop's", (int)summary.pursuer_wins);
    pursuit_solution_free(solution);
}

static void ask_the_shared_solution(unsigned turn) {
    for (unsigned at = 0; at < 50; at++) {
        const unsigned position = (turn * 7919 + at * 127) % (NODES * NODES);
        const int32_t evader = (int32_t)(position / NODES), pursuer = (int32_t)(position % NODES);
        pursuit_value value = {-9, -9, -9};
        check(pursuit_solution_probe(shared_solution, evader, pursuer, PURSUIT_EVADER, &value) == PURSUIT_OK, "a probe");
        check(value.outcome == outcomes[position] && value.distance == distances[position]
                  && value.best_move == best_moves[position],
              "probing position %u", position);
        pursuit_move moves[4];
        int32_t count = -1;
        check(pursuit_solution_moves(shared_solution, evader, pursuer, PURSUIT_EVADER, moves, 4, &count) == PURSUIT_OK,
              "the moves of a position");
        check(count >= 0 && count <= 4 && (evader != pursuer || count == 0), "%d moves", (int)count);
    }
}

static void export_and_save_the_shared_solution(void) {
    static const size_t entries = (size_t)NODES * NODES;
    int32_t *own = malloc(2 * entries * sizeof *own);
    int8_t *own_outcomes = malloc(entries);
    if (own == NULL || own_outcomes == NULL) {
        abort();
    }
    check(pursuit_solution_export(shared_solution, PURSUIT_EVADER, entries, own_outcomes, own, own + entries) == PURSUIT_OK,
          "an export");
    check(memcmp(own, distances, sizeof distances) == 0 && memcmp(own + entries, best_moves, sizeof best_moves) == 0
              && memcmp(own_outcomes, outcomes, sizeof outcomes) == 0,
          "the exported table");
    free(own_outcomes);
    free(own);

    size_t size = 0;
    check(pursuit_solution_save(shared_solution, NULL, 0, &size) == PURSUIT_OK, "the size of an image");
    void *image = malloc(size);
    pursuit_solution *loaded = NULL;
    check(pursuit_solution_save(shared_solution, image, size, &size) == PURSUIT_OK, "an image");
    check(pursuit_solution_load(image, size, &loaded) == PURSUIT_OK, "a loaded image");
    free(image);
    pursuit_start best = {0, 0, 0, 0};
    check(pursuit_solution_best_start(loaded, PURSUIT_PURSUER, &best) == PURSUIT_OK && best.distance == GRID_PLIES,
          "the best start of a loaded image");
    pursuit_solution_free(loaded);
}

/*
 * One game for all: between two calls of a thread another may have begun or ended it. All games that are begun are on
 * complete graphs, where the cop starts on 0 and catches the robber wherever he stands, so every answer can be told to be
 * right or wrong.
 */
static void play(unsigned turn) {
    const int corners = 2 + (int)(turn % (LARGEST_CLIQUE - 1));
    check(start(corners, clique) == 0 && pursuit_last_status() == PURSUIT_OK, "a game on %d corners", corners);
    for (int robber = 0; robber <= LARGEST_CLIQUE; robber++) {
        const int cop = nextMove(robber);
        const int32_t status = pursuit_last_status();
        check((cop == robber && status == PURSUIT_OK)
                  || (cop == -1 && (status == PURSUIT_ERR_NODE || status == PURSUIT_ERR_ARGUMENT)),
              "the cop's answer to %d is %d", robber, cop);
    }
    check(start(5, ring_of_five) == -1 && pursuit_last_status() == PURSUIT_OK, "no corner of a ring of five wins");
    check(start(0, clique) == -1 && pursuit_last_status() == PURSUIT_ERR_NODE_COUNT, "a game on 0 corners");
}

static void play_cat_and_mouse(void) {
    static const int32_t draw_offsets[] = {0, 2, 3, 6, 9, 11, 14}, draw_columns[] = {2, 5, 3, 0, 4, 5, 1, 4, 5, 2, 3, 0, 2, 3};
    static const int32_t mouse_offsets[] = {0, 2, 3, 4, 6}, mouse_columns[] = {1, 3, 0, 3, 0, 2};
    check(cat_mouse_game(6, draw_offsets, draw_columns) == PURSUIT_DRAW, "the first example");
    check(cat_mouse_game(4, mouse_offsets, mouse_columns) == PURSUIT_EVADER_WINS, "the second example");
}

/* A path so long that the library shares the work out among threads: twice n - 2 plies are the most that a capture takes. */
static void solve_a_long_path(int threads) {
    int32_t offsets[LONG_PATH + 1], columns[2 * LONG_PATH];
    fill_path(LONG_PATH, offsets, columns);
    pursuit_game *game = NULL;
    pursuit_solution *solution = NULL;
    pursuit_summary summary = {0, 0, 0, 0};
    check(pursuit_game_new(LONG_PATH, offsets, columns, &game) == PURSUIT_OK, "a long path");
    check(pursuit_game_allow_stay(game, PURSUIT_PURSUER, 1) == PURSUIT_OK, "the cop may wait");
    check(pursuit_game_set_threads(game, threads) == PURSUIT_OK, "threads");
    check(pursuit_game_solve(game, &solution) == PURSUIT_OK, "solving a long path");
    check(pursuit_solution_summary(solution, PURSUIT_PURSUER, &summary) == PURSUIT_OK, "its summary");
    check(summary.longest == 2 * (LONG_PATH - 2) && summary.draws == 0, "the longest game takes %d plies", (int)summary.longest);
    pursuit_solution_free(solution);
    pursuit_game_free(game);
}

/* One cop is not enough on a ring, two are. */
static void count_cops(int threads) {
    static const int32_t offsets[] = {0, 2, 4, 6, 8, 10}, columns[] = {1, 4, 0, 2, 1, 3, 2, 4, 3, 0};
    static const char corpus[] = "Dhc\nBw\n";
    int32_t cops = 0, both[2] = {0, 0};
    size_t count = 0;
    check(pursuit_cop_number(5, offsets, columns, 3, &cops) == PURSUIT_OK && cops == 2, "%d cops on a ring", (int)cops);
    check(pursuit_cop_numbers_graph6(corpus, sizeof corpus - 1, 1, 3, threads, both, NULL, 2, &count, NULL, NULL) == PURSUIT_OK,
          "a corpus");
    check(count == 2 && both[0] == 2 && both[1] == 1, "%d and %d cops in a corpus", (int)both[0], (int)both[1]);
    pursuit_game *game = ring_game();
    pursuit_solution *solution = NULL;
    pursuit_start best = {0, 0, 0, 0};
    int32_t team[2] = {-9, -9};
    check(pursuit_game_set_pursuers(game, 2) == PURSUIT_OK && pursuit_game_set_threads(game, threads) == PURSUIT_OK, "a team");
    check(pursuit_game_solve(game, &solution) == PURSUIT_OK, "solving for a team");
    check(pursuit_solution_best_start_team(solution, PURSUIT_PURSUER, &best, team) == PURSUIT_OK, "its best start");
    check(best.outcome == PURSUIT_PURSUER_WINS && team[0] == 0, "two cops on a ring: outcome %d", (int)best.outcome);
    pursuit_solution_free(solution);
    pursuit_game_free(game);
}

struct errand {
    int number;
    int rounds;
    int apart;
};

static void *run(void *errand_of_a_thread) {
    const struct errand *errand = errand_of_a_thread;
    char figure[16];
    snprintf(figure, sizeof figure, "-%d", 1000 + errand->number);
    check(strcmp(pursuit_last_error(), "") == 0 && pursuit_last_status() == PURSUIT_OK, "a thread begins without an error");
    for (int round = 0; round < errand->rounds; round++) {
        pursuit_game *none = NULL;
        const unsigned turn = (unsigned)(errand->number + round);
        check(pursuit_game_new(-1000 - errand->number, NULL, NULL, &none) == PURSUIT_ERR_NODE_COUNT, "a refused game");
        const char *sentence = pursuit_last_error();
        ask_the_shared_solution(turn);
        solve_a_game_of_its_own(errand->apart ? 1 : (int)(turn % 3));
        count_cops(errand->apart ? 1 : (int)(turn % 3));
        if (round % 10 == 0) {
            solve_a_long_path(errand->apart ? 1 : 2 + (int)(turn % 2));
        }
        solve_the_shared_game();
        export_and_save_the_shared_solution();
        play_cat_and_mouse();
        /* Nothing has failed in this thread since: its sentence is still its own, at the same address. */
        check(pursuit_last_error() == sentence && strstr(sentence, figure) != NULL, "thread %d's error", errand->number);
        if (!errand->apart) {
            play(turn);
        }
    }
    return NULL;
}

int main(int count, char **arguments) {
    const int rounds = count > 1 ? atoi(arguments[1]) : 20;
    const int apart = count > 2 && strcmp(arguments[2], "apart") == 0;
    for (int x = 0; x < LARGEST_CLIQUE; x++) {
        for (int y = 0; y < LARGEST_CLIQUE; y++) {
            clique[x][y] = x != y;
        }
    }
    for (int x = 0; x < 5; x++) {
        ring_of_five[x][(x + 1) % 5] = ring_of_five[x][(x + 4) % 5] = 1;
    }
    shared_game = grid_game();
    check(pursuit_game_solve(shared_game, &shared_solution) == PURSUIT_OK, "solving alone");
    check(pursuit_solution_export(shared_solution, PURSUIT_EVADER, NODES * NODES, outcomes, distances, best_moves) == PURSUIT_OK,
          "the table");
    check(pursuit_game_set_threads(shared_game, apart ? 1 : 2) == PURSUIT_OK, "threads for each solve");

    pthread_t threads[THREADS];
    struct errand errands[THREADS];
    for (int number = 0; number < THREADS; number++) {
        errands[number].number = number;
        errands[number].rounds = rounds;
        errands[number].apart = apart;
        if (pthread_create(&threads[number], NULL, run, &errands[number]) != 0) {
            abort();
        }
    }
    for (int number = 0; number < THREADS; number++) {
        pthread_join(threads[number], NULL);
    }
    pursuit_solution_free(shared_solution);
    pursuit_game_free(shared_game);
    return failed_checks == 0 ? 0 : 1;
}
