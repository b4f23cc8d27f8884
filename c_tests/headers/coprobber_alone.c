/* coprobber.h by itself has all that it needs, bool included. */
#include "coprobber.h"

bool streets_of_a_host[MAX_N][MAX_N];
