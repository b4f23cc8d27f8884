/*
 * What a caller can get wrong with games and solutions: every NULL, every scalar out of range, every broken graph, arrays
 * that are too small, images that are damaged. Each is refused with its status and a sentence, leaves the out-parameters
 * alone and the handles usable. Prints each check that fails; exit status 0 if none does.
 */
#include "broken_graphs.h"
#include "check.h"
#include "ring_game.h"

static int32_t carry_on(void *user_data, uint64_t round, uint64_t resolved, uint64_t total) {
    (void)user_data;
    (void)round;
    (void)resolved;
    (void)total;
    return 1;
}

static void freeing_null_does_nothing(void) {
    pursuit_game_free(NULL);
    pursuit_solution_free(NULL);
}

static void making_games(void) {
    pursuit_game *game;
    poison(&game, sizeof game);
    IS_NULL(pursuit_game_new(N, ring_offsets, ring_columns, NULL));
    IS_NULL(pursuit_game_new(-1, NULL, NULL, NULL));
    IS_NULL(pursuit_game_new(N, NULL, ring_columns, &game));
    UNTOUCHED(game);
    const int32_t sizes[] = {0, -1, INT32_MIN};
    for (int at = 0; at < 3; at++) {
        REFUSED(pursuit_game_new(sizes[at], ring_offsets, ring_columns, &game), PURSUIT_ERR_NODE_COUNT, FIGURES(sizes[at]));
        REFUSED(pursuit_game_new(sizes[at], NULL, NULL, &game), PURSUIT_ERR_NODE_COUNT, FIGURES(sizes[at]));
        REFUSED(pursuit_game_new_matrix(sizes[at], "", 4, &game), PURSUIT_ERR_NODE_COUNT, FIGURES(sizes[at]));
        REFUSED(pursuit_game_new_matrix(sizes[at], NULL, 4, &game), PURSUIT_ERR_NODE_COUNT, FIGURES(sizes[at]));
    }
    UNTOUCHED(game);
    for (size_t at = 0; at < BROKEN_GRAPHS; at++) {
        const struct broken_csr *broken = &broken_graphs[at];
        expect_failure(broken->what, pursuit_game_new(BROKEN_NODES, broken->row_offsets, columns_of(broken), &game),
                       broken->status, broken->figures, broken->figure_count);
    }
    UNTOUCHED(game);
    /* No address space holds the positions of such a game, or its matrix. */
    REFUSED(pursuit_game_new(INT32_MAX, UNREADABLE, UNREADABLE, &game), PURSUIT_ERR_NO_MEMORY, FIGURES(INT32_MAX));
    REFUSED(pursuit_game_new_matrix(INT32_MAX, UNREADABLE, INT32_MAX, &game), PURSUIT_ERR_NO_MEMORY, FIGURES(INT32_MAX));
    UNTOUCHED(game);
    IS_NULL(pursuit_game_new_matrix(N, "", N, NULL));
    IS_NULL(pursuit_game_new_matrix(N, NULL, N, &game));
    UNTOUCHED(game);

    pursuit_game *original = ring_game(1);
    IS_NULL(pursuit_game_clone(NULL, &game));
    UNTOUCHED(game);
    IS_NULL(pursuit_game_clone(original, NULL));
    pursuit_game_free(original);
}

static void a_graph_for_a_role(pursuit_game *game) {
    IS_NULL(pursuit_game_set_graph(NULL, PURSUIT_EVADER, ring_offsets, ring_columns));
    IS_NULL(pursuit_game_set_graph(NULL, 0, NULL, NULL));
    IS_NULL(pursuit_game_set_graph(game, PURSUIT_EVADER, NULL, ring_columns));
    IS_NULL(pursuit_game_set_graph(game, PURSUIT_EVADER, ring_offsets, NULL));
    for (size_t at = 0; at < NO_ROLES; at++) {
        REFUSED(pursuit_game_set_graph(game, no_role[at], ring_offsets, ring_columns), PURSUIT_ERR_ARGUMENT,
                FIGURES(no_role[at]));
        REFUSED(pursuit_game_set_graph(game, no_role[at], NULL, NULL), PURSUIT_ERR_ARGUMENT, FIGURES(no_role[at]));
    }
    pursuit_game *wider = NULL;
    const int32_t offsets[BROKEN_NODES + 1] = {0};
    expect_ok("game_new", pursuit_game_new(BROKEN_NODES, offsets, NULL, &wider));
    for (size_t at = 0; at < BROKEN_GRAPHS; at++) {
        const struct broken_csr *broken = &broken_graphs[at];
        expect_failure(broken->what, pursuit_game_set_graph(wider, PURSUIT_PURSUER, broken->row_offsets, columns_of(broken)),
                       broken->status, broken->figures, broken->figure_count);
    }
    pursuit_game_free(wider);
}

static void rules_of_a_game(pursuit_game *game) {
    IS_NULL(pursuit_game_allow_stay(NULL, PURSUIT_EVADER, 1));
    IS_NULL(pursuit_game_set_goal(NULL, PURSUIT_EVADER, 0, 1));
    IS_NULL(pursuit_game_set_forbidden(NULL, PURSUIT_EVADER, 0, 1));
    IS_NULL(pursuit_game_set_threads(NULL, 1));
    IS_NULL(pursuit_game_set_threads(NULL, -1));
    IS_NULL(pursuit_game_set_memory_limit(NULL, 0));
    IS_NULL(pursuit_game_set_progress(NULL, carry_on, NULL));
    for (size_t at = 0; at < NO_ROLES; at++) {
        REFUSED(pursuit_game_allow_stay(game, no_role[at], 1), PURSUIT_ERR_ARGUMENT, FIGURES(no_role[at]));
        REFUSED(pursuit_game_set_goal(game, no_role[at], 0, 1), PURSUIT_ERR_ARGUMENT, FIGURES(no_role[at]));
        REFUSED(pursuit_game_set_forbidden(game, no_role[at], 0, 1), PURSUIT_ERR_ARGUMENT, FIGURES(no_role[at]));
    }
    for (size_t at = 0; at < NO_NODES; at++) {
        REFUSED(pursuit_game_set_goal(game, PURSUIT_EVADER, no_node[at], 1), PURSUIT_ERR_NODE, FIGURES(no_node[at], N - 1));
        REFUSED(pursuit_game_set_goal(game, PURSUIT_PURSUER, no_node[at], 0), PURSUIT_ERR_NODE, FIGURES(no_node[at]));
        REFUSED(pursuit_game_set_forbidden(game, PURSUIT_EVADER, no_node[at], 1), PURSUIT_ERR_NODE, FIGURES(no_node[at]));
    }
    const int32_t negative[] = {-1, INT32_MIN};
    for (int at = 0; at < 2; at++) {
        REFUSED(pursuit_game_set_threads(game, negative[at]), PURSUIT_ERR_ARGUMENT, FIGURES(negative[at]));
    }
    expect_ok("a callback", pursuit_game_set_progress(game, carry_on, NULL));
    expect_ok("no callback", pursuit_game_set_progress(game, NULL, NULL));
}

static void solving_and_deciding(pursuit_game *game) {
    pursuit_solution *solution;
    uint64_t bytes;
    int32_t outcome;
    poison(&solution, sizeof solution);
    poison(&bytes, sizeof bytes);
    poison(&outcome, sizeof outcome);
    IS_NULL(pursuit_game_solve(NULL, &solution));
    IS_NULL(pursuit_game_solve(game, NULL));
    IS_NULL(pursuit_game_memory_estimate(NULL, &bytes));
    IS_NULL(pursuit_game_memory_estimate(game, NULL));
    IS_NULL(pursuit_game_decide(NULL, 0, 2, PURSUIT_EVADER, &outcome));
    IS_NULL(pursuit_game_decide(game, 0, 2, PURSUIT_EVADER, NULL));
    IS_NULL(pursuit_game_decide(game, -1, -1, 0, NULL));
    for (size_t at = 0; at < NO_NODES; at++) {
        REFUSED(pursuit_game_decide(game, no_node[at], 0, PURSUIT_EVADER, &outcome), PURSUIT_ERR_NODE, FIGURES(no_node[at]));
        REFUSED(pursuit_game_decide(game, 0, no_node[at], PURSUIT_EVADER, &outcome), PURSUIT_ERR_NODE, FIGURES(no_node[at]));
    }
    for (size_t at = 0; at < NO_ROLES; at++) {
        REFUSED(pursuit_game_decide(game, 0, 2, no_role[at], &outcome), PURSUIT_ERR_ARGUMENT, FIGURES(no_role[at]));
    }

    expect_ok("a limit", pursuit_game_set_memory_limit(game, 1));
    REFUSED(pursuit_game_solve(game, &solution), PURSUIT_ERR_NO_MEMORY, FIGURES(1));
    UNTOUCHED(solution);
    UNTOUCHED(bytes);
    UNTOUCHED(outcome);
    expect_ok("no limit", pursuit_game_set_memory_limit(game, 0));
    expect_ok("solve after a refusal", pursuit_game_solve(game, &solution));
    pursuit_solution_free(solution);
}

static void probing(const pursuit_solution *solution) {
    int32_t count;
    pursuit_value value, values[2];
    poison(&count, sizeof count);
    poison(&value, sizeof value);
    poison(values, sizeof values);
    IS_NULL(pursuit_solution_node_count(NULL, &count));
    IS_NULL(pursuit_solution_node_count(solution, NULL));
    IS_NULL(pursuit_solution_probe(NULL, 0, 2, PURSUIT_EVADER, &value));
    IS_NULL(pursuit_solution_probe(solution, 0, 2, PURSUIT_EVADER, NULL));
    IS_NULL(pursuit_solution_probe(solution, -1, -1, 0, NULL));
    const int32_t evaders[2] = {0, 1}, pursuers[2] = {2, 3};
    IS_NULL(pursuit_solution_probe_many(NULL, 2, evaders, pursuers, PURSUIT_EVADER, values));
    IS_NULL(pursuit_solution_probe_many(solution, 2, evaders, pursuers, PURSUIT_EVADER, NULL));
    IS_NULL(pursuit_solution_probe_many(solution, 2, NULL, pursuers, PURSUIT_EVADER, values));
    IS_NULL(pursuit_solution_probe_many(solution, 2, evaders, NULL, PURSUIT_EVADER, values));
    for (size_t at = 0; at < NO_NODES; at++) {
        const int32_t second_is_none[2] = {0, no_node[at]};
        REFUSED(pursuit_solution_probe(solution, no_node[at], 0, PURSUIT_EVADER, &value), PURSUIT_ERR_NODE,
                FIGURES(no_node[at]));
        REFUSED(pursuit_solution_probe(solution, 0, no_node[at], PURSUIT_EVADER, &value), PURSUIT_ERR_NODE,
                FIGURES(no_node[at]));
        REFUSED(pursuit_solution_probe_many(solution, 2, second_is_none, pursuers, PURSUIT_EVADER, values), PURSUIT_ERR_NODE,
                FIGURES(1, no_node[at]));
        REFUSED(pursuit_solution_probe_many(solution, 2, evaders, second_is_none, PURSUIT_EVADER, values), PURSUIT_ERR_NODE,
                FIGURES(1, no_node[at]));
    }
    for (size_t at = 0; at < NO_ROLES; at++) {
        REFUSED(pursuit_solution_probe(solution, 0, 2, no_role[at], &value), PURSUIT_ERR_ARGUMENT, FIGURES(no_role[at]));
        REFUSED(pursuit_solution_probe_many(solution, 2, evaders, pursuers, no_role[at], values), PURSUIT_ERR_ARGUMENT,
                FIGURES(no_role[at]));
    }
    UNTOUCHED(count);
    UNTOUCHED(value);
    UNTOUCHED(values);
}

static void listing_moves(const pursuit_solution *solution) {
    int32_t count;
    pursuit_move moves[N];
    poison(&count, sizeof count);
    poison(moves, sizeof moves);
    IS_NULL(pursuit_solution_moves(NULL, 0, 2, PURSUIT_EVADER, moves, N, &count));
    IS_NULL(pursuit_solution_moves(solution, 0, 2, PURSUIT_EVADER, moves, N, NULL));
    IS_NULL(pursuit_solution_moves(solution, -1, -1, 0, NULL, -1, NULL));
    for (size_t at = 0; at < NO_NODES; at++) {
        REFUSED(pursuit_solution_moves(solution, no_node[at], 2, PURSUIT_EVADER, moves, N, &count), PURSUIT_ERR_NODE,
                FIGURES(no_node[at]));
        REFUSED(pursuit_solution_moves(solution, 2, no_node[at], PURSUIT_EVADER, moves, N, &count), PURSUIT_ERR_NODE,
                FIGURES(no_node[at]));
    }
    for (size_t at = 0; at < NO_ROLES; at++) {
        REFUSED(pursuit_solution_moves(solution, 0, 2, no_role[at], moves, N, &count), PURSUIT_ERR_ARGUMENT,
                FIGURES(no_role[at]));
    }
    UNTOUCHED(count);
    /* Three moves: to both neighbours and to stay. */
    REFUSED(pursuit_solution_moves(solution, 0, 2, PURSUIT_EVADER, moves, 2, &count), PURSUIT_ERR_ARGUMENT, NO_FIGURES);
    REFUSED(pursuit_solution_moves(solution, 0, 2, PURSUIT_EVADER, moves, -1, &count), PURSUIT_ERR_ARGUMENT, NO_FIGURES);
    UNTOUCHED(moves);
    expect_ok("counting moves", pursuit_solution_moves(solution, 0, 2, PURSUIT_EVADER, NULL, 0, &count));
    check(count == 3, "the evader on a ring of four has %d moves", (int)count);
}

static void starts_and_tables(const pursuit_solution *solution) {
    pursuit_start best, starts[N];
    pursuit_summary summary;
    int8_t outcomes[N * N];
    poison(&best, sizeof best);
    poison(starts, sizeof starts);
    poison(&summary, sizeof summary);
    poison(outcomes, sizeof outcomes);
    IS_NULL(pursuit_solution_best_start(NULL, PURSUIT_PURSUER, &best));
    IS_NULL(pursuit_solution_best_start(solution, PURSUIT_PURSUER, NULL));
    IS_NULL(pursuit_solution_starts(NULL, PURSUIT_PURSUER, starts, N));
    IS_NULL(pursuit_solution_starts(solution, PURSUIT_PURSUER, NULL, N));
    IS_NULL(pursuit_solution_export(NULL, PURSUIT_EVADER, N * N, outcomes, NULL, NULL));
    IS_NULL(pursuit_solution_summary(NULL, PURSUIT_EVADER, &summary));
    IS_NULL(pursuit_solution_summary(solution, PURSUIT_EVADER, NULL));
    IS_NULL(pursuit_solution_verify(NULL, NULL, NULL));
    for (size_t at = 0; at < NO_ROLES; at++) {
        REFUSED(pursuit_solution_best_start(solution, no_role[at], &best), PURSUIT_ERR_ARGUMENT, FIGURES(no_role[at]));
        REFUSED(pursuit_solution_starts(solution, no_role[at], starts, N), PURSUIT_ERR_ARGUMENT, FIGURES(no_role[at]));
        REFUSED(pursuit_solution_export(solution, no_role[at], N * N, outcomes, NULL, NULL), PURSUIT_ERR_ARGUMENT,
                FIGURES(no_role[at]));
        REFUSED(pursuit_solution_summary(solution, no_role[at], &summary), PURSUIT_ERR_ARGUMENT, FIGURES(no_role[at]));
    }
    REFUSED(pursuit_solution_starts(solution, PURSUIT_PURSUER, starts, N - 1), PURSUIT_ERR_ARGUMENT, FIGURES(N - 1));
    REFUSED(pursuit_solution_export(solution, PURSUIT_EVADER, N * N - 1, outcomes, NULL, NULL), PURSUIT_ERR_ARGUMENT,
            FIGURES(N * N - 1));
    UNTOUCHED(best);
    UNTOUCHED(starts);
    UNTOUCHED(summary);
    UNTOUCHED(outcomes);
    expect_ok("an export of nothing", pursuit_solution_export(solution, PURSUIT_EVADER, N * N, NULL, NULL, NULL));
}

/* A side that is forbidden everywhere has no node to start from. */
static void nowhere_to_start(void) {
    for (int32_t role = PURSUIT_EVADER; role <= PURSUIT_PURSUER; role++) {
        pursuit_game *game = ring_game(1);
        for (int32_t node = 0; node < N; node++) {
            expect_ok("set_forbidden", pursuit_game_set_forbidden(game, role, node, 1));
        }
        pursuit_solution *solution = solved(game);
        pursuit_start best, starts[N];
        poison(&best, sizeof best);
        poison(starts, sizeof starts);
        BAD_ARGUMENT(pursuit_solution_best_start(solution, PURSUIT_PURSUER, &best));
        BAD_ARGUMENT(pursuit_solution_starts(solution, PURSUIT_PURSUER, starts, N));
        UNTOUCHED(best);
        UNTOUCHED(starts);
        pursuit_solution_free(solution);
        pursuit_game_free(game);
    }
}

static void images(const pursuit_solution *solution) {
    size_t size;
    pursuit_solution *loaded;
    poison(&size, sizeof size);
    poison(&loaded, sizeof loaded);
    IS_NULL(pursuit_solution_save(NULL, NULL, 0, &size));
    IS_NULL(pursuit_solution_save(solution, NULL, 0, NULL));
    UNTOUCHED(size);
    expect_ok("asking for the size", pursuit_solution_save(solution, NULL, 0, &size));
    unsigned char *image = (unsigned char *)malloc(size + 1);
    if (image == NULL) {
        check(0, "no memory for an image of %d bytes", (int)size);
        return;
    }
    size_t written = size;
    poison(image, size + 1);
    BAD_ARGUMENT(pursuit_solution_save(solution, image, size - 1, &written));
    expect_poison("a save into too small a buffer", image, size + 1);
    expect_ok("save", pursuit_solution_save(solution, image, size, &written));
    check(written == size, "%d bytes were announced and %d written", (int)size, (int)written);
    expect_poison("save, beyond its buffer", image + size, 1);

    IS_NULL(pursuit_solution_load(image, size, NULL));
    IS_NULL(pursuit_solution_load(NULL, size, &loaded));
    BAD_ARGUMENT(pursuit_solution_load("", 0, &loaded));
    BAD_ARGUMENT(pursuit_solution_load("no image", 8, &loaded));
    for (size_t shorter = 0; shorter < size; shorter++) {
        BAD_ARGUMENT(pursuit_solution_load(image, shorter, &loaded));
    }
    BAD_ARGUMENT(pursuit_solution_load(image, size + 1, &loaded));
    for (size_t at = 0; at < size; at++) {
        for (int bit = 0; bit < 8; bit++) {
            image[at] ^= (unsigned char)(1 << bit);
            BAD_ARGUMENT(pursuit_solution_load(image, size, &loaded));
            image[at] ^= (unsigned char)(1 << bit);
        }
    }
    UNTOUCHED(loaded);
    expect_ok("load of what was put right again", pursuit_solution_load(image, size, &loaded));
    pursuit_solution_free(loaded);
    free(image);
}

/* After everything above the game on the ring is what it was: the robber keeps away from one cop. */
static void the_game_is_what_it_was(const pursuit_game *game) {
    int32_t outcome;
    expect_ok("decide", pursuit_game_decide(game, 0, 2, PURSUIT_PURSUER, &outcome));
    check(outcome == PURSUIT_DRAW, "one cop on a ring of four: %d", (int)outcome);
}

int main(void) {
    freeing_null_does_nothing();
    making_games();
    pursuit_game *game = ring_game(1);
    a_graph_for_a_role(game);
    rules_of_a_game(game);
    solving_and_deciding(game);
    pursuit_solution *solution = solved(game);
    probing(solution);
    listing_moves(solution);
    starts_and_tables(solution);
    images(solution);
    expect_ok("verify", pursuit_solution_verify(solution, NULL, NULL));
    pursuit_solution_free(solution);
    nowhere_to_start();
    the_game_is_what_it_was(game);
    pursuit_game_free(game);
    printf("%d checks failed\n", failed_checks);
    return failed_checks == 0 ? 0 : 1;
}
