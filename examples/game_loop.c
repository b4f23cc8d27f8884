/*
 * A chase in a game: the map is solved once, then every frame looks its moves up.
 *
 *     game_loop dungeon.txt
 *
 * On the map '#' is a wall, 'E' an exit, 'P' where the player starts, 'M' where the monster does. In a frame the player
 * takes a step or stays, then the monster takes up to two steps. The player wants to get out, the monster wants the player.
 *
 * The monster never thinks: it knows who wins from each pair of cells, in how many moves, and which move to make. So may the
 * game: show the player a hint, set the difficulty by making the monster err now and then, or pick fair places to start from.
 */
#include <time.h>

#include "example.h"
#include "grid.h"
#include "pursuit.h"

enum { FRAMES = 100000, LOOK_UPS = 4000000, FRAMES_A_SECOND = 60, MOST_MOVES = 5 };

/* What the game can spare. The library refuses to take more, before it takes anything; without a limit the system might end
 * the process half-way. */
static const uint64_t memory_limit = (uint64_t)2 << 30;

typedef struct tokens {
    int32_t player;
    int32_t monster;
} tokens;

static double seconds_since(clock_t start) {
    return (double)(clock() - start) / CLOCKS_PER_SEC;
}

static int32_t show_progress(void *user_data, uint64_t round, uint64_t resolved, uint64_t total) {
    (void)user_data;
    (void)round;
    fprintf(stderr, "\rsolving: %3.0f %%%s", 100.0 * (double)resolved / (double)total, resolved == total ? "\n" : "");
    return 1;
}

/* Two steps after another. A node that can be reached in several ways is listed several times, which the library allows. */
static int two_steps(const csr *step, csr *graph) {
    for (int32_t from = 0; from < step->nodes; from++) {
        for (int32_t first = step->row_offsets[from]; first < step->row_offsets[from + 1]; first++) {
            const int32_t between = step->column_indices[first];
            if (!csr_add(graph, between)) {
                return 0;
            }
            for (int32_t second = step->row_offsets[between]; second < step->row_offsets[between + 1]; second++) {
                if (!csr_add(graph, step->column_indices[second])) {
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

static int set_exits(pursuit_game *game, const grid *map) {
    for (int32_t node = 0; node < map->nodes; node++) {
        if (map->cells[map->cell_of[node]] == 'E' && !ok(pursuit_game_set_goal(game, PURSUIT_EVADER, node, 1))) {
            return 0;
        }
    }
    return 1;
}

static int set_rules(pursuit_game *game, const csr *monster, const grid *map) {
    return ok(pursuit_game_set_graph(game, PURSUIT_PURSUER, monster->row_offsets, monster->column_indices)) &&
           ok(pursuit_game_allow_stay(game, PURSUIT_EVADER, 1)) && ok(pursuit_game_allow_stay(game, PURSUIT_PURSUER, 1)) &&
           set_exits(game, map);
}

static int solve(const grid *map, pursuit_solution **solution) {
    const clock_t start = clock();
    csr player = {0};
    csr monster = {0};
    pursuit_game *game = NULL;
    uint64_t estimate = 0;
    int done = grid_moves(map, 1, &player) && two_steps(&player, &monster) &&
               ok(pursuit_game_new(map->nodes, player.row_offsets, player.column_indices, &game)) &&
               set_rules(game, &monster, map) && ok(pursuit_game_set_threads(game, 0)) &&
               ok(pursuit_game_set_memory_limit(game, memory_limit)) &&
               ok(pursuit_game_set_progress(game, show_progress, NULL)) &&
               ok(pursuit_game_memory_estimate(game, &estimate));
    if (done) {
        printf("map: %" PRId32 " x %" PRId32 ", %" PRId32 " cells of floor\n", map->width, map->height, map->nodes);
        printf("memory: at least %" PRIu64 " MiB to solve it, at most %" PRIu64 " allowed\n", estimate >> 20,
               memory_limit >> 20);
        done = ok(pursuit_game_solve(game, solution));
    }
    if (done) {
        printf("solved: %.0f positions in %.1f s of processor time\n", 2.0 * map->nodes * map->nodes, seconds_since(start));
    }
    pursuit_game_free(game);
    csr_free(&monster);
    csr_free(&player);
    return done;
}

/* Looks up the best move of the side to move, and makes it. `value` is that of the position before it. */
static int move(const pursuit_solution *solution, int32_t to_move, tokens *at, pursuit_value *value) {
    if (!ok(pursuit_solution_probe(solution, at->player, at->monster, to_move, value))) {
        return 0;
    }
    if (value->distance != 0) {
        *(to_move == PURSUIT_EVADER ? &at->player : &at->monster) = value->best_move;
    }
    return 1;
}

/* The part of a map to draw. */
typedef struct window {
    int32_t top;
    int32_t bottom;
    int32_t left;
    int32_t right;
} window;

static int32_t lower(int32_t a, int32_t b) {
    return a < b ? a : b;
}

static int32_t higher(int32_t a, int32_t b) {
    return a > b ? a : b;
}

/* Widens a window until it shows a node and what is around it. */
static void show(window *seen, const grid *map, int32_t node) {
    const int32_t row = map->cell_of[node] / map->width;
    const int32_t column = map->cell_of[node] % map->width;
    seen->top = lower(seen->top, higher(row - 1, 0));
    seen->bottom = higher(seen->bottom, lower(row + 1, map->height - 1));
    seen->left = lower(seen->left, higher(column - 1, 0));
    seen->right = higher(seen->right, lower(column + 1, map->width - 1));
}

static void print_cells(const window *seen, const grid *map) {
    for (int32_t row = seen->top; row <= seen->bottom; row++) {
        const char *cells = map->cells + (size_t)row * (size_t)map->width;
        printf("%.*s\n", (int)(seen->right - seen->left + 1), cells + seen->left);
    }
}

/* The chase from the map's P and M when both play their best, drawn: the player's way with '*', the monster's with '+'. */
static int show_best_chase(const pursuit_solution *solution, grid *map, tokens at) {
    pursuit_value value;
    if (!ok(pursuit_solution_probe(solution, at.player, at.monster, PURSUIT_EVADER, &value))) {
        return 0;
    }
    fputs("best play: ", stdout);
    print_result(value.outcome, value.distance, "player", "monster");
    putchar('\n');
    const int32_t promised = value.distance;
    window seen = {map->height, -1, map->width, -1};
    show(&seen, map, at.player);
    show(&seen, map, at.monster);
    for (int32_t ply = 0; ply < promised; ply++) {
        const int32_t to_move = ply % 2 == 0 ? PURSUIT_EVADER : PURSUIT_PURSUER;
        const int32_t left = to_move == PURSUIT_EVADER ? at.player : at.monster;
        map->cells[map->cell_of[left]] = to_move == PURSUIT_EVADER ? '*' : '+';
        if (!move(solution, to_move, &at, &value)) {
            return 0;
        }
        show(&seen, map, to_move == PURSUIT_EVADER ? at.player : at.monster);
    }
    map->cells[map->cell_of[at.monster]] = 'M';
    map->cells[map->cell_of[at.player]] = at.player == at.monster ? 'X' : 'P';
    print_cells(&seen, map);
    return 1;
}

static uint32_t random_below(uint64_t *state, uint32_t bound) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*state >> 32) * bound >> 32);
}

/* A player who now and then takes any step instead of the best one. */
static int careless_move(const pursuit_solution *solution, tokens *at, uint64_t *random) {
    pursuit_value value;
    pursuit_move moves[MOST_MOVES];
    int32_t count = 0;
    if (random_below(random, 4) != 0) {
        return move(solution, PURSUIT_EVADER, at, &value);
    }
    if (!ok(pursuit_solution_moves(solution, at->player, at->monster, PURSUIT_EVADER, moves, MOST_MOVES, &count))) {
        return 0;
    }
    if (count > 0) {
        at->player = moves[random_below(random, (uint32_t)count)].node;
    }
    return 1;
}

/* A start where neither side has won yet: there is one, the map's own. */
static int random_start(const pursuit_solution *solution, int32_t n, tokens *at, uint64_t *random) {
    pursuit_value value;
    do {
        at->player = (int32_t)random_below(random, (uint32_t)n);
        at->monster = (int32_t)random_below(random, (uint32_t)n);
        if (!ok(pursuit_solution_probe(solution, at->player, at->monster, PURSUIT_EVADER, &value))) {
            return 0;
        }
    } while (value.distance == 0);
    return 1;
}

/* Chases from random starts, one after another. The last one may be under way when the frames are over. */
static int play(const pursuit_solution *solution, int32_t n) {
    const clock_t start = clock();
    uint64_t random = 1;
    long caught = 0, escaped = 0;
    tokens at = {0, 0};
    pursuit_value value = {PURSUIT_DRAW, 0, -1};
    for (long frame = 0; frame < FRAMES; frame++) {
        if ((value.distance == 0 && !random_start(solution, n, &at, &random)) ||
            !careless_move(solution, &at, &random) || !move(solution, PURSUIT_PURSUER, &at, &value) ||
            !ok(pursuit_solution_probe(solution, at.player, at.monster, PURSUIT_EVADER, &value))) {
            return 0;
        }
        if (value.distance == 0) {
            caught += value.outcome == PURSUIT_PURSUER_WINS;
            escaped += value.outcome == PURSUIT_EVADER_WINS;
        }
    }
    printf("%d frames in %.2f s: a careless player was caught %ld times and got out %ld times\n", FRAMES,
           seconds_since(start), caught, escaped);
    return 1;
}

/* What a game with many monsters on many maps would ask: moves of both sides, anywhere. */
static int measure_look_ups(const pursuit_solution *solution, int32_t n) {
    uint64_t random = 1;
    const clock_t start = clock();
    for (long at = 0; at < LOOK_UPS; at++) {
        pursuit_value value;
        const int32_t player = (int32_t)random_below(&random, (uint32_t)n);
        const int32_t monster = (int32_t)random_below(&random, (uint32_t)n);
        if (!ok(pursuit_solution_probe(solution, player, monster, at % 2 == 0 ? PURSUIT_EVADER : PURSUIT_PURSUER, &value))) {
            return 0;
        }
    }
    const double seconds = seconds_since(start);
    const double a_second = seconds > 0 ? LOOK_UPS / seconds : 0;
    printf("%d moves looked up in %.2f s: %.0f look-ups a second, %.0f in a frame at %d frames a second\n", LOOK_UPS, seconds,
           a_second, a_second / FRAMES_A_SECOND, FRAMES_A_SECOND);
    return 1;
}

static int run(grid *map) {
    const tokens at = {grid_find(map, 'P'), grid_find(map, 'M')};
    if (at.player < 0 || at.monster < 0) {
        fputs("the map needs a player P and a monster M\n", stderr);
        return 0;
    }
    pursuit_solution *solution = NULL;
    const int done = solve(map, &solution) && show_best_chase(solution, map, at) && play(solution, map->nodes) &&
                     measure_look_ups(solution, map->nodes);
    pursuit_solution_free(solution);
    return done;
}

int main(int arguments, char **argument) {
    FILE *file = arguments == 2 ? fopen(argument[1], "r") : NULL;
    if (file == NULL) {
        if (arguments == 2) {
            perror(argument[1]);
        } else {
            fprintf(stderr, "usage: %s MAP\n", argument[0]);
        }
        return EXIT_FAILURE;
    }
    grid map = {0};
    const int done = grid_read(file, &map) && run(&map) && printed_all();
    fclose(file);
    grid_free(&map);
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
