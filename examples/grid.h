/*
 * A map drawn with characters, and the graph of its floor.
 *
 * '#' is a wall, everything else is floor; what the letters on the floor mean is the program's affair. The floor's cells
 * are the graph's nodes, numbered along the rows, so walls cost nothing: positions grow with the square of the nodes.
 *
 * The functions here return nonzero when they have done their work and 0 after saying on standard error why they have not.
 */
#ifndef EXAMPLES_GRID_H
#define EXAMPLES_GRID_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "example.h"

/* Start from `grid map = {0};`. */
typedef struct grid {
    int32_t width;
    int32_t height;
    char *cells; /* height x width of them */
    size_t used; /* characters read; more than height x width while a row is being read */
    size_t room;
    int32_t nodes;
    int32_t *node_of; /* by cell, -1 for a wall */
    int32_t *cell_of; /* by node: row * width + column */
} grid;

static inline int grid_add(grid *map, int cell) {
    if (map->used == map->room) {
        const size_t more = map->room == 0 ? 256 : map->room * 2;
        char *grown = more < INT32_MAX ? realloc(map->cells, more) : NULL;
        if (grown == NULL) {
            fputs("the map is too large\n", stderr);
            return 0;
        }
        map->cells = grown;
        map->room = more;
    }
    map->cells[map->used++] = (char)cell;
    return 1;
}

static inline int grid_end_row(grid *map) {
    const int32_t length = (int32_t)map->used - map->height * map->width;
    if (map->height > 0 && length != map->width) {
        fprintf(stderr, "row %" PRId32 " of the map has %" PRId32 " cells, the rows before it have %" PRId32 "\n",
                map->height + 1, length, map->width);
        return 0;
    }
    map->width = length;
    map->height++;
    return 1;
}

/* Numbers the floor, after the last row. */
static inline int grid_number(grid *map) {
    map->node_of = malloc((map->used + 1) * sizeof *map->node_of);
    map->cell_of = malloc((map->used + 1) * sizeof *map->cell_of);
    if (map->node_of == NULL || map->cell_of == NULL) {
        fputs("the map is too large\n", stderr);
        return 0;
    }
    for (int32_t cell = 0; cell < (int32_t)map->used; cell++) {
        const int is_wall = map->cells[cell] == '#';
        map->node_of[cell] = is_wall ? -1 : map->nodes;
        if (!is_wall) {
            map->cell_of[map->nodes++] = cell;
        }
    }
    return 1;
}

/* Reads a drawing, a line a row, up to an empty line or the end, and numbers it. */
static inline int grid_read(FILE *file, grid *map) {
    for (;;) {
        int cell = getc(file);
        if (cell == '\n' || cell == '\r' || cell == EOF) {
            return grid_number(map);
        }
        while (cell != '\n' && cell != EOF) {
            if (cell != '\r' && !grid_add(map, cell)) {
                return 0;
            }
            cell = getc(file);
        }
        if (!grid_end_row(map)) {
            return 0;
        }
    }
}

/* The first node marked with a letter, -1 if there is none. */
static inline int32_t grid_find(const grid *map, char mark) {
    for (int32_t node = 0; node < map->nodes; node++) {
        if (map->cells[map->cell_of[node]] == mark) {
            return node;
        }
    }
    return -1;
}

/* Where a token can go that jumps up to `reach` cells up, down, left or right, and over no wall. */
static inline int grid_moves(const grid *map, int32_t reach, csr *graph) {
    static const int32_t down[] = {-1, 1, 0, 0};
    static const int32_t right[] = {0, 0, -1, 1};
    for (int32_t node = 0; node < map->nodes; node++) {
        for (int way = 0; way < 4; way++) {
            int32_t row = map->cell_of[node] / map->width;
            int32_t column = map->cell_of[node] % map->width;
            for (int32_t jump = 0; jump < reach; jump++) {
                row += down[way];
                column += right[way];
                if (row < 0 || row >= map->height || column < 0 || column >= map->width) {
                    break;
                }
                const int32_t to = map->node_of[row * map->width + column];
                if (to < 0) {
                    break;
                }
                if (!csr_add(graph, to)) {
                    return 0;
                }
            }
        }
        if (!csr_end_row(graph)) {
            return 0;
        }
    }
    return 1;
}

static inline void grid_free(grid *map) {
    free(map->cells);
    free(map->node_of);
    free(map->cell_of);
    *map = (grid){0};
}

#endif
