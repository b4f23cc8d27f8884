/*
 * One fault of each kind that the sanitizers and valgrind are there to see, in this program or, where its name begins with
 * "library", inside the library, which has to be built with the feature `fault-injection` for that (LIBRARY_HAS_FAULTS).
 *
 * Usage: faults NAME. With "none" it uses the library without a fault. Whoever lets it pass with another name is not
 * looking: the exit status is 0 then too.
 */
#include "pursuit.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pursuit_solution *solved_triangle(void) {
    static const int32_t offsets[] = {0, 2, 4, 6}, columns[] = {1, 2, 0, 2, 0, 1};
    pursuit_game *game = NULL;
    pursuit_solution *solution = NULL;
    if (pursuit_game_new(3, offsets, columns, &game) != PURSUIT_OK
        || pursuit_game_solve(game, &solution) != PURSUIT_OK) {
        exit(3);
    }
    pursuit_game_free(game);
    return solution;
}

/* What is looked at without being allowed to comes to nothing, but the compiler must not know that. */
static volatile int sink;

static void none(void) {
    pursuit_solution_free(solved_triangle());
}

static void read_beyond(void) {
    pursuit_solution *solution = solved_triangle();
    pursuit_move *moves = malloc(2 * sizeof *moves);
    int32_t count = 0;
    if (moves == NULL || pursuit_solution_moves(solution, 0, 1, PURSUIT_EVADER, moves, 2, &count) != PURSUIT_OK) {
        exit(3);
    }
    sink = moves[count].node;
    free(moves);
    pursuit_solution_free(solution);
}

static void read_freed(void) {
    pursuit_value *value = malloc(sizeof *value);
    pursuit_solution *solution = solved_triangle();
    if (value == NULL || pursuit_solution_probe(solution, 0, 1, PURSUIT_EVADER, value) != PURSUIT_OK) {
        exit(3);
    }
    pursuit_solution_free(solution);
    free(value);
    sink = *(volatile int32_t *)&value->outcome;
}

/* The library's memory, forgotten by its caller. */
static void leak(void) {
    pursuit_solution *volatile forgotten = solved_triangle();
    forgotten = NULL;
    (void)forgotten;
}

static void overflow(void) {
    volatile int32_t most = INT32_MAX;
    sink = most + pursuit_version_number();
}

static volatile int entered;
static int shared;

static void *add(void *unused) {
    /* Both threads are there before either goes on. */
    __atomic_add_fetch(&entered, 1, __ATOMIC_RELAXED);
    while (__atomic_load_n(&entered, __ATOMIC_RELAXED) < 2) {
    }
    for (int at = 0; at < 1000; at++) {
        shared++;
    }
    return unused;
}

static void in_two_threads(void *(*body)(void *)) {
    pthread_t threads[2];
    for (int at = 0; at < 2; at++) {
        if (pthread_create(&threads[at], NULL, body, NULL) != 0) {
            exit(3);
        }
    }
    for (int at = 0; at < 2; at++) {
        pthread_join(threads[at], NULL);
    }
}

static void race(void) {
    in_two_threads(add);
    sink = shared;
}

#ifdef LIBRARY_HAS_FAULTS
unsigned char pursuit_test_read_beyond(size_t length);
unsigned char pursuit_test_read_freed(size_t length);
unsigned char pursuit_test_read_uninitialized(size_t length);
void pursuit_test_leak(size_t length);
uint64_t pursuit_test_race(void);

static void library_reads_beyond(void) {
    sink = pursuit_test_read_beyond(24);
}

static void library_reads_freed(void) {
    sink = pursuit_test_read_freed(24);
}

static void library_reads_uninitialized(void) {
    if (pursuit_test_read_uninitialized(24) == 1) {
        sink = 1;
    }
}

static void library_leaks(void) {
    pursuit_test_leak(24);
}

static void *add_in_the_library(void *unused) {
    for (int at = 0; at < 1000; at++) {
        volatile uint64_t seen = pursuit_test_race();
        (void)seen;
    }
    return unused;
}

static void library_races(void) {
    in_two_threads(add_in_the_library);
}
#endif

int main(int count, char **arguments) {
    static const struct {
        const char *name;
        void (*commit)(void);
    } faults[] = {
        {"none", none},
        {"read-beyond", read_beyond},
        {"read-freed", read_freed},
        {"leak", leak},
        {"overflow", overflow},
        {"race", race},
#ifdef LIBRARY_HAS_FAULTS
        {"library-read-beyond", library_reads_beyond},
        {"library-read-freed", library_reads_freed},
        {"library-read-uninitialized", library_reads_uninitialized},
        {"library-leak", library_leaks},
        {"library-race", library_races},
#endif
    };
    for (size_t at = 0; count == 2 && at < sizeof faults / sizeof faults[0]; at++) {
        if (strcmp(arguments[1], faults[at].name) == 0) {
            faults[at].commit();
            return 0;
        }
    }
    return 2;
}
