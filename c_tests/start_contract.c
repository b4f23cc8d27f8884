/*
 * What `start` and `nextMove` promise beyond a fair game: which bytes of the matrix are read and how, that none is written,
 * and what several games and several threads in one process see. Exit status 0 if all of it holds.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS beside -std=c99 */

#include "check.h"
#include "coprobber.h"

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

typedef bool town[MAX_N][MAX_N];

enum { ROW = MAX_N };

/* A town's bytes, set directly: C's own bool would make every nonzero value 1 on the way. */
static unsigned char bytes[MAX_N][ROW];

static bool (*as_town(void *memory))[MAX_N] {
    return (bool (*)[MAX_N])memory;
}

static void ring(unsigned char *matrix, int corners, unsigned char one, unsigned char other) {
    for (int corner = 0; corner < corners; corner++) {
        const int next = (corner + 1) % corners;
        matrix[corner * ROW + next] = one;
        matrix[next * ROW + corner] = other;
    }
}

static void any_nonzero_byte_is_a_street(void) {
    const unsigned char values[] = {1, 2, 16, 127, 128, 254, 255};
    for (size_t at = 0; at < sizeof values; at++) {
        memset(bytes, 0, sizeof bytes);
        ring(&bytes[0][0], 4, values[at], 1);
        check(start(4, as_town(bytes)) == 0, "a ring of four whose streets are %d", values[at]);
        check(nextMove(1) == 1, "the cop takes a street that is %d", values[at]);
    }
}

static void corners_beyond_n_are_not_read(void) {
    memset(bytes, 255, sizeof bytes);
    for (int corner = 0; corner < 5; corner++) {
        memset(bytes[corner], 0, 5);
    }
    ring(&bytes[0][0], 5, 1, 1);
    check(start(5, as_town(bytes)) == -1, "the robber escapes on a ring of five amid streets that don't count");
}

/* The n x n part lies at the end of memory that may be read and not written; after its last byte nothing may be touched. */
static void only_the_town_is_read_and_nothing_is_written(void) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const int sizes[] = {1, 2, 4, 63, 64, 65, 500};
    for (size_t at = 0; at < sizeof sizes / sizeof sizes[0]; at++) {
        const int n = sizes[at];
        const size_t used = (size_t)(n - 1) * ROW + (size_t)n;
        const size_t readable = (used + page - 1) / page * page;
        unsigned char *memory = (unsigned char *)mmap(NULL, readable + page, PROT_READ | PROT_WRITE,
                                                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == (unsigned char *)MAP_FAILED) {
            check(0, "mmap failed");
            return;
        }
        unsigned char *matrix = memory + readable - used;
        for (int corner = 0; corner + 1 < n; corner++) {
            matrix[corner * ROW + n - 1] = 1;
            matrix[(n - 1) * ROW + corner] = 1;
        }
        mprotect(memory, readable, PROT_READ);
        mprotect(memory + readable, page, PROT_NONE);
        check(start(n, as_town(matrix)) == (n == 2 ? 0 : n - 1), "the cop starts in the middle of a star of %d", n);
        munmap(memory, readable + page);
        check(nextMove(0) == 0, "the cop plays on in a star of %d whose matrix is gone", n);
    }
}

static void each_game_starts_afresh(void) {
    static town four, five;
    ring((unsigned char *)four, 4, 1, 1);
    ring((unsigned char *)five, 5, 1, 1);
    for (int round = 0; round < 3; round++) {
        check(start(4, four) == 0, "the cop wins on a ring of four, round %d", round);
        check(nextMove(3) == 3, "the cop catches the robber beside him, round %d", round);
        check(start(5, five) == -1, "the robber escapes on a ring of five, round %d", round);
        check(nextMove(0) == -1, "no game goes on after an escape, round %d", round);
    }
}

enum { THREADS = 8, GAMES = 200 };

/* The one game in the process may be anybody's, but every answer must belong to some whole game: corners of a complete town. */
static void *play_on_a_complete_town(void *town_memory) {
    int wrong = 0;
    for (int game = 0; game < GAMES; game++) {
        const int robber = 1 + game % 7;
        wrong += start(8, as_town(town_memory)) != 0;
        const int corner = nextMove(robber);
        wrong += corner != robber;
        wrong += nextMove(8) != -1 || pursuit_last_status() != PURSUIT_ERR_NODE || !sentence_names(pursuit_last_error(), 8);
    }
    return wrong == 0 ? NULL : town_memory;
}

static void threads_take_their_turns(void) {
    static unsigned char complete[MAX_N][ROW];
    pthread_t threads[THREADS];
    for (int from = 0; from < 8; from++) {
        for (int to = 0; to < 8; to++) {
            complete[from][to] = from != to;
        }
    }
    for (int at = 0; at < THREADS; at++) {
        if (pthread_create(&threads[at], NULL, play_on_a_complete_town, complete) != 0) {
            check(0, "no thread could be made");
            return;
        }
    }
    for (int at = 0; at < THREADS; at++) {
        void *result;
        pthread_join(threads[at], &result);
        check(result == NULL, "thread %d saw a wrong answer", at);
    }
}

int main(void) {
    any_nonzero_byte_is_a_street();
    corners_beyond_n_are_not_read();
    only_the_town_is_read_and_nothing_is_written();
    each_game_starts_afresh();
    threads_take_their_turns();
    printf("%d checks failed\n", failed_checks);
    return failed_checks == 0 ? 0 : 1;
}
