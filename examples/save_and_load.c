/*
 * A solved map that is shipped with a game: solved once, saved, and only loaded from then on.
 *
 *     save_and_load solve MAP IMAGE    solves cop and robber on the map's floor and writes the solution to a file
 *     save_and_load load IMAGE         reads it back; neither the map nor the rules are needed for that
 *
 * Both print the same report, so two processes can be compared: counts, the best start, and a digest of every answer (who
 * wins, in how many plies, which move is best). '#' is a wall on the map; the cop goes first and may wait, the robber must
 * move.
 */
#include <string.h>

#include "example.h"
#include "grid.h"
#include "pursuit.h"

/* FNV-1a, over the bytes of a number from the lowest up: the same on every machine. */
static uint64_t digest_number(uint64_t digest, int32_t number) {
    for (int byte = 0; byte < 4; byte++) {
        digest = (digest ^ ((uint32_t)number >> (8 * byte) & 255)) * 1099511628211u;
    }
    return digest;
}

static uint64_t digest_values(uint64_t digest, const pursuit_value *values, int32_t count) {
    for (int32_t at = 0; at < count; at++) {
        digest = digest_number(digest, values[at].outcome);
        digest = digest_number(digest, values[at].distance);
        digest = digest_number(digest, values[at].best_move);
    }
    return digest;
}

/* Every position with `to_move` to move, a row of them at a time. `rows` has room for two numbers for each node. */
static int print_digest(const pursuit_solution *solution, int32_t n, int32_t to_move, int32_t *rows, pursuit_value *values) {
    uint64_t digest = 14695981039346656037u;
    int32_t *robbers = rows;
    int32_t *cops = rows + n;
    for (int32_t robber = 0; robber < n; robber++) {
        for (int32_t cop = 0; cop < n; cop++) {
            robbers[cop] = robber;
            cops[cop] = cop;
        }
        if (!ok(pursuit_solution_probe_many(solution, (size_t)n, robbers, cops, to_move, values))) {
            return 0;
        }
        digest = digest_values(digest, values, n);
    }
    printf("digest of all answers: %016" PRIx64 "\n", digest);
    return 1;
}

static int report_side(const pursuit_solution *solution, int32_t n, int32_t to_move, int32_t *rows, pursuit_value *values) {
    pursuit_summary summary;
    if (!ok(pursuit_solution_summary(solution, to_move, &summary))) {
        return 0;
    }
    printf("%s to move: caught from %" PRIu64 " positions, never from %" PRIu64 ", longest chase %" PRId64 "; ",
           to_move == PURSUIT_PURSUER ? "cop" : "robber", summary.pursuer_wins, summary.draws, summary.longest);
    return print_digest(solution, n, to_move, rows, values);
}

static int report(const pursuit_solution *solution) {
    int32_t n = 0;
    pursuit_start best;
    if (!ok(pursuit_solution_node_count(solution, &n)) ||
        !ok(pursuit_solution_best_start(solution, PURSUIT_PURSUER, &best))) {
        return 0;
    }
    printf("%" PRId32 " nodes\n", n);
    if (best.outcome == PURSUIT_PURSUER_WINS) {
        printf("best start: cop on %" PRId32 ", robber on %" PRId32 ", caught in %" PRId32 " %s\n", best.pursuer, best.evader,
               best.distance, plies(best.distance));
    } else {
        puts("best start: none, the robber escapes");
    }
    int32_t *rows = malloc(2 * (size_t)n * sizeof *rows);
    pursuit_value *values = malloc((size_t)n * sizeof *values);
    int done = rows != NULL && values != NULL;
    if (!done) {
        fputs("out of memory\n", stderr);
    }
    done = done && report_side(solution, n, PURSUIT_PURSUER, rows, values) &&
           report_side(solution, n, PURSUIT_EVADER, rows, values);
    free(values);
    free(rows);
    return done;
}

static int read_map(const char *name, csr *graph) {
    FILE *file = fopen(name, "r");
    if (file == NULL) {
        perror(name);
        return 0;
    }
    grid map = {0};
    const int done = grid_read(file, &map) && grid_moves(&map, 1, graph);
    grid_free(&map);
    fclose(file);
    return done;
}

static int solve(const char *map, pursuit_solution **solution) {
    csr graph = {0};
    pursuit_game *game = NULL;
    const int done = read_map(map, &graph) &&
                     ok(pursuit_game_new(graph.nodes, graph.row_offsets, graph.column_indices, &game)) &&
                     ok(pursuit_game_allow_stay(game, PURSUIT_PURSUER, 1)) && ok(pursuit_game_set_threads(game, 0)) &&
                     ok(pursuit_game_solve(game, solution));
    pursuit_game_free(game);
    csr_free(&graph);
    return done;
}

static int write_file(const char *name, const void *image, size_t size) {
    FILE *file = fopen(name, "wb");
    int done = file != NULL && fwrite(image, 1, size, file) == size;
    /* What is still buffered is written on closing, and that may fail too. */
    done = file != NULL && fclose(file) == 0 && done;
    if (!done) {
        perror(name);
    }
    return done;
}

static int save(const pursuit_solution *solution, const char *name) {
    size_t size = 0;
    if (!ok(pursuit_solution_save(solution, NULL, 0, &size))) {
        return 0;
    }
    void *image = malloc(size);
    if (image == NULL) {
        fputs("out of memory\n", stderr);
        return 0;
    }
    const int done = ok(pursuit_solution_save(solution, image, size, &size)) && write_file(name, image, size);
    free(image);
    return done;
}

/* The whole file; NULL if it cannot be read. */
static void *read_file(FILE *file, size_t *size) {
    size_t room = 1 << 16;
    char *image = malloc(room);
    *size = 0;
    while (image != NULL) {
        *size += fread(image + *size, 1, room - *size, file);
        if (*size < room) {
            break;
        }
        room *= 2;
        char *grown = realloc(image, room);
        if (grown == NULL) {
            free(image);
        }
        image = grown;
    }
    if (image == NULL || ferror(file)) {
        fputs("the image cannot be read\n", stderr);
        free(image);
        return NULL;
    }
    return image;
}

/* An image from elsewhere need not be trusted: one that is damaged is refused. */
static int load(const char *name, pursuit_solution **solution) {
    FILE *file = fopen(name, "rb");
    if (file == NULL) {
        perror(name);
        return 0;
    }
    size_t size = 0;
    void *image = read_file(file, &size);
    const int done = image != NULL && ok(pursuit_solution_load(image, size, solution));
    free(image);
    fclose(file);
    return done;
}

int main(int arguments, char **argument) {
    pursuit_solution *solution = NULL;
    int done = 0;
    if (arguments == 4 && strcmp(argument[1], "solve") == 0) {
        done = solve(argument[2], &solution) && save(solution, argument[3]);
    } else if (arguments == 3 && strcmp(argument[1], "load") == 0) {
        done = load(argument[2], &solution);
    } else {
        fprintf(stderr, "usage: %s solve MAP IMAGE\n       %s load IMAGE\n", argument[0], argument[0]);
    }
    done = done && report(solution) && printed_all();
    pursuit_solution_free(solution);
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
