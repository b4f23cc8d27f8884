/*
 * What the examples share: how they deal with a failing call, how they say who wins, and a graph written row by row.
 *
 * The functions here that can fail return nonzero when they have done their work, and 0 after saying on standard error why
 * they have not, so that calls can be chained with &&.
 */
#ifndef EXAMPLE_H
#define EXAMPLE_H

#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "pursuit.h"

/* Whether a call of the library went well; the library's own sentence says why not. */
static inline int ok(int32_t status) {
    if (status != PURSUIT_OK) {
        fprintf(stderr, "pursuit: %s\n", pursuit_last_error());
    }
    return status == PURSUIT_OK;
}

/* A whole number from the command line. Whether it is a node, a size or a count the library or the program judges. */
static inline int read_argument(const char *text, int32_t *number) {
    char *end;
    errno = 0;
    const long value = strtol(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0 || value < INT32_MIN || value > INT32_MAX) {
        fprintf(stderr, "'%s' is not a whole number\n", text);
        return 0;
    }
    *number = (int32_t)value;
    return 1;
}

static inline const char *plies(int32_t distance) {
    return distance == 1 ? "ply" : "plies";
}

/* "the cat wins in 8 plies", "a draw". */
static inline void print_result(int32_t outcome, int32_t distance, const char *evader, const char *pursuer) {
    if (outcome == PURSUIT_DRAW) {
        fputs("a draw", stdout);
    } else {
        printf("the %s wins in %" PRId32 " %s", outcome == PURSUIT_EVADER_WINS ? evader : pursuer, distance, plies(distance));
    }
}

/* Results that nobody can read are a failure too. */
static inline int printed_all(void) {
    if (fflush(stdout) != 0 || ferror(stdout)) {
        perror("standard output");
        return 0;
    }
    return 1;
}

/*
 * A graph in the form that the library reads (CSR): row x lists where a token on x can go. Start from `csr graph = {0};`.
 */
typedef struct csr {
    int32_t nodes;           /* finished rows */
    int32_t entries;         /* entries of all rows, the unfinished one included */
    int32_t *row_offsets;    /* nodes + 1 of them, NULL while there is no row */
    int32_t *column_indices; /* NULL while there is no entry */
    int32_t row_room;
    int32_t entry_room;
} csr;

/* Makes room for one number more than `used`. */
static inline int csr_grow(int32_t **numbers, int32_t used, int32_t *room) {
    if (used < *room) {
        return 1;
    }
    if (*room > INT32_MAX / 2 || (size_t)*room > SIZE_MAX / 2 / sizeof **numbers) {
        fprintf(stderr, "the graph has more than %" PRId32 " entries\n", *room);
        return 0;
    }
    const int32_t more = *room == 0 ? 64 : *room * 2;
    int32_t *grown = realloc(*numbers, (size_t)more * sizeof **numbers);
    if (grown == NULL) {
        fputs("out of memory\n", stderr);
        return 0;
    }
    *numbers = grown;
    *room = more;
    return 1;
}

/* Adds an entry to the row that is being written. */
static inline int csr_add(csr *graph, int32_t to) {
    if (!csr_grow(&graph->column_indices, graph->entries, &graph->entry_room)) {
        return 0;
    }
    graph->column_indices[graph->entries++] = to;
    return 1;
}

/* Finishes the row that is being written; the next entry goes to the next row. */
static inline int csr_end_row(csr *graph) {
    if (!csr_grow(&graph->row_offsets, graph->nodes + 1, &graph->row_room)) {
        return 0;
    }
    graph->row_offsets[0] = 0;
    graph->row_offsets[++graph->nodes] = graph->entries;
    return 1;
}

static inline void csr_free(csr *graph) {
    free(graph->row_offsets);
    free(graph->column_indices);
    *graph = (csr){0};
}

#endif
