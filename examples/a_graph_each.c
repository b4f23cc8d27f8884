/*
 * A graph for each side: one chess piece hunts another on an otherwise empty board.
 *
 *     a_graph_each HUNTER PREY [SIZE]
 *
 * The pieces are king, knight, wazir (a step along a row or column) and ferz (a step along a diagonal); the board has SIZE
 * times SIZE squares, 8 unless said. The hunter moves first and may wait, the prey must move. The rules are cop and robber's,
 * only that each side's moves come from a graph of its own over the same squares.
 */
#include <string.h>

#include "example.h"
#include "pursuit.h"

enum { LARGEST_BOARD = 26 }; /* a square's name begins with one letter */

/* A leaper goes from (0, 0) to (reach, other), and to the mirror images of that. */
typedef struct piece {
    const char *name;
    int leaps;
    int leap[2][2];
} piece;

static const piece pieces[] = {
    {"king", 2, {{0, 1}, {1, 1}}},
    {"knight", 1, {{1, 2}, {0, 0}}},
    {"wazir", 1, {{0, 1}, {0, 0}}},
    {"ferz", 1, {{1, 1}, {0, 0}}},
};

static const piece *find_piece(const char *name) {
    for (size_t at = 0; at < sizeof pieces / sizeof pieces[0]; at++) {
        if (strcmp(pieces[at].name, name) == 0) {
            return &pieces[at];
        }
    }
    fprintf(stderr, "'%s' is no piece; there are king, knight, wazir and ferz\n", name);
    return NULL;
}

static int leaps_to(const piece *moving, int32_t files, int32_t ranks) {
    for (int at = 0; at < moving->leaps; at++) {
        const int32_t shorter = moving->leap[at][0];
        const int32_t longer = moving->leap[at][1];
        if ((files == shorter && ranks == longer) || (files == longer && ranks == shorter)) {
            return 1;
        }
    }
    return 0;
}

/* The squares are numbered a1, b1, ..., a2, ... */
static int add_moves(const piece *moving, int32_t size, csr *graph) {
    for (int32_t from = 0; from < size * size; from++) {
        for (int32_t to = 0; to < size * size; to++) {
            const int32_t files = abs(from % size - to % size);
            const int32_t ranks = abs(from / size - to / size);
            if (leaps_to(moving, files, ranks) && !csr_add(graph, to)) {
                return 0;
            }
        }
        if (!csr_end_row(graph)) {
            return 0;
        }
    }
    return 1;
}

static int solve(const piece *hunter, const piece *prey, int32_t size, pursuit_solution **solution) {
    csr hunts = {0};
    csr flees = {0};
    pursuit_game *game = NULL;
    const int solved = add_moves(hunter, size, &hunts) && add_moves(prey, size, &flees) &&
                       ok(pursuit_game_new(hunts.nodes, hunts.row_offsets, hunts.column_indices, &game)) &&
                       ok(pursuit_game_set_graph(game, PURSUIT_EVADER, flees.row_offsets, flees.column_indices)) &&
                       ok(pursuit_game_allow_stay(game, PURSUIT_PURSUER, 1)) && ok(pursuit_game_solve(game, solution));
    pursuit_game_free(game);
    csr_free(&flees);
    csr_free(&hunts);
    return solved;
}

static void print_square(int32_t square, int32_t size) {
    printf("%c%" PRId32, (int)('a' + square % size), square / size + 1);
}

/* The game from the best start, a line for each of the hunter's moves and the answer to it. */
static int print_game(const pursuit_solution *solution, pursuit_start from, int32_t size) {
    int32_t hunter = from.pursuer;
    int32_t prey = from.evader;
    pursuit_value value;
    for (int32_t ply = 0; ply < from.distance; ply++) {
        const int32_t to_move = ply % 2 == 0 ? PURSUIT_PURSUER : PURSUIT_EVADER;
        int32_t *token = to_move == PURSUIT_PURSUER ? &hunter : &prey;
        if (!ok(pursuit_solution_probe(solution, prey, hunter, to_move, &value))) {
            return 0;
        }
        if (ply % 2 == 0) {
            printf("%4" PRId32 ".", ply / 2 + 1);
        }
        fputs("  ", stdout);
        print_square(*token, size);
        putchar('-');
        print_square(value.best_move, size);
        *token = value.best_move;
        if (ply % 2 == 1 || ply + 1 == from.distance) {
            putchar('\n');
        }
    }
    return 1;
}

static int print_hunt(const piece *hunter, const piece *prey, int32_t size) {
    pursuit_solution *solution = NULL;
    pursuit_start best;
    pursuit_summary summary;
    int done = solve(hunter, prey, size, &solution) &&
               ok(pursuit_solution_best_start(solution, PURSUIT_PURSUER, &best)) &&
               ok(pursuit_solution_summary(solution, PURSUIT_PURSUER, &summary));
    if (done) {
        printf("%s hunts %s, %" PRId32 " x %" PRId32 " squares: ", hunter->name, prey->name, size, size);
        if (best.outcome == PURSUIT_PURSUER_WINS) {
            fputs("from ", stdout);
            print_square(best.pursuer, size);
            fputs(" against ", stdout);
            print_square(best.evader, size);
            printf(" caught in %" PRId32 " %s\n", best.distance, plies(best.distance));
            done = print_game(solution, best, size);
        } else {
            puts("the prey can choose a square from which it escapes");
        }
        printf("caught from %" PRIu64 " of %" PRIu64 " pairs of squares, longest hunt %" PRId64 "\n", summary.pursuer_wins,
               summary.pursuer_wins + summary.draws, summary.longest);
    }
    pursuit_solution_free(solution);
    return done;
}

int main(int arguments, char **argument) {
    if (arguments != 3 && arguments != 4) {
        fprintf(stderr, "usage: %s HUNTER PREY [SIZE]\n", argument[0]);
        return EXIT_FAILURE;
    }
    const piece *hunter = find_piece(argument[1]);
    const piece *prey = find_piece(argument[2]);
    int32_t size = 8;
    if (hunter == NULL || prey == NULL || (arguments == 4 && !read_argument(argument[3], &size))) {
        return EXIT_FAILURE;
    }
    if (size < 1 || size > LARGEST_BOARD) {
        fprintf(stderr, "a board of size %" PRId32 "; it must be 1 to %d\n", size, LARGEST_BOARD);
        return EXIT_FAILURE;
    }
    return print_hunt(hunter, prey, size) && printed_all() ? EXIT_SUCCESS : EXIT_FAILURE;
}
