// The textbook solutions that the benchmark compares the library with: a queue of states with degree counters, as
// contest code has it. Plain C++, no vectors, no tricks; see textbook.cpp. Loaded by bench.rs at run time.
#ifndef TEXTBOOK_H
#define TEXTBOOK_H

#include <cstddef>
#include <cstdint>

#define TEXTBOOK_MAX_N 500

extern "C" {

// Cop and robber under the grader's rules (BOI 2014): the cop's best corner, or -1. `plies`, unless NULL, receives the
// worst-case number of plies from there (-1 with -1). The matrix is taken to be symmetric, as the problem promises.
// Both build the table of the cop's moves and the exact number of plies of every situation on the way.
int textbook_start_matrix(int n, const bool a[][TEXTBOOK_MAX_N], int *plies);
int textbook_start_lists(int n, const bool a[][TEXTBOOK_MAX_N], int *plies);

// Cat and mouse (LeetCode 913) on any graph in CSR form, directed or not: the mouse wins in node 0, the cat on the
// mouse's node and may not enter 0; a token without a move passes. Outcomes: 0 draw, 1 mouse, 2 cat.
enum { TEXTBOOK_DRAW = 0, TEXTBOOK_MOUSE = 1, TEXTBOOK_CAT = 2 };

// The outcome with the mouse on 1, the cat on 2 and the mouse to move: the whole table, then one look.
int textbook_cat_mouse(int n, const int32_t *row_offsets, const int32_t *column_indices);

// The whole table: entry [(mouse * n + cat) * 2 + turn], turn 0 the mouse's. `distance` holds plies, -1 for a draw;
// it is NULL unless asked for.
struct textbook_table {
    uint8_t *outcome;
    int32_t *distance;
};
void textbook_table_new(int n, const int32_t *row_offsets, const int32_t *column_indices, int with_distance,
                        textbook_table *table);
void textbook_table_free(textbook_table *table);

// Bytes asked of malloc by the functions above: the most held at once since the last reset.
size_t textbook_peak_bytes(void);
void textbook_reset_peak(void);

// The compiler that built this file.
const char *textbook_compiler(void);

}

#endif
