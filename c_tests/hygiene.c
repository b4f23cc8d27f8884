/*
 * The library leaves the process that it works in as it found it: signals, floating point and CPU flags, locale,
 * environment, files, threads; it prints nothing and reads no environment variable. What it answers does not depend on any
 * of these either.
 *
 * Prints a digest of all answers, or each check that fails; exit status 0 if none does.
 */
#define _GNU_SOURCE
#include "path.h"
#include "ring_game.h"

#include <dirent.h>
#include <fenv.h>
#include <inttypes.h>
#include <locale.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined __x86_64__
#include <xmmintrin.h>
#endif

typedef unsigned char grader_row[500];
int start(int n, grader_row *a);
int nextMove(int r);

extern char **environ;

enum { SIGNALS = 64 };

/* The library's calls of these come here: the program's own definitions go before those of the system's libraries. */
static int watching;
static int variables_read;
static int variables_set;

char *getenv(const char *name) {
    if (watching) {
        fprintf(stderr, "the environment variable %s is read\n", name);
        variables_read++;
    }
    for (char **at = environ; at != NULL && *at != NULL; at++) {
        const size_t length = strlen(name);
        if (strncmp(*at, name, length) == 0 && (*at)[length] == '=') {
            return *at + length + 1;
        }
    }
    return NULL;
}

int setenv(const char *name, const char *value, int overwrite) {
    (void)name;
    (void)value;
    (void)overwrite;
    variables_set++;
    return -1;
}

static int entries(const char *folder) {
    DIR *listing = opendir(folder);
    int count = 0;
    while (listing != NULL && readdir(listing) != NULL) {
        count++;
    }
    if (listing != NULL) {
        closedir(listing);
    }
    return count;
}

struct state {
    void (*handlers[SIGNALS + 1])(int);
    int handler_flags[SIGNALS + 1];
    unsigned char blocked[SIGNALS + 1];
    int rounding;
    unsigned control, flags;
    unsigned short x87;
    char locale[200], folder[1000];
    char **environment;
    mode_t mask;
    int files, threads;
};

static void look(struct state *state) {
    memset(state, 0, sizeof *state);
    sigset_t blocked;
    sigprocmask(SIG_BLOCK, NULL, &blocked);
    for (int signal = 1; signal <= SIGNALS; signal++) {
        struct sigaction action;
        /* The system keeps two numbers to itself. */
        if (sigaction(signal, NULL, &action) == 0) {
            state->handlers[signal] = action.sa_handler;
            state->handler_flags[signal] = action.sa_flags;
        }
        state->blocked[signal] = sigismember(&blocked, signal) == 1;
    }
    state->rounding = fegetround();
#if defined __x86_64__
    /* The rounding mode, the traps and the treatment of denormals; not the flags of what has happened. */
    state->control = _mm_getcsr() & ~0x3Fu;
    __asm__("fnstcw %0" : "=m"(state->x87));
    unsigned long flags;
    __asm__("pushfq; popq %0" : "=r"(flags));
    /* Direction and alignment check. */
    state->flags = (unsigned)flags & (1u << 10 | 1u << 18);
#endif
    snprintf(state->locale, sizeof state->locale, "%s", setlocale(LC_ALL, NULL));
    if (getcwd(state->folder, sizeof state->folder) == NULL) {
        abort();
    }
    state->environment = environ;
    state->mask = umask(0);
    umask(state->mask);
    state->files = entries("/proc/self/fd");
    state->threads = entries("/proc/self/task");
}

/* A hash (FNV-1a) over everything that was answered. */
static uint64_t digest;

static void answer(const void *bytes, size_t count) {
    const unsigned char *byte = (const unsigned char *)bytes;
    for (size_t at = 0; at < count; at++) {
        digest = (digest ^ byte[at]) * 1099511628211u;
    }
}

/* A path so long that the library shares the work out among threads. */
static void solve_a_long_path(int32_t threads) {
    static int32_t offsets[LONG_PATH + 1], columns[2 * LONG_PATH];
    fill_path(LONG_PATH, offsets, columns);
    pursuit_game *path = NULL;
    pursuit_summary summary = {0, 0, 0, 0};
    expect_ok("a long path", pursuit_game_new(LONG_PATH, offsets, columns, &path));
    expect_ok("its threads", pursuit_game_set_threads(path, threads));
    pursuit_solution *solved_path = solved(path);
    expect_ok("summary", pursuit_solution_summary(solved_path, PURSUIT_PURSUER, &summary));
    answer(&summary, sizeof summary);
    pursuit_solution_free(solved_path);
    pursuit_game_free(path);
}

static void use(void) {
    static grader_row ring[4];
    for (int x = 0; x < N; x++) {
        ring[x][(x + 1) % N] = ring[x][(x + N - 1) % N] = 1;
    }
    digest = 14695981039346656037u;
    for (int32_t threads = 0; threads <= 3; threads++) {
        pursuit_game *game = ring_game(1);
        expect_ok("set_threads", pursuit_game_set_threads(game, threads));
        expect_ok("the robber must move", pursuit_game_allow_stay(game, PURSUIT_EVADER, 0));
        pursuit_solution *solution = solved(game);
        int32_t distances[N * N], best_moves[N * N], outcome = -1;
        int8_t outcomes[N * N];
        expect_ok("export", pursuit_solution_export(solution, PURSUIT_PURSUER, N * N, outcomes, distances, best_moves));
        answer(distances, sizeof distances);
        answer(best_moves, sizeof best_moves);
        answer(outcomes, sizeof outcomes);
        unsigned char image[10000];
        size_t size = 0;
        expect_ok("save", pursuit_solution_save(solution, image, sizeof image, &size));
        answer(image, size);
        expect_ok("verify", pursuit_solution_verify(solution, NULL, NULL));
        expect_ok("decide", pursuit_game_decide(game, 0, 2, PURSUIT_PURSUER, &outcome));
        answer(&outcome, sizeof outcome);
        expect_failure("a bad node", pursuit_game_decide(game, 0, N, PURSUIT_PURSUER, &outcome), PURSUIT_ERR_NODE, FIGURES(N));
        answer(pursuit_last_error(), strlen(pursuit_last_error()));
        pursuit_solution_free(solution);
        expect_ok("set_pursuers", pursuit_game_set_pursuers(game, 2));
        solution = solved(game);
        expect_ok("the size", pursuit_solution_save(solution, NULL, 0, &size));
        expect_ok("save", pursuit_solution_save(solution, image, sizeof image, &size));
        answer(image, size);
        pursuit_solution_free(solution);
        pursuit_game_free(game);
        solve_a_long_path(threads);
        /* A ring of five, a triangle, the Petersen graph. */
        static const char corpus[] = "Dhc\nBw\nIheA@GUAo";
        int32_t cops[3] = {0, 0, 0};
        size_t count = 0;
        expect_ok("a corpus", pursuit_cop_numbers_graph6(corpus, sizeof corpus - 1, 1, 3, threads, cops, NULL, 3, &count, NULL, NULL));
        answer(cops, sizeof cops);
        const int corners[] = {start(N, ring), nextMove(2), nextMove(1), nextMove(99), start(0, NULL),
                               (int)cat_mouse_game(N, ring_offsets, ring_columns)};
        answer(corners, sizeof corners);
    }
}

/* FIELD of the states before and after the use of the library is the same. */
#define SAME(FIELD) check(memcmp(&before.FIELD, &after.FIELD, sizeof before.FIELD) == 0, "changed: " #FIELD)

static uint64_t use_and_look(void) {
    struct state before, after;
    look(&before);
    watching = 1;
    use();
    watching = 0;
    look(&after);
    SAME(handlers);
    SAME(handler_flags);
    SAME(blocked);
    SAME(rounding);
    SAME(control);
    SAME(flags);
    SAME(x87);
    SAME(locale);
    SAME(folder);
    SAME(environment);
    SAME(mask);
    SAME(files);
    SAME(threads);
    check(variables_read == 0, "%d reads of environment variables", variables_read);
    check(variables_set == 0, "%d settings of environment variables", variables_set);
    return digest;
}

int main(void) {
    const uint64_t usual = use_and_look();
    const int roundings[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    for (int at = 0; at < 3; at++) {
        fesetround(roundings[at]);
        check(use_and_look() == usual, "other answers with rounding mode %d", roundings[at]);
    }
    fesetround(FE_TONEAREST);
#if defined __x86_64__
    _mm_setcsr(_mm_getcsr() | 0x8040);
    check(use_and_look() == usual, "other answers when denormals are zeros");
    _mm_setcsr(_mm_getcsr() & ~0x8040u);
#endif
    /* The locale that the environment asks for, whichever that is. */
    setlocale(LC_ALL, "");
    check(use_and_look() == usual, "other answers in the locale %s", setlocale(LC_ALL, NULL));
    signal(SIGPIPE, SIG_IGN);
    signal(SIGSEGV, SIG_IGN);
    check(use_and_look() == usual, "other answers when signals are ignored");
    printf("%016" PRIx64 "\n", usual);
    return failed_checks == 0 ? 0 : 1;
}
