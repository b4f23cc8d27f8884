// A C++ host whose own start and nextMove have the very C++ names that the library exports; see own_names.c.
#include "pursuit.h"

#include <cstdio>

const int MAX_N = 500;

namespace {

const int HOST_STARTED = 77;
const int HOST_MOVED = 78;

int host_calls;
int wrong;

void expect(const char *what, int got, int wanted) {
    if (got != wanted) {
        std::printf("FAILED %s: %d, not %d\n", what, got, wanted);
        wrong++;
    }
}

} // namespace

int start(int, bool (*)[MAX_N]) {
    host_calls++;
    return HOST_STARTED;
}

int nextMove(int) {
    host_calls++;
    return HOST_MOVED;
}

#ifdef LIBRARY_HAS_GRADER
extern "C" int library_start(int n, bool (*a)[MAX_N]) __asm__("start");
extern "C" int library_next_move(int r) __asm__("nextMove");

static void the_librarys_cop_plays_on_a_ring_of_four() {
    static bool ring[MAX_N][MAX_N];
    for (int corner = 0; corner < 4; corner++) {
        ring[corner][(corner + 1) % 4] = true;
        ring[(corner + 1) % 4][corner] = true;
    }
    expect("the library's start", library_start(4, ring), 0);
    expect("the library's nextMove", library_next_move(2), 0);
    expect("the library's nextMove", library_next_move(3), 3);
}
#endif

int main() {
    const int32_t offsets[] = {0, 2, 4, 6}, columns[] = {1, 2, 0, 2, 0, 1};
#ifdef LIBRARY_HAS_GRADER
    the_librarys_cop_plays_on_a_ring_of_four();
#endif
    expect("cat and mouse on a triangle", cat_mouse_game(3, offsets, columns), PURSUIT_EVADER_WINS);
    expect("calls that strayed into the host", host_calls, 0);
    expect("the host's start", start(0, nullptr), HOST_STARTED);
    expect("the host's nextMove", nextMove(0), HOST_MOVED);
    return wrong == 0 ? 0 : 1;
}
