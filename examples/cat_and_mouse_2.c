/*
 * LeetCode 1728, Cat and Mouse II: can the mouse get to the food?
 *
 *     cat_and_mouse_2 < cases.json                       ["####F","#C...","M...."], 1, 2 and more of the kind
 *     cat_and_mouse_2 CAT_JUMP MOUSE_JUMP < drawing.txt  one grid as it looks, a line a row
 *
 * 'M', 'C', 'F' are mouse, cat and food, '#' is a wall. In turn, the mouse first, each jumps up, down, left or right, no
 * farther than its jump and over no wall, or stays. The cat wins on the mouse's cell or on the food, the mouse on the food;
 * a game that goes on for ever counts for the cat. Prints true or false, as the problem asks, and why.
 */
#include "example.h"
#include "grid.h"
#include "json.h"
#include "pursuit.h"

typedef struct starts {
    int32_t mouse;
    int32_t cat;
    int32_t food;
} starts;

static int find_starts(const grid *map, starts *at) {
    at->mouse = grid_find(map, 'M');
    at->cat = grid_find(map, 'C');
    at->food = grid_find(map, 'F');
    if (at->mouse < 0 || at->cat < 0 || at->food < 0) {
        fputs("the grid needs a mouse M, a cat C and food F\n", stderr);
        return 0;
    }
    return 1;
}

/* A graph each, for the jumps differ; the food is a goal of both, and both may stay. */
static int solve(const grid *map, int32_t cat_jump, int32_t mouse_jump, int32_t food, pursuit_solution **solution) {
    csr cat = {0};
    csr mouse = {0};
    pursuit_game *game = NULL;
    const int solved = grid_moves(map, cat_jump, &cat) && grid_moves(map, mouse_jump, &mouse) &&
                       ok(pursuit_game_new(map->nodes, cat.row_offsets, cat.column_indices, &game)) &&
                       ok(pursuit_game_set_graph(game, PURSUIT_EVADER, mouse.row_offsets, mouse.column_indices)) &&
                       ok(pursuit_game_allow_stay(game, PURSUIT_EVADER, 1)) &&
                       ok(pursuit_game_allow_stay(game, PURSUIT_PURSUER, 1)) &&
                       ok(pursuit_game_set_goal(game, PURSUIT_EVADER, food, 1)) &&
                       ok(pursuit_game_set_goal(game, PURSUIT_PURSUER, food, 1)) &&
                       ok(pursuit_game_solve(game, solution));
    pursuit_game_free(game);
    csr_free(&mouse);
    csr_free(&cat);
    return solved;
}

static int print_answer(const grid *map, int32_t cat_jump, int32_t mouse_jump) {
    starts at;
    pursuit_solution *solution = NULL;
    pursuit_value value;
    const int solved = find_starts(map, &at) && solve(map, cat_jump, mouse_jump, at.food, &solution) &&
                       ok(pursuit_solution_probe(solution, at.mouse, at.cat, PURSUIT_EVADER, &value));
    if (solved) {
        fputs(value.outcome == PURSUIT_EVADER_WINS ? "true: " : "false: ", stdout);
        if (value.outcome == PURSUIT_DRAW) {
            fputs("the cat keeps the mouse from the food for ever", stdout);
        } else {
            print_result(value.outcome, value.distance, "mouse", "cat");
        }
        putchar('\n');
    }
    pursuit_solution_free(solution);
    return solved;
}

/* The grid as an array of strings. */
static int read_grid(json_reader *input, grid *map) {
    if (!json_array(input)) {
        return 0;
    }
    for (int row = 0; json_element(input, row); row = 1) {
        if (!json_string(input)) {
            return 0;
        }
        int cell;
        while ((cell = json_character(input)) != 0) {
            if (!grid_add(map, cell)) {
                return 0;
            }
        }
        if (input->fault || !grid_end_row(map)) {
            return 0;
        }
    }
    return !input->fault && grid_number(map);
}

static int read_jump(json_reader *input, int32_t *jump) {
    /* Skips a comma; that nothing follows is the number's complaint. */
    json_more(input);
    return json_number(input, jump);
}

static int answer_next(json_reader *input) {
    grid map = {0};
    int32_t cat_jump, mouse_jump;
    const int done = read_grid(input, &map) && read_jump(input, &cat_jump) && read_jump(input, &mouse_jump) &&
                     print_answer(&map, cat_jump, mouse_jump);
    grid_free(&map);
    return done;
}

static int answer_cases(void) {
    json_reader input = {stdin, 1, 0, 0};
    while (json_more(&input)) {
        if (!answer_next(&input)) {
            return 0;
        }
    }
    return !input.fault;
}

static int answer_drawing(const char *cat_jump, const char *mouse_jump) {
    grid map = {0};
    int32_t cat, mouse;
    const int done = read_argument(cat_jump, &cat) && read_argument(mouse_jump, &mouse) && grid_read(stdin, &map) &&
                     print_answer(&map, cat, mouse);
    grid_free(&map);
    return done;
}

int main(int arguments, char **argument) {
    if (arguments != 1 && arguments != 3) {
        fprintf(stderr, "usage: %s [CAT_JUMP MOUSE_JUMP] < grid\n", argument[0]);
        return EXIT_FAILURE;
    }
    const int done = arguments == 1 ? answer_cases() : answer_drawing(argument[1], argument[2]);
    return done && printed_all() ? EXIT_SUCCESS : EXIT_FAILURE;
}
