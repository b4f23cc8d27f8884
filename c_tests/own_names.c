/*
 * A C host that has a start and a nextMove of its own, as the library does, and a MAX_N of its own. The host keeps its names,
 * and the library keeps to its own functions: nothing that it exports gets to the host's by way of a name.
 *
 * Links with the .so, and with an .a that was built without the feature `grader`. LIBRARY_HAS_GRADER tells that the library
 * at hand exports the C++ spellings of the grader's two functions, through which its cop can still be reached.
 */
#include "pursuit.h"

#include <stdio.h>

enum { MAX_N = 7, HOST_STARTED = 77, HOST_MOVED = 78 };

typedef unsigned char grader_row[500];

static int host_calls;
static int wrong;

int start(int n, grader_row *a);
int nextMove(int r);

int start(int n, grader_row *a) {
    (void)n;
    (void)a;
    host_calls++;
    return HOST_STARTED;
}

int nextMove(int r) {
    (void)r;
    host_calls++;
    return HOST_MOVED;
}

static void expect(const char *what, int got, int wanted) {
    if (got != wanted) {
        printf("FAILED %s: %d, not %d\n", what, got, wanted);
        wrong++;
    }
}

#ifdef LIBRARY_HAS_GRADER
int _Z5startiPA500_b(int n, grader_row *a);
int _Z8nextMovei(int r);

static void the_librarys_cop_plays_on_a_ring_of_four(void) {
    static grader_row ring[500];
    for (int corner = 0; corner < 4; corner++) {
        ring[corner][(corner + 1) % 4] = 1;
        ring[(corner + 1) % 4][corner] = 1;
    }
    expect("the library's start", _Z5startiPA500_b(4, ring), 0);
    expect("the library's nextMove", _Z8nextMovei(2), 0);
    expect("the library's nextMove", _Z8nextMovei(3), 3);
    expect("calls that strayed into the host", host_calls, 0);
}
#endif

int main(void) {
    const int32_t offsets[] = {0, 2, 4, 6}, columns[] = {1, 2, 0, 2, 0, 1};
    pursuit_game *game = NULL;
    pursuit_solution *solution = NULL;
    pursuit_start best = {0, 0, 0, 0};
#ifdef LIBRARY_HAS_GRADER
    the_librarys_cop_plays_on_a_ring_of_four();
#endif
    expect("cat and mouse on a triangle", cat_mouse_game(3, offsets, columns), PURSUIT_EVADER_WINS);
    expect("a game", pursuit_game_new(3, offsets, columns, &game), PURSUIT_OK);
    expect("its solution", pursuit_game_solve(game, &solution), PURSUIT_OK);
    expect("its start", pursuit_solution_best_start(solution, PURSUIT_PURSUER, &best), PURSUIT_OK);
    expect("the cop catches on a triangle in", best.distance, 1);
    pursuit_solution_free(solution);
    pursuit_game_free(game);
    expect("calls that strayed into the host", host_calls, 0);
    expect("the host's start", start(MAX_N, NULL), HOST_STARTED);
    expect("the host's nextMove", nextMove(MAX_N), HOST_MOVED);
    expect("the host's calls", host_calls, 2);
    return wrong == 0 ? 0 : 1;
}
