/*
 * Cop and robber, waiting allowed or not for each side: four games on one graph.
 *
 *     waiting < graph.json
 *
 * The commonest mistake with these games is the wrong one of the four. BOI 2014 lets the cop wait and not the robber; the
 * game of the literature, whose cop number is asked for, lets both.
 */
#include "example.h"
#include "json.h"
#include "pursuit.h"

static int print_game(pursuit_game *game, int32_t cop_waits, int32_t robber_waits) {
    pursuit_solution *solution = NULL;
    pursuit_start best;
    const int solved = ok(pursuit_game_allow_stay(game, PURSUIT_PURSUER, cop_waits)) &&
                       ok(pursuit_game_allow_stay(game, PURSUIT_EVADER, robber_waits)) &&
                       ok(pursuit_game_solve(game, &solution)) &&
                       ok(pursuit_solution_best_start(solution, PURSUIT_PURSUER, &best));
    if (solved) {
        printf("%-10s%-13s", cop_waits ? "waits" : "moves", robber_waits ? "waits" : "moves");
        if (best.outcome == PURSUIT_PURSUER_WINS) {
            printf("caught in %" PRId32 " %s, cop from %" PRId32 ", robber from %" PRId32 "\n", best.distance,
                   plies(best.distance), best.pursuer, best.evader);
        } else {
            puts("the robber escapes");
        }
    }
    pursuit_solution_free(solution);
    return solved;
}

int main(void) {
    csr graph = {0};
    pursuit_game *game = NULL;
    int done = json_lone_graph(stdin, &graph) &&
               ok(pursuit_game_new(graph.nodes, graph.row_offsets, graph.column_indices, &game));
    if (done) {
        puts("the cop   the robber   best start");
    }
    /* A solution is independent of its game: the game may be changed and solved again. */
    for (int32_t rules = 0; done && rules < 4; rules++) {
        done = print_game(game, rules & 1, rules >> 1);
    }
    pursuit_game_free(game);
    csr_free(&graph);
    return done && printed_all() ? EXIT_SUCCESS : EXIT_FAILURE;
}
