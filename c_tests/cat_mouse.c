/*
 * Cat and mouse (LeetCode 913) from C: published graphs and small ones that can be played out by hand, each with its result.
 * Graphs are written as the problem writes them and handed over as CSR. Exit status 0 if every result is right.
 */
#include "pursuit.h"

#include <stdio.h>
#include <stdlib.h>

enum { LONGEST_ROWS = 1000, LONGEST_COLUMNS = 4000 };

struct csr {
    int32_t n;
    int32_t row_offsets[LONGEST_ROWS + 1];
    int32_t column_indices[LONGEST_COLUMNS];
};

struct example {
    const char *what;
    const char *graph;
    int32_t result;
};

static const struct example examples[] = {
    {"the problem's first example", "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]", PURSUIT_DRAW},
    {"the problem's second example", "[[1,3],[0],[3],[0,2]]", PURSUIT_EVADER_WINS},
    {"the hole next to the mouse", "[[1,2],[0,2],[0,1]]", PURSUIT_EVADER_WINS},
    {"the mouse has only the cat's node to go to", "[[2],[2],[0,1]]", PURSUIT_PURSUER_WINS},
    {"the mouse needs 21 plies: more than 2n",
     "[[5,7,9],[3,4,5,6],[3,4,5,8],[1,2,6,7],[1,2,5,7,9],[0,1,2,4,8],[1,3,7,8],[0,3,4,6,8],[2,5,6,7,9],[0,4,8]]",
     PURSUIT_EVADER_WINS},
    {"the cat needs 22 plies: more than 2n",
     "[[7],[2,6,8,9],[1,4,5,6,7],[4,5,7],[2,3,5,8],[2,3,4,7],[1,2,9],[0,2,3,5,9],[1,4,9],[1,6,7,8]]", PURSUIT_PURSUER_WINS},
    {"the cat needs 16 plies: 2n", "[[3],[4,5,6],[5,6],[0,6,7],[1,6,7],[1,2,7],[1,2,3,4],[3,4,5]]", PURSUIT_PURSUER_WINS},
    {"the cat needs 40 plies",
     "[[3],[7,8,9,10],[4,7,9],[0,8,9,10],[2,5,6,9],[4,6,8],[4,5,8,9],[1,2,8],[1,3,5,6,7,10],[1,2,3,4,6],[1,3,8]]",
     PURSUIT_PURSUER_WINS},
    {"the cat needs 133 plies on 50 nodes",
     "[[3],[12,13,14],[8,9,10,11],[0,5,6,11,13,14],[8,9,12],[3,9,10,14],[3],[8,9],[2,4,7,9,15],[2,4,5,7,8,11],[2,5,13],"
     "[2,3,9,12],[1,4,11,13],[1,3,10,12,14],[1,3,5,13],[8,16],[15,17],[16,18],[17,19],[18,20],[19,21],[20,22],[21,23],[22,24],"
     "[23,25],[24,26],[25,27],[26,28],[27,29],[28,30],[29,31],[30,32],[31,33],[32,34],[33,35],[34,36],[35,37],[36,38],[37,39],"
     "[38,40],[39,41],[40,42],[41,43],[42,44],[43,45],[44,46],[45,47],[46,48],[47,49],[48]]",
     PURSUIT_PURSUER_WINS},
    {"8 plies that a search with \"on the path = draw\" misses", "[[5,6],[3,4],[6],[1,4,5],[1,3,5],[0,3,4,6],[0,2,5]]",
     PURSUIT_PURSUER_WINS},
    {"the hole does not count among the cat's moves", "[[2,3],[2,3],[0,1],[0,1]]", PURSUIT_EVADER_WINS},
    {"the cat may not enter the hole", "[[2,4],[2,3],[0,1],[1,4],[0,3]]", PURSUIT_EVADER_WINS},
    {"the smallest draw", "[[2],[2,3],[0,1,4],[1,4],[2,3]]", PURSUIT_DRAW},

    /* One-way streets. */
    {"the mouse's way to the hole is one-way", "[[],[0],[1]]", PURSUIT_EVADER_WINS},
    {"the way leads out of the hole only", "[[1],[2],[1]]", PURSUIT_PURSUER_WINS},
    {"each runs up and down a street of its own", "[[],[3],[4],[1],[2]]", PURSUIT_DRAW},
    {"the mouse is driven onto a node that the cat reaches next", "[[],[3],[3],[0]]", PURSUIT_PURSUER_WINS},
    {"the mouse is driven on to the hole with the cat a step behind", "[[],[3],[1],[0]]", PURSUIT_EVADER_WINS},
    {"both run round a one-way ring at one pace", "[[],[3],[4],[2],[1]]", PURSUIT_DRAW},

    /* A node in its own row: a token may wait there. */
    {"the mouse waits where no way leads to him", "[[],[1],[2]]", PURSUIT_DRAW},
    {"the mouse waits, and the cat comes", "[[],[1],[1]]", PURSUIT_PURSUER_WINS},
    {"the mouse need not step onto the cat, who can't leave", "[[],[1,2],[2]]", PURSUIT_DRAW},
    {"on a ring of four the mouse keeps away", "[[],[2,4],[1,3],[2,4],[1,3]]", PURSUIT_DRAW},
    {"on a ring of four the cat waits once, and the mouse has to come", "[[],[2,4],[1,2,3],[2,4],[1,3]]", PURSUIT_PURSUER_WINS},

    /* No move at all: the token passes. */
    {"the mouse can't move, and the cat comes", "[[],[],[1]]", PURSUIT_PURSUER_WINS},
    {"nobody can move", "[[],[],[]]", PURSUIT_DRAW},
    {"the cat has only the hole beside him, and passes", "[[2,4],[3],[0],[4],[0]]", PURSUIT_EVADER_WINS},

    /* A row may be unsorted and name a node twice. */
    {"entries twice and in any order", "[[5,2,2],[3,3],[5,4,0,4],[5,1,4,1],[3,2],[3,0,2,0]]", PURSUIT_DRAW},
};

static void read_graph(const char *text, struct csr *graph) {
    int32_t arcs = 0;
    graph->n = 0;
    graph->row_offsets[0] = 0;
    for (const char *at = text + 1; *at != '\0'; at++) {
        if (*at == ']' && at[1] != '\0') {
            graph->row_offsets[++graph->n] = arcs;
        } else if (*at >= '0' && *at <= '9') {
            char *end;
            graph->column_indices[arcs++] = (int32_t)strtol(at, &end, 10);
            at = end - 1;
        }
    }
}

/* 1 - 3 - 4 - ... - (n - 1) - 2, the hole apart. No draw: at a path's end the mouse has to turn back, towards the cat. */
static void make_long_path(int32_t n, struct csr *graph) {
    int32_t arcs = 0;
    graph->n = n;
    graph->row_offsets[0] = 0;
    for (int32_t node = 0; node < n; node++) {
        const int32_t before = node == 3 ? 1 : node == 2 ? n - 1 : node > 3 ? node - 1 : 0;
        const int32_t after = node == 1 ? 3 : node == n - 1 ? 2 : node > 2 ? node + 1 : 0;
        if (before != 0) {
            graph->column_indices[arcs++] = before;
        }
        if (after != 0) {
            graph->column_indices[arcs++] = after;
        }
        graph->row_offsets[node + 1] = arcs;
    }
}

static const char *name_of(int32_t result) {
    return result == PURSUIT_DRAW          ? "draw"
         : result == PURSUIT_EVADER_WINS   ? "mouse"
         : result == PURSUIT_PURSUER_WINS  ? "cat"
                                           : pursuit_status_message(result);
}

static int check(const char *what, const struct csr *graph, int32_t expected) {
    const int32_t result = cat_mouse_game(graph->n, graph->row_offsets, graph->column_indices);
    if (result == expected) {
        printf("ok    %s: %s\n", what, name_of(result));
        return 0;
    }
    printf("WRONG %s: %s, not %s\n", what, name_of(result), name_of(expected));
    return 1;
}

int main(void) {
    static struct csr graph;
    int wrong = 0;
    for (size_t at = 0; at < sizeof examples / sizeof examples[0]; at++) {
        read_graph(examples[at].graph, &graph);
        wrong += check(examples[at].what, &graph, examples[at].result);
    }
    make_long_path(LONGEST_ROWS, &graph);
    wrong += check("a path of a thousand", &graph, PURSUIT_PURSUER_WINS);
    return wrong == 0 ? 0 : 1;
}
