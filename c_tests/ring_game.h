/* What the misuse programs for handles share: a game on a ring of four, and what is no role and no node there. */
#ifndef RING_GAME_H
#define RING_GAME_H

#include "check.h"

#define REFUSED(call, status, ...) expect_failure(#call, (call), (status), __VA_ARGS__)
#define IS_NULL(call) REFUSED(call, PURSUIT_ERR_NULL_POINTER, NO_FIGURES)
#define BAD_ARGUMENT(call) REFUSED(call, PURSUIT_ERR_ARGUMENT, NO_FIGURES)
#define UNTOUCHED(out) expect_poison("a call before line " LINE_TEXT(__LINE__), &(out), sizeof(out))
#define LINE_TEXT(line) LINE_DIGITS(line)
#define LINE_DIGITS(line) #line

enum { N = 4 };

static const int32_t ring_offsets[N + 1] = {0, 2, 4, 6, 8};
static const int32_t ring_columns[2 * N] = {1, 3, 0, 2, 1, 3, 0, 2};
static const int32_t no_role[] = {0, 3, -1, INT32_MIN, INT32_MAX};
static const int32_t no_node[] = {-1, N, INT32_MIN, INT32_MAX};

enum { NO_ROLES = sizeof no_role / sizeof no_role[0], NO_NODES = sizeof no_node / sizeof no_node[0] };

/* Cop and robber on a ring of four, where one cop is not enough and two are. */
static inline pursuit_game *ring_game(int32_t pursuers) {
    pursuit_game *game = NULL;
    expect_ok("game_new", pursuit_game_new(N, ring_offsets, ring_columns, &game));
    expect_ok("allow_stay", pursuit_game_allow_stay(game, PURSUIT_PURSUER, 1));
    expect_ok("allow_stay", pursuit_game_allow_stay(game, PURSUIT_EVADER, 1));
    expect_ok("set_pursuers", pursuit_game_set_pursuers(game, pursuers));
    return game;
}

static inline pursuit_solution *solved(const pursuit_game *game) {
    pursuit_solution *solution = NULL;
    expect_ok("solve", pursuit_game_solve(game, &solution));
    return solution;
}

#endif
