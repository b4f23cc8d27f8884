/*
 * What a caller can get wrong with `start`, `nextMove` and `cat_mouse_game`, and what the library says to it: the status, the
 * figures in the sentence, and that nothing else changed. Prints each check that fails; exit status 0 if none does.
 */
#include "broken_graphs.h"
#include "check.h"
#include "coprobber.h"

#include <pthread.h>

static bool ring_of_four[MAX_N][MAX_N];
static bool ring_of_five[MAX_N][MAX_N];
static bool one_way_four[MAX_N][MAX_N];

static void street(bool streets[MAX_N][MAX_N], int one, int other) {
    streets[one][other] = true;
    streets[other][one] = true;
}

static void build_towns(void) {
    for (int corner = 0; corner < 4; corner++) {
        street(ring_of_four, corner, (corner + 1) % 4);
    }
    for (int corner = 0; corner < 5; corner++) {
        street(ring_of_five, corner, (corner + 1) % 5);
    }
    one_way_four[0][1] = one_way_four[0][3] = one_way_four[1][2] = one_way_four[2][1] = one_way_four[3][0] = true;
}

static void nothing_has_failed_yet(void) {
    check(pursuit_last_error() != NULL && pursuit_last_error()[0] == '\0', "there is a last error before any failure");
    check(pursuit_last_status() == PURSUIT_OK, "there is a last status before any call");
}

static void every_status_has_its_sentence(void) {
    for (int32_t status = PURSUIT_ERR_INTERNAL; status <= PURSUIT_OK; status++) {
        const char *sentence = pursuit_status_message(status);
        check(sentence != NULL && sentence[0] != '\0', "status %d has no sentence", (int)status);
        for (int32_t other = PURSUIT_ERR_INTERNAL; sentence != NULL && other < status; other++) {
            check(strcmp(sentence, pursuit_status_message(other)) != 0, "statuses %d and %d have one sentence", (int)status,
                  (int)other);
        }
    }
    const int32_t unknown[] = {1, 2, -10, 1000, INT32_MIN, INT32_MAX};
    for (size_t at = 0; at < sizeof unknown / sizeof unknown[0]; at++) {
        const char *sentence = pursuit_status_message(unknown[at]);
        check(sentence != NULL && sentence[0] != '\0', "the unknown status %d has no sentence", (int)unknown[at]);
    }
    check(pursuit_last_status() == PURSUIT_OK, "asking for a sentence counts as a failure");
}

static void version_is_the_headers(void) {
    char composed[32];
    snprintf(composed, sizeof composed, "%d.%d.%d", PURSUIT_VERSION_MAJOR, PURSUIT_VERSION_MINOR, PURSUIT_VERSION_PATCH);
    check(strcmp(pursuit_version(), PURSUIT_VERSION) == 0, "library %s, header %s", pursuit_version(), PURSUIT_VERSION);
    check(strcmp(composed, PURSUIT_VERSION) == 0, "version %s is put together as %s", PURSUIT_VERSION, composed);
    check(pursuit_version_number() == PURSUIT_VERSION_NUMBER, "library %d, header %d", (int)pursuit_version_number(),
          (int)PURSUIT_VERSION_NUMBER);
    check(PURSUIT_VERSION_NUMBER
              == PURSUIT_VERSION_MAJOR * 1000000 + PURSUIT_VERSION_MINOR * 1000 + PURSUIT_VERSION_PATCH,
          "the version's number is %d", (int)PURSUIT_VERSION_NUMBER);
}

static void cat_and_mouse_refuses_sizes(void) {
    const int32_t offsets[] = {0, 0, 0, 0};
    const int32_t too_few[] = {2, 1, 0, -1, INT32_MIN};
    for (size_t at = 0; at < sizeof too_few / sizeof too_few[0]; at++) {
        expect_failure("cat_mouse_game with too few nodes", cat_mouse_game(too_few[at], offsets, NULL),
                       PURSUIT_ERR_NODE_COUNT, FIGURES(too_few[at]));
        expect_failure("cat_mouse_game with too few nodes and no arrays", cat_mouse_game(too_few[at], NULL, NULL),
                       PURSUIT_ERR_NODE_COUNT, FIGURES(too_few[at]));
    }
    /* No address space holds a game of this size. */
    expect_failure("cat_mouse_game with 2^31 - 1 nodes", cat_mouse_game(INT32_MAX, UNREADABLE, UNREADABLE),
                   PURSUIT_ERR_NO_MEMORY, FIGURES(INT32_MAX));
}

static void cat_and_mouse_refuses_broken_graphs(void) {
    expect_failure("cat_mouse_game without offsets", cat_mouse_game(3, NULL, NULL), PURSUIT_ERR_NULL_POINTER, NO_FIGURES);
    check(strstr(pursuit_last_error(), "row_offsets") != NULL, "\"%s\" does not name row_offsets", pursuit_last_error());
    for (size_t at = 0; at < BROKEN_GRAPHS; at++) {
        const struct broken_csr *broken = &broken_graphs[at];
        expect_failure(broken->what, cat_mouse_game(BROKEN_NODES, broken->row_offsets, columns_of(broken)), broken->status,
                       broken->figures, broken->figure_count);
    }
}

static void cat_and_mouse_goes_on_after_a_failure(void) {
    const int32_t offsets[] = {0, 1, 1, 2};
    const int32_t broken_columns[] = {1, 5};
    const int32_t columns[] = {1, 1};
    expect_failure("a broken graph", cat_mouse_game(3, offsets, broken_columns), PURSUIT_ERR_COLUMN_INDEX, FIGURES(1, 5, 2));
    char sentence[200];
    snprintf(sentence, sizeof sentence, "%s", pursuit_last_error());
    check(cat_mouse_game(3, offsets, columns) == PURSUIT_PURSUER_WINS, "a good graph after a broken one");
    check(pursuit_last_status() == PURSUIT_OK, "the last status is %d after a result", (int)pursuit_last_status());
    check(strcmp(sentence, pursuit_last_error()) == 0, "a success changed the last failure's sentence");
    check(cat_mouse_game(3, (const int32_t[]){0, 0, 0, 0}, NULL) == PURSUIT_DRAW, "no columns where none are needed");
}

/* -1 with a status and a sentence. */
static void expect_refusal(const char *what, int corner, int32_t status, const long long *figures, size_t count) {
    check(corner == -1, "%s: %d, not -1", what, corner);
    expect_failure(what, pursuit_last_status(), status, figures, count);
}

static void next_move_needs_a_game(void) {
    expect_refusal("nextMove before start", nextMove(0), PURSUIT_ERR_ARGUMENT, NO_FIGURES);
    expect_refusal("nextMove(-1) before start", nextMove(-1), PURSUIT_ERR_ARGUMENT, NO_FIGURES);
    check(start(5, ring_of_five) == -1, "the robber escapes on a ring of five");
    expect_refusal("nextMove after an escape", nextMove(0), PURSUIT_ERR_ARGUMENT, NO_FIGURES);
}

static void an_honest_escape_is_no_failure(void) {
    expect_refusal("nextMove out of order", nextMove(0), PURSUIT_ERR_ARGUMENT, NO_FIGURES);
    char before[200];
    snprintf(before, sizeof before, "%s", pursuit_last_error());
    expect_refusal("start on a ring of five", start(5, ring_of_five), PURSUIT_OK, NO_FIGURES);
    check(strcmp(before, pursuit_last_error()) != 0, "an escape leaves the sentence of the failure before it: %s", before);
}

static void start_refuses_sizes_and_null(void) {
    const int sizes[] = {0, -1, 501, 1000000, INT32_MIN, INT32_MAX};
    for (size_t at = 0; at < sizeof sizes / sizeof sizes[0]; at++) {
        expect_refusal("start with a bad number of corners", start(sizes[at], ring_of_four), PURSUIT_ERR_NODE_COUNT,
                       FIGURES(sizes[at]));
        expect_refusal("start with a bad number of corners and no matrix", start(sizes[at], NULL), PURSUIT_ERR_NODE_COUNT,
                       FIGURES(sizes[at]));
    }
    expect_refusal("start without a matrix", start(4, NULL), PURSUIT_ERR_NULL_POINTER, NO_FIGURES);
}

static void a_start_that_fails_ends_the_game(void) {
    check(start(4, ring_of_four) == 0, "the cop starts on 0 on a ring of four");
    expect_refusal("start without a matrix", start(4, NULL), PURSUIT_ERR_NULL_POINTER, NO_FIGURES);
    expect_refusal("nextMove after a start that failed", nextMove(2), PURSUIT_ERR_ARGUMENT, NO_FIGURES);
    check(start(4, ring_of_four) == 0, "the cop starts on 0 on a ring of four again");
    expect_refusal("start with 501 corners", start(501, ring_of_four), PURSUIT_ERR_NODE_COUNT, FIGURES(501));
    expect_refusal("nextMove after a start that failed", nextMove(2), PURSUIT_ERR_ARGUMENT, NO_FIGURES);
}

/* On a ring of four the cop waits for a robber across, who has to come; a cop who closes in drives him round. */
static void a_robber_nowhere_changes_nothing(void) {
    const int nowhere[] = {-1, 4, 499, 500, INT32_MIN, INT32_MAX};
    check(start(4, ring_of_four) == 0, "the cop starts on 0 on a ring of four");
    for (size_t at = 0; at < sizeof nowhere / sizeof nowhere[0]; at++) {
        expect_refusal("nextMove with a robber who is nowhere", nextMove(nowhere[at]), PURSUIT_ERR_NODE, FIGURES(nowhere[at]));
    }
    check(nextMove(2) == 0, "the cop waits for a robber across the ring");
    expect_refusal("nextMove(4) in mid-game", nextMove(4), PURSUIT_ERR_NODE, FIGURES(4));
    check(nextMove(3) == 3, "the cop catches the robber beside him");
    check(nextMove(3) == 3, "the cop who has caught the robber stays");
}

/* Arcs 0-1, 0-3, 3-0 and 1-2, 2-1: from 1 no way leads back to 0. A robber can't get there by the rules. */
static void a_robber_out_of_reach_changes_nothing(void) {
    check(start(4, one_way_four) == 0, "the cop starts on 0 in the one-way town");
    check(nextMove(1) == 1, "the cop catches the robber on 1");
    expect_refusal("nextMove with a robber out of reach", nextMove(0), PURSUIT_ERR_ARGUMENT, FIGURES(0));
    expect_refusal("nextMove with a robber out of reach", nextMove(3), PURSUIT_ERR_ARGUMENT, FIGURES(3));
    check(nextMove(2) == 2, "the cop is still on 1, and catches the robber on 2");
    check(pursuit_last_status() == PURSUIT_OK, "the last status is %d after a move", (int)pursuit_last_status());
}

static void *fail_in_a_thread(void *unused) {
    (void)unused;
    nothing_has_failed_yet();
    expect_failure("a failure in a thread", cat_mouse_game(-33, NULL, NULL), PURSUIT_ERR_NODE_COUNT, FIGURES(-33));
    return NULL;
}

static void errors_stay_in_their_thread(void) {
    pthread_t thread;
    expect_failure("a failure", cat_mouse_game(-44, NULL, NULL), PURSUIT_ERR_NODE_COUNT, FIGURES(-44));
    if (pthread_create(&thread, NULL, fail_in_a_thread, NULL) != 0) {
        check(0, "no thread could be made");
        return;
    }
    pthread_join(thread, NULL);
    expect_failure("a failure, after another thread's", pursuit_last_status(), PURSUIT_ERR_NODE_COUNT, FIGURES(-44));
}

int main(void) {
    build_towns();
    nothing_has_failed_yet();
    every_status_has_its_sentence();
    version_is_the_headers();
    next_move_needs_a_game();
    cat_and_mouse_refuses_sizes();
    cat_and_mouse_refuses_broken_graphs();
    cat_and_mouse_goes_on_after_a_failure();
    an_honest_escape_is_no_failure();
    start_refuses_sizes_and_null();
    a_start_that_fails_ends_the_game();
    a_robber_nowhere_changes_nothing();
    a_robber_out_of_reach_changes_nothing();
    errors_stay_in_their_thread();
    printf("%d checks failed\n", failed_checks);
    return failed_checks == 0 ? 0 : 1;
}
