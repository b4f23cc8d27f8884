/* Graphs in CSR that are broken in one way each, with what a caller must be told about them. */
#ifndef BROKEN_GRAPHS_H
#define BROKEN_GRAPHS_H

#include "pursuit.h"

#include <stddef.h>

enum { BROKEN_NODES = 5 };

struct broken_csr {
    const char *what;
    int32_t row_offsets[BROKEN_NODES + 1];
    int has_columns;
    int32_t column_indices[6];
    int32_t status;
    size_t figure_count;
    long long figures[4];
};

/* The figures: for offsets index, value and, where there is one, the row that would have a negative length and the offset
 * that it starts at; for columns index, value and row. Where several things are broken the first of them must be named. */
static const struct broken_csr broken_graphs[] = {
    {"the first offset is 3", {3, 3, 4, 5, 6, 6}, 1, {1, 2, 3, 4, 0, 1}, PURSUIT_ERR_ROW_OFFSETS, 2, {0, 3}},
    {"the first offset is negative", {-4, 1, 2, 3, 4, 5}, 1, {1, 2, 3, 4, 0, 1}, PURSUIT_ERR_ROW_OFFSETS, 2, {0, -4}},
    {"all offsets are the largest int", {INT32_MAX, INT32_MAX, INT32_MAX, INT32_MAX, INT32_MAX, INT32_MAX}, 1, {0},
     PURSUIT_ERR_ROW_OFFSETS, 2, {0, INT32_MAX}},
    {"offsets fall", {0, 2, 5, 4, 6, 6}, 1, {1, 2, 3, 4, 0, 1}, PURSUIT_ERR_ROW_OFFSETS, 4, {3, 4, 2, 5}},
    {"offsets fall from the largest int", {0, 2, INT32_MAX, 4, 6, 6}, 1, {1, 2, 3, 4, 0, 1}, PURSUIT_ERR_ROW_OFFSETS, 4,
     {3, 4, 2, INT32_MAX}},
    {"the second offset is negative", {0, -8, 2, 3, 4, 5}, 1, {1, 2, 3, 4, 0, 1}, PURSUIT_ERR_ROW_OFFSETS, 3, {1, -8, 0}},
    {"the last offset is negative", {0, 1, 2, 3, 6, -7}, 1, {1, 2, 3, 4, 0, 1}, PURSUIT_ERR_ROW_OFFSETS, 4, {5, -7, 4, 6}},
    {"the last offset is the smallest int", {0, 1, 2, 3, 6, INT32_MIN}, 1, {1, 2, 3, 4, 0, 1}, PURSUIT_ERR_ROW_OFFSETS, 4,
     {5, INT32_MIN, 4, 6}},
    {"offsets fall twice", {0, 9, 8, 7, 6, 6}, 1, {1, 2, 3, 4, 0, 1}, PURSUIT_ERR_ROW_OFFSETS, 4, {2, 8, 1, 9}},
    {"offsets fall, and there are no columns", {0, 2, 1, 4, 6, 6}, 0, {0}, PURSUIT_ERR_ROW_OFFSETS, 4, {2, 1, 1, 2}},
    {"offsets fall, and a column is out of range", {0, 2, 3, 2, 6, 6}, 1, {90, 2, 3, 4, 0, 1}, PURSUIT_ERR_ROW_OFFSETS, 4,
     {3, 2, 2, 3}},
    {"there are no columns", {0, 2, 3, 4, 6, 6}, 0, {0}, PURSUIT_ERR_NULL_POINTER, 0, {0}},
    {"a column is n", {0, 2, 3, 4, 6, 6}, 1, {1, 2, 3, 5, 0, 1}, PURSUIT_ERR_COLUMN_INDEX, 3, {3, 5, 2}},
    {"a column is far out", {0, 0, 0, 4, 6, 6}, 1, {1, 90, 3, 4, 0, 1}, PURSUIT_ERR_COLUMN_INDEX, 3, {1, 90, 2}},
    {"a column is -1", {0, 2, 3, 4, 6, 6}, 1, {1, 2, 3, 4, 0, -1}, PURSUIT_ERR_COLUMN_INDEX, 3, {5, -1, 3}},
    {"a column is the largest int", {0, 2, 3, 4, 6, 6}, 1, {INT32_MAX, 2, 3, 4, 0, 1}, PURSUIT_ERR_COLUMN_INDEX, 3,
     {0, INT32_MAX, 0}},
    {"a column is the smallest int", {0, 0, 0, 0, 0, 6}, 1, {1, 2, INT32_MIN, 4, 0, 1}, PURSUIT_ERR_COLUMN_INDEX, 3,
     {2, INT32_MIN, 4}},
    {"two columns are out of range", {0, 2, 3, 4, 6, 6}, 1, {1, 2, 77, 4, 88, 1}, PURSUIT_ERR_COLUMN_INDEX, 3, {2, 77, 1}},
};

enum { BROKEN_GRAPHS = sizeof broken_graphs / sizeof broken_graphs[0] };

static inline const int32_t *columns_of(const struct broken_csr *broken) {
    return broken->has_columns ? broken->column_indices : NULL;
}

#endif
