/*
 * What a caller can get wrong with several pursuers and with cop numbers; see misuse_handles.c. Prints each check that
 * fails; exit status 0 if none does.
 */
#include "broken_graphs.h"
#include "check.h"
#include "ring_game.h"

static void numbers_of_pursuers(void) {
    pursuit_game *game = ring_game(2);
    const int32_t too_few[] = {0, -1, INT32_MIN};
    IS_NULL(pursuit_game_set_pursuers(NULL, 1));
    IS_NULL(pursuit_game_set_pursuers(NULL, 0));
    for (int at = 0; at < 3; at++) {
        REFUSED(pursuit_game_set_pursuers(game, too_few[at]), PURSUIT_ERR_ARGUMENT, FIGURES(too_few[at]));
    }
    pursuit_solution *solution = solved(game);
    int32_t count;
    poison(&count, sizeof count);
    IS_NULL(pursuit_solution_pursuer_count(NULL, &count));
    IS_NULL(pursuit_solution_pursuer_count(solution, NULL));
    UNTOUCHED(count);
    expect_ok("pursuer_count", pursuit_solution_pursuer_count(solution, &count));
    check(count == 2, "%d pursuers after the refused numbers, not 2", (int)count);
    pursuit_solution_free(solution);
    pursuit_game_free(game);
}

/* What names one pursuer is refused where there are several. */
static void two_pursuers_are_not_one(void) {
    pursuit_game *game = ring_game(2);
    int32_t outcome, count;
    poison(&outcome, sizeof outcome);
    poison(&count, sizeof count);
    BAD_ARGUMENT(pursuit_game_decide(game, 0, 2, PURSUIT_EVADER, &outcome));
    pursuit_solution *solution = solved(game);
    const int32_t nodes[1] = {0};
    pursuit_value value;
    pursuit_move moves[N];
    pursuit_start best, starts[N];
    int8_t outcomes[N * N];
    poison(&value, sizeof value);
    poison(&best, sizeof best);
    BAD_ARGUMENT(pursuit_solution_probe(solution, 0, 2, PURSUIT_EVADER, &value));
    BAD_ARGUMENT(pursuit_solution_probe_many(solution, 1, nodes, nodes, PURSUIT_EVADER, &value));
    BAD_ARGUMENT(pursuit_solution_moves(solution, 0, 2, PURSUIT_EVADER, moves, N, &count));
    BAD_ARGUMENT(pursuit_solution_best_start(solution, PURSUIT_PURSUER, &best));
    BAD_ARGUMENT(pursuit_solution_starts(solution, PURSUIT_PURSUER, starts, N));
    BAD_ARGUMENT(pursuit_solution_export(solution, PURSUIT_EVADER, N * N, outcomes, NULL, NULL));
    UNTOUCHED(outcome);
    UNTOUCHED(count);
    UNTOUCHED(value);
    UNTOUCHED(best);
    pursuit_solution_free(solution);
    pursuit_game_free(game);
}

static void teams(void) {
    pursuit_game *game = ring_game(2);
    pursuit_solution *solution = solved(game);
    const int32_t team[2] = {1, 3};
    pursuit_value value;
    pursuit_start best;
    int32_t nodes[2];
    poison(&value, sizeof value);
    poison(&best, sizeof best);
    poison(nodes, sizeof nodes);
    IS_NULL(pursuit_solution_probe_team(NULL, 0, team, PURSUIT_EVADER, &value, nodes));
    IS_NULL(pursuit_solution_probe_team(solution, 0, team, PURSUIT_EVADER, NULL, nodes));
    IS_NULL(pursuit_solution_probe_team(solution, 0, NULL, PURSUIT_EVADER, &value, nodes));
    IS_NULL(pursuit_solution_best_start_team(NULL, PURSUIT_PURSUER, &best, nodes));
    IS_NULL(pursuit_solution_best_start_team(solution, PURSUIT_PURSUER, NULL, nodes));
    IS_NULL(pursuit_solution_best_start_team(solution, PURSUIT_PURSUER, &best, NULL));
    for (size_t at = 0; at < NO_NODES; at++) {
        const int32_t second_is_none[2] = {0, no_node[at]};
        REFUSED(pursuit_solution_probe_team(solution, no_node[at], team, PURSUIT_EVADER, &value, nodes), PURSUIT_ERR_NODE,
                FIGURES(no_node[at]));
        REFUSED(pursuit_solution_probe_team(solution, 0, second_is_none, PURSUIT_EVADER, &value, nodes), PURSUIT_ERR_NODE,
                FIGURES(1, no_node[at]));
    }
    for (size_t at = 0; at < NO_ROLES; at++) {
        REFUSED(pursuit_solution_probe_team(solution, 0, team, no_role[at], &value, nodes), PURSUIT_ERR_ARGUMENT,
                FIGURES(no_role[at]));
        REFUSED(pursuit_solution_best_start_team(solution, no_role[at], &best, nodes), PURSUIT_ERR_ARGUMENT,
                FIGURES(no_role[at]));
    }
    UNTOUCHED(value);
    UNTOUCHED(best);
    UNTOUCHED(nodes);
    pursuit_solution_free(solution);
    pursuit_game_free(game);
}

static void cop_numbers(void) {
    pursuit_game *game = ring_game(1);
    int32_t cops;
    poison(&cops, sizeof cops);
    IS_NULL(pursuit_cop_number(N, ring_offsets, ring_columns, 3, NULL));
    IS_NULL(pursuit_cop_number(-1, NULL, NULL, 0, NULL));
    IS_NULL(pursuit_cop_number(N, NULL, ring_columns, 3, &cops));
    IS_NULL(pursuit_cop_number(N, ring_offsets, NULL, 3, &cops));
    IS_NULL(pursuit_game_cop_number(NULL, 3, &cops));
    IS_NULL(pursuit_game_cop_number(game, 3, NULL));
    const int32_t too_few[] = {0, -1, INT32_MIN};
    for (int at = 0; at < 3; at++) {
        REFUSED(pursuit_cop_number(too_few[at], NULL, NULL, 3, &cops), PURSUIT_ERR_NODE_COUNT, FIGURES(too_few[at]));
        REFUSED(pursuit_cop_number(N, NULL, NULL, too_few[at], &cops), PURSUIT_ERR_ARGUMENT, FIGURES(too_few[at]));
        REFUSED(pursuit_game_cop_number(game, too_few[at], &cops), PURSUIT_ERR_ARGUMENT, FIGURES(too_few[at]));
    }
    for (size_t at = 0; at < BROKEN_GRAPHS; at++) {
        const struct broken_csr *broken = &broken_graphs[at];
        expect_failure(broken->what, pursuit_cop_number(BROKEN_NODES, broken->row_offsets, columns_of(broken), 3, &cops),
                       broken->status, broken->figures, broken->figure_count);
    }
    REFUSED(pursuit_cop_number(INT32_MAX, UNREADABLE, UNREADABLE, 3, &cops), PURSUIT_ERR_NO_MEMORY, FIGURES(INT32_MAX));
    /* 2-3 leads one way only. */
    const int32_t one_way_offsets[N + 1] = {0, 1, 2, 3, 3}, one_way_columns[3] = {1, 0, 3};
    REFUSED(pursuit_cop_number(N, one_way_offsets, one_way_columns, 3, &cops), PURSUIT_ERR_ARGUMENT, FIGURES(2, 3));
    UNTOUCHED(cops);
    const int32_t no_streets[N + 1] = {0};
    expect_ok("cop_number without streets", pursuit_cop_number(N, no_streets, NULL, N, &cops));
    check(cops == N, "%d cops for %d nodes without streets", (int)cops, N);
    expect_ok("game_cop_number", pursuit_game_cop_number(game, 3, &cops));
    check(cops == 2, "%d cops for a ring of four", (int)cops);
    pursuit_game_free(game);
}

static int32_t stop(void *user_data, uint64_t round, uint64_t resolved, uint64_t total) {
    (void)user_data, (void)round, (void)resolved, (void)total;
    return 0;
}

/* The numbers of a text's graphs, at most 3 cops; see pursuit_cop_numbers_graph6. */
static int32_t numbers_of(const char *text, int32_t *cops, int32_t *rounds, size_t capacity, size_t *count) {
    return pursuit_cop_numbers_graph6(text, strlen(text), 1, 3, 1, cops, rounds, capacity, count, NULL, NULL);
}

static void corpora(void) {
    /* A triangle, the circle of four, three nodes on their own, four. */
    static const char good[] = "Bw\nCl\nB?\nC?";
    enum { GRAPHS = 4 };
    const char *text = good;
    const size_t length = sizeof good - 1;
    int32_t cops[GRAPHS], rounds[GRAPHS];
    size_t count;
    poison(cops, sizeof cops);
    poison(rounds, sizeof rounds);
    poison(&count, sizeof count);
    IS_NULL(numbers_of(text, cops, rounds, GRAPHS, NULL));
    IS_NULL(pursuit_cop_numbers_graph6(NULL, length, 1, 3, 1, cops, rounds, GRAPHS, &count, NULL, NULL));
    REFUSED(pursuit_cop_numbers_graph6(text, length, 0, 3, 1, cops, rounds, GRAPHS, &count, NULL, NULL),
            PURSUIT_ERR_ARGUMENT, FIGURES(0));
    REFUSED(pursuit_cop_numbers_graph6(text, length, 1, 0, 1, cops, rounds, GRAPHS, &count, NULL, NULL),
            PURSUIT_ERR_ARGUMENT, FIGURES(0));
    REFUSED(pursuit_cop_numbers_graph6(text, length, 1, 3, -1, cops, rounds, GRAPHS, &count, NULL, NULL),
            PURSUIT_ERR_ARGUMENT, FIGURES(-1));
    REFUSED(numbers_of(text, cops, rounds, GRAPHS - 1, &count), PURSUIT_ERR_ARGUMENT, FIGURES(GRAPHS - 1, GRAPHS));
    REFUSED(numbers_of("Bw\nB\nB", cops, rounds, GRAPHS, &count), PURSUIT_ERR_ARGUMENT, FIGURES(2, 3, 1));
    REFUSED(pursuit_cop_numbers_graph6("Bw\nB", 4, 1001, 3, 1, NULL, NULL, 0, &count, NULL, NULL), PURSUIT_ERR_ARGUMENT,
            FIGURES(1002));
    REFUSED(numbers_of("?", cops, rounds, GRAPHS, &count), PURSUIT_ERR_NODE_COUNT, FIGURES(1, 0));
    REFUSED(pursuit_cop_numbers_graph6(text, length, 1, 3, 2, cops, rounds, GRAPHS, &count, stop, NULL),
            PURSUIT_ERR_CANCELLED, NO_FIGURES);
    UNTOUCHED(cops);
    UNTOUCHED(rounds);
    UNTOUCHED(count);

    expect_ok("no graph", pursuit_cop_numbers_graph6(NULL, 0, 1, 3, 1, cops, rounds, 0, &count, NULL, NULL));
    check(count == 0, "%d graphs in no text", (int)count);
    expect_ok("counting", numbers_of(text, NULL, NULL, 0, &count));
    check(count == GRAPHS, "%d graphs counted, not %d", (int)count, GRAPHS);
    expect_ok("numbers alone", numbers_of(text, cops, NULL, GRAPHS, &count));
    UNTOUCHED(rounds);
    expect_ok("numbers and rounds", numbers_of(text, cops, rounds, GRAPHS, &count));
    static const int32_t want_cops[GRAPHS] = {1, 2, 3, 0}, want_rounds[GRAPHS] = {1, 1, 0, -1};
    for (int at = 0; at < GRAPHS; at++) {
        check(cops[at] == want_cops[at] && rounds[at] == want_rounds[at], "graph %d: %d cops, %d rounds", at,
              (int)cops[at], (int)rounds[at]);
    }
}

int main(void) {
    numbers_of_pursuers();
    two_pursuers_are_not_one();
    teams();
    cop_numbers();
    corpora();
    printf("%d checks failed\n", failed_checks);
    return failed_checks == 0 ? 0 : 1;
}
