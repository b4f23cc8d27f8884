// Both headers after the one that the contest gave to its graders.
#include "../coprobber_original.h"

#include "coprobber.h"
#include "pursuit.h"

bool streets_of_a_host[MAX_N][MAX_N];

int cop_starts_and_moves(int n) {
    return start(n, streets_of_a_host) + nextMove(0);
}
