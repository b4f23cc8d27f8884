/*
 * The library in one process with another Rust library, which has a standard library of its own: loaded in either order,
 * with their symbols to themselves or open to all, used in turn, and unloaded one before the other.
 *
 * Usage: hygiene_beside path-of-the-library path-of-the-other. Prints each check that fails; exit status 0 if none does.
 */
#include "pursuit.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

static int failed_checks;

static void check(int holds, const char *what, int figure) {
    if (!holds) {
        printf("FAILED %s (%d)\n", what, figure);
        failed_checks++;
    }
}

static void *load(const char *path, int flags) {
    void *library = dlopen(path, flags);
    if (library == NULL) {
        printf("FAILED %s\n", dlerror());
        exit(1);
    }
    return library;
}

static void *look_up(void *library, const char *name) {
    void *found = dlsym(library, name);
    if (found == NULL) {
        printf("FAILED %s\n", dlerror());
        exit(1);
    }
    return found;
}

static void use_pursuit(void *library) {
    static const int32_t offsets[] = {0, 2, 4, 6}, columns[] = {1, 2, 0, 2, 0, 1};
    int32_t (*new_game)(int32_t, const int32_t *, const int32_t *, pursuit_game **);
    int32_t (*set_threads)(pursuit_game *, int32_t);
    int32_t (*solve)(const pursuit_game *, pursuit_solution **);
    int32_t (*best_start)(const pursuit_solution *, int32_t, pursuit_start *);
    void (*free_solution)(pursuit_solution *);
    void (*free_game)(pursuit_game *);
    *(void **)&new_game = look_up(library, "pursuit_game_new");
    *(void **)&set_threads = look_up(library, "pursuit_game_set_threads");
    *(void **)&solve = look_up(library, "pursuit_game_solve");
    *(void **)&best_start = look_up(library, "pursuit_solution_best_start");
    *(void **)&free_solution = look_up(library, "pursuit_solution_free");
    *(void **)&free_game = look_up(library, "pursuit_game_free");
    pursuit_game *game = NULL;
    pursuit_solution *solution = NULL;
    pursuit_start best = {0, 0, 0, 0};
    check(new_game(3, offsets, columns, &game) == PURSUIT_OK, "a game", 3);
    check(new_game(3, columns, columns, &game) == PURSUIT_ERR_ROW_OFFSETS, "a broken graph", 3);
    check(set_threads(game, 2) == PURSUIT_OK, "its threads", 2);
    check(solve(game, &solution) == PURSUIT_OK, "its solution", 3);
    check(best_start(solution, PURSUIT_PURSUER, &best) == PURSUIT_OK && best.distance == 1, "a triangle", (int)best.distance);
    free_solution(solution);
    free_game(game);
    void (*panic_next)(uint32_t);
    *(void **)&panic_next = dlsym(library, "pursuit_test_panic_next");
    if (panic_next != NULL) {
        panic_next(0);
        check(new_game(3, offsets, columns, &game) == PURSUIT_ERR_INTERNAL, "a panic", 0);
    }
}

static void use_the_other(void *library, int times) {
    int (*panics)(void), (*hooked)(void), (*works)(int);
    *(void **)&panics = look_up(library, "beside_panics");
    *(void **)&hooked = look_up(library, "beside_hooked");
    *(void **)&works = look_up(library, "beside_works");
    const int before = hooked();
    for (int at = 0; at < times; at++) {
        check(panics() == 1, "the other library catches its panic", at);
        check(works(100) == 4950, "the other library adds up", at);
    }
    check(hooked() == before + times, "the other library's hook is its own", hooked());
}

int main(int count, char **arguments) {
    if (count != 3) {
        return 2;
    }
    const int scope[] = {RTLD_LOCAL, RTLD_GLOBAL};
    for (int at = 0; at < 4; at++) {
        const int flags = RTLD_NOW | scope[at % 2];
        void *first = load(arguments[at < 2 ? 1 : 2], flags), *second = load(arguments[at < 2 ? 2 : 1], flags);
        void *pursuit = at < 2 ? first : second, *other = at < 2 ? second : first;
        for (int turn = 0; turn < 3; turn++) {
            use_pursuit(pursuit);
            use_the_other(other, 2);
        }
        if (at % 2 == 0) {
            check(dlclose(pursuit) == 0, "dlclose", at);
            use_the_other(other, 1);
        } else {
            check(dlclose(other) == 0, "dlclose", at);
            use_pursuit(pursuit);
        }
    }
    return failed_checks == 0 ? 0 : 1;
}
