/* A path in CSR form, the graph on which games last longest: with a cop who may wait and a robber who must move, the worst
 * position with the cop to move takes 2(n - 2) plies. */
#ifndef PATH_H
#define PATH_H

#include <stdint.h>

/* The library shares the work on a graph of this size out among threads. */
enum { LONG_PATH = 600 };

/* Room for n + 1 offsets and 2 n columns. */
static inline void fill_path(int32_t n, int32_t *offsets, int32_t *columns) {
    int32_t arcs = 0;
    for (int32_t x = 0; x < n; x++) {
        offsets[x] = arcs;
        if (x > 0) {
            columns[arcs++] = x - 1;
        }
        if (x + 1 < n) {
            columns[arcs++] = x + 1;
        }
    }
    offsets[n] = arcs;
}

#endif
