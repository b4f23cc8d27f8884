/*
 * Loads the library, uses it and unloads it, over and over: its mapping is gone each time, and the process does not grow.
 * Used by the main thread, by threads that end before the unloading and by one that outlives it; with calls that succeed
 * and calls that fail, with one thread and with several, and with a grader's game left in play.
 *
 * Usage: hygiene_unload path-of-the-library rounds [fault]. Prints each check that fails; exit status 0 if none does. With a
 * fault they must: "pinned" keeps the library from being unloaded, "leaking" forgets a game in every round.
 */
#define _GNU_SOURCE
#include "path.h"
#include "pursuit.h"

#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WARM_UP = 50, NODES = 20, MOST_NODES = 700, ALLOWED_GROWTH = 64 * 1024 };

typedef unsigned char grader_row[500];

/* The library's functions, as this program calls them. */
#define EACH_FUNCTION(F) \
    F(int32_t, cat_mouse_game, (int32_t, const int32_t *, const int32_t *)) \
    F(int32_t, pursuit_last_status, (void)) \
    F(const char *, pursuit_last_error, (void)) \
    F(int32_t, pursuit_game_new, (int32_t, const int32_t *, const int32_t *, pursuit_game **)) \
    F(int32_t, pursuit_game_clone, (const pursuit_game *, pursuit_game **)) \
    F(int32_t, pursuit_game_allow_stay, (pursuit_game *, int32_t, int32_t)) \
    F(int32_t, pursuit_game_set_threads, (pursuit_game *, int32_t)) \
    F(int32_t, pursuit_game_set_memory_limit, (pursuit_game *, uint64_t)) \
    F(int32_t, pursuit_game_set_progress, (pursuit_game *, pursuit_progress_fn, void *)) \
    F(int32_t, pursuit_game_solve, (const pursuit_game *, pursuit_solution **)) \
    F(int32_t, pursuit_game_decide, (const pursuit_game *, int32_t, int32_t, int32_t, int32_t *)) \
    F(void, pursuit_game_free, (pursuit_game *)) \
    F(int32_t, pursuit_solution_probe, (const pursuit_solution *, int32_t, int32_t, int32_t, pursuit_value *)) \
    F(int32_t, pursuit_solution_verify, (const pursuit_solution *, pursuit_progress_fn, void *)) \
    F(int32_t, pursuit_solution_load, (const void *, size_t, pursuit_solution **)) \
    F(void, pursuit_solution_free, (pursuit_solution *)) \
    F(int32_t, pursuit_game_set_pursuers, (pursuit_game *, int32_t)) \
    F(int32_t, pursuit_cop_number, (int32_t, const int32_t *, const int32_t *, int32_t, int32_t *)) \
    F(int32_t, pursuit_cop_numbers_graph6, \
      (const char *, size_t, uint64_t, int32_t, int32_t, int32_t *, int32_t *, size_t, size_t *, pursuit_progress_fn, void *)) \
    F(int, start, (int, grader_row *)) \
    F(int, nextMove, (int))

#define DECLARE(RESULT, NAME, PARAMETERS) static RESULT(*call_##NAME) PARAMETERS;
EACH_FUNCTION(DECLARE)

/* Only a library built for tests has it: the next call of the thread panics inside. */
static void (*call_pursuit_test_panic_next)(uint32_t);

static int pinned, leaking;
static int failed_checks;

static void check(int holds, const char *what, long figure) {
    if (!holds) {
        printf("FAILED %s (%ld)\n", what, figure);
        failed_checks++;
    }
}

static void *look_up(void *library, const char *name) {
    void *found = dlsym(library, name);
    check(found != NULL, name, 0);
    return found;
}

static void look_all_up(void *library) {
#define LOOK_UP(RESULT, NAME, PARAMETERS) *(void **)&call_##NAME = look_up(library, #NAME);
    EACH_FUNCTION(LOOK_UP)
    *(void **)&call_pursuit_test_panic_next = dlsym(library, "pursuit_test_panic_next");
}

static int32_t stop(void *user_data, uint64_t round, uint64_t resolved, uint64_t total) {
    (void)user_data;
    (void)round;
    (void)resolved;
    (void)total;
    return 0;
}

static pursuit_game *path_game(int32_t n, int32_t threads) {
    static int32_t offsets[MOST_NODES + 1], columns[2 * MOST_NODES];
    static pthread_mutex_t filling = PTHREAD_MUTEX_INITIALIZER;
    pursuit_game *game = NULL;
    pthread_mutex_lock(&filling);
    fill_path(n, offsets, columns);
    check(call_pursuit_game_new(n, offsets, columns, &game) == PURSUIT_OK, "a game", n);
    pthread_mutex_unlock(&filling);
    check(call_pursuit_game_allow_stay(game, PURSUIT_PURSUER, 1) == PURSUIT_OK, "its cop may wait", n);
    check(call_pursuit_game_set_threads(game, threads) == PURSUIT_OK, "its threads", threads);
    return game;
}

static void solve(int32_t n, int32_t threads) {
    pursuit_game *game = path_game(n, threads), *copy = NULL;
    pursuit_solution *solution = NULL;
    pursuit_value value = {-9, -9, -9};
    int32_t outcome = -9;
    check(call_pursuit_game_clone(game, &copy) == PURSUIT_OK, "a clone", n);
    check(call_pursuit_game_solve(copy, &solution) == PURSUIT_OK, "a solution", n);
    /* The robber on the end of the path is caught by a cop next to him. */
    check(call_pursuit_solution_probe(solution, 0, 1, PURSUIT_PURSUER, &value) == PURSUIT_OK, "a probe", n);
    check(value.outcome == PURSUIT_PURSUER_WINS && value.distance == 1 && value.best_move == 0, "a capture", value.distance);
    check(call_pursuit_solution_verify(solution, NULL, NULL) == PURSUIT_OK, "a verified solution", n);
    check(call_pursuit_game_decide(game, n - 1, 0, PURSUIT_EVADER, &outcome) == PURSUIT_OK, "a decision", n);
    pursuit_solution *none = NULL;
    check(call_pursuit_game_set_memory_limit(game, 1) == PURSUIT_OK, "a limit", n);
    check(call_pursuit_game_solve(game, &none) == PURSUIT_ERR_NO_MEMORY, "a refused solution", n);
    check(call_pursuit_game_set_memory_limit(game, 0) == PURSUIT_OK, "no limit", n);
    check(call_pursuit_game_set_progress(game, stop, NULL) == PURSUIT_OK, "a callback", n);
    check(call_pursuit_game_solve(game, &none) == PURSUIT_ERR_CANCELLED, "a stopped solution", n);
    check(call_pursuit_solution_load("no image", 8, &none) == PURSUIT_ERR_ARGUMENT, "no image", n);
    if (call_pursuit_test_panic_next != NULL) {
        call_pursuit_test_panic_next(0);
        check(call_pursuit_game_solve(game, &none) == PURSUIT_ERR_INTERNAL, "a panic", n);
    }
    check(none == NULL && call_pursuit_last_error()[0] != '\0', "failing calls", n);
    call_pursuit_solution_free(solution);
    call_pursuit_game_free(copy);
    call_pursuit_game_free(game);
}

/* Leaves a game in play. */
static void play(void) {
    static grader_row triangle[3] = {{0, 1, 1}, {1, 0, 1}, {1, 1, 0}};
    static const int32_t offsets[] = {0, 2, 4, 6}, columns[] = {1, 2, 0, 2, 0, 1};
    check(call_cat_mouse_game(3, offsets, columns) == PURSUIT_EVADER_WINS, "cat and mouse", 3);
    check(call_cat_mouse_game(2, offsets, columns) == PURSUIT_ERR_NODE_COUNT, "cat and mouse", 2);
    check(call_start(0, triangle) == -1 && call_pursuit_last_status() == PURSUIT_ERR_NODE_COUNT, "start", 0);
    check(call_nextMove(1) == -1, "nextMove before a game", 0);
    check(call_start(3, triangle) == 0, "start", 3);
    check(call_nextMove(1) == 1, "nextMove", 1);
}

/* One cop is not enough on a ring, two are. */
static void count_cops(int32_t threads) {
    static const int32_t offsets[] = {0, 2, 4, 6, 8, 10}, columns[] = {1, 4, 0, 2, 1, 3, 2, 4, 3, 0};
    char corpus[5 * 200];
    int32_t cops = 0, all_cops[201];
    size_t count = 0;
    pursuit_game *game = NULL;
    pursuit_solution *solution = NULL;
    for (size_t at = 0; at < sizeof corpus; at++) {
        corpus[at] = "Dhc\r\n"[at % 5];
    }
    check(call_pursuit_cop_number(5, offsets, columns, 3, &cops) == PURSUIT_OK && cops == 2, "cops on a ring", cops);
    check(call_pursuit_cop_numbers_graph6(corpus, sizeof corpus, 1, 3, threads, all_cops, NULL, 201, &count, NULL, NULL)
              == PURSUIT_OK && count == 200 && all_cops[199] == 2,
          "cops of a corpus", (long)count);
    corpus[501] = '!';
    check(call_pursuit_cop_numbers_graph6(corpus, sizeof corpus, 1, 3, threads, all_cops, NULL, 201, &count, NULL, NULL)
              == PURSUIT_ERR_ARGUMENT,
          "a broken corpus", 0);
    check(call_pursuit_game_new(5, offsets, columns, &game) == PURSUIT_OK, "a ring", 5);
    check(call_pursuit_game_set_pursuers(game, 2) == PURSUIT_OK, "two cops", 2);
    check(call_pursuit_game_set_threads(game, threads) == PURSUIT_OK, "their threads", threads);
    check(call_pursuit_game_solve(game, &solution) == PURSUIT_OK, "a solution for two", 5);
    call_pursuit_solution_free(solution);
    call_pursuit_game_free(game);
}

static void use(void) {
    solve(NODES, 1);
    solve(NODES, 2);
    count_cops(2);
    play();
}

static void *use_and_end(void *unused) {
    use();
    return unused;
}

/* The thread that outlives each unloading: it uses the library when it is told to. */
static pthread_barrier_t begun, done;
static int last_round;

static void *use_every_time(void *unused) {
    for (;;) {
        pthread_barrier_wait(&begun);
        if (last_round) {
            return unused;
        }
        use();
        pthread_barrier_wait(&done);
    }
}

/* Lines of /proc/self/maps; those that name the library, too. */
static int mappings(const char *path, int *of_the_library) {
    FILE *maps = fopen("/proc/self/maps", "r");
    const char *name = strrchr(path, '/') == NULL ? path : strrchr(path, '/') + 1;
    char line[4096];
    int count = 0;
    *of_the_library = 0;
    while (maps != NULL && fgets(line, sizeof line, maps) != NULL) {
        count++;
        *of_the_library += strstr(line, name) != NULL;
    }
    if (maps != NULL) {
        fclose(maps);
    }
    return count;
}

static long resident_bytes(void) {
    FILE *file = fopen("/proc/self/statm", "r");
    long size = 0, resident = 0;
    if (file == NULL || fscanf(file, "%ld %ld", &size, &resident) != 2) {
        abort();
    }
    fclose(file);
    return resident * 4096;
}

static long heap_bytes(void) {
    const struct mallinfo2 info = mallinfo2();
    return (long)(info.uordblks + info.hblkhd);
}

static void round_of_use(const char *path, int round) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL | (pinned ? RTLD_NODELETE : 0));
    if (library == NULL) {
        printf("FAILED %s\n", dlerror());
        exit(1);
    }
    look_all_up(library);
    use();
    if (leaking) {
        path_game(NODES, 1);
    }
    if (round % 20 == 0) {
        /* So large that the library shares the work out among threads. */
        solve(MOST_NODES, 2);
        solve(MOST_NODES, 0);
    }
    pthread_t thread;
    if (pthread_create(&thread, NULL, use_and_end, NULL) != 0) {
        abort();
    }
    pthread_join(thread, NULL);
    pthread_barrier_wait(&begun);
    pthread_barrier_wait(&done);
    check(dlclose(library) == 0, "dlclose", round);
    int left = 0;
    mappings(path, &left);
    check(left == 0, "mappings of the library are left after dlclose", left);
    check(dlopen(path, RTLD_NOW | RTLD_NOLOAD) == NULL, "the library is still loaded", round);
}

/* One heap for all threads, without the caches whose contents count as in use. The last of them only the environment
 * switches off, before the program begins. */
static void count_what_is_freed_as_free(char **arguments) {
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_MXFAST, 0);
    if (getenv("GLIBC_TUNABLES") == NULL) {
        setenv("GLIBC_TUNABLES", "glibc.malloc.tcache_count=0", 1);
        execv("/proc/self/exe", arguments);
        abort();
    }
}

int main(int count, char **arguments) {
    if (count != 3 && count != 4) {
        return 2;
    }
    pinned = count == 4 && strcmp(arguments[3], "pinned") == 0;
    leaking = count == 4 && strcmp(arguments[3], "leaking") == 0;
    const char *path = arguments[1];
    const int rounds = atoi(arguments[2]);
    count_what_is_freed_as_free(arguments);
    pthread_barrier_init(&begun, NULL, 2);
    pthread_barrier_init(&done, NULL, 2);
    pthread_t outliving;
    if (pthread_create(&outliving, NULL, use_every_time, NULL) != 0) {
        abort();
    }
    long heap = 0, resident = 0;
    int lines = 0, left = 0;
    for (int round = 0; round < rounds && failed_checks == 0; round++) {
        if (round == WARM_UP) {
            heap = heap_bytes();
            resident = resident_bytes();
            lines = mappings(path, &left);
        }
        round_of_use(path, round);
    }
    if (rounds > WARM_UP) {
        check(heap_bytes() <= heap, "bytes more in the heap", heap_bytes() - heap);
        check(resident_bytes() <= resident + ALLOWED_GROWTH, "bytes more in memory", resident_bytes() - resident);
        check(mappings(path, &left) <= lines, "mappings more", mappings(path, &left) - lines);
    }
    last_round = 1;
    pthread_barrier_wait(&begun);
    pthread_join(outliving, NULL);
    return failed_checks == 0 ? 0 : 1;
}
