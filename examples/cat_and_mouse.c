/*
 * LeetCode 913, Cat and Mouse: who wins when both play their best?
 *
 *     cat_and_mouse < graphs.json
 *
 * Reads graphs as the problem writes them, one after another: graph[x] lists the nodes next to x. The mouse starts on 1 and
 * moves first, the cat starts on 2, the hole is 0. Prints a line for each, with LeetCode's number: 0 a draw, 1 the mouse
 * wins, 2 the cat wins.
 */
#include "example.h"
#include "json.h"
#include "pursuit.h"

static int solve_next(json_reader *input) {
    static const char *const meaning[] = {"a draw", "the mouse wins", "the cat wins"};
    csr graph = {0};
    int solved = json_graph(input, &graph);
    if (solved) {
        const int32_t outcome = cat_mouse_game(graph.nodes, graph.row_offsets, graph.column_indices);
        /* Outcomes are 0 and up, what went wrong is below. */
        solved = outcome >= 0 || ok(outcome);
        if (solved) {
            printf("%" PRId32 ": %s\n", outcome, meaning[outcome]);
        }
    }
    csr_free(&graph);
    return solved;
}

int main(void) {
    json_reader input = {stdin, 1, 0, 0};
    while (json_more(&input)) {
        if (!solve_next(&input)) {
            return EXIT_FAILURE;
        }
    }
    return printed_all() && !input.fault ? EXIT_SUCCESS : EXIT_FAILURE;
}
