/* Cop and robber on a square: the cop wins in three plies. Prints that, and the library's version. */

#include <pursuit.h>
#include <stdio.h>

int main(void)
{
    const int32_t row_offsets[] = {0, 2, 4, 6, 8};
    const int32_t column_indices[] = {1, 3, 0, 2, 1, 3, 0, 2};
    pursuit_game *game = NULL;
    pursuit_solution *solution = NULL;
    pursuit_start best;

    if (pursuit_game_new(4, row_offsets, column_indices, &game) != PURSUIT_OK ||
        pursuit_game_allow_stay(game, PURSUIT_PURSUER, 1) != PURSUIT_OK ||
        pursuit_game_solve(game, &solution) != PURSUIT_OK ||
        pursuit_solution_best_start(solution, PURSUIT_PURSUER, &best) != PURSUIT_OK) {
        fprintf(stderr, "%s\n", pursuit_last_error());
        return 1;
    }
    printf("pursuit %s: outcome %d in %d plies\n", pursuit_version(), (int)best.outcome, (int)best.distance);
    pursuit_solution_free(solution);
    pursuit_game_free(game);
    return 0;
}
