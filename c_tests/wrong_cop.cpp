// Cops who are wrong in one way each, to show that the grader sees it: FAULT chooses. Linked instead of the library.
#include "coprobber.h"

enum Fault { GIVES_UP, CLAIMS_A_WIN, STARTS_NOWHERE, GOES_NOWHERE, JUMPS, DAWDLES, WRITES };

static int corner;

int start(int n, bool a[MAX_N][MAX_N]) {
    corner = 0;
    switch (FAULT) {
    case GIVES_UP:
        return -1;
    case STARTS_NOWHERE:
        return n;
    case WRITES:
        a[n - 1][n - 1] = true;
        return -1;
    default:
        return 0;
    }
}

int nextMove(int r) {
    switch (FAULT) {
    case GOES_NOWHERE:
        return -1;
    case JUMPS:
        return corner = r;
    default:
        return corner;
    }
}
