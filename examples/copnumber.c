/*
 * Cop numbers of a corpus: how many cops does each graph need, and how many rounds do they take?
 *
 *     copnumber [MAX_COPS [THREADS]] < graphs.g6
 *     geng -c 9 | copnumber 3 0
 *
 * Reads graphs in graph6 form, a graph a line, and prints a line for each: the cop number and the capture time in rounds, or
 * 0 and -1 where more than MAX_COPS cops are needed, 4 unless said. THREADS is 1 unless said, 0 is every core. The input may
 * be of any length: it is read and answered part by part. While the results go elsewhere, a bar on the terminal shows how
 * far they have come.
 */
#if defined(__unix__) || defined(__APPLE__)
#define _POSIX_C_SOURCE 200809L
#include <sys/stat.h>
#include <unistd.h>
#endif
#include <string.h>

#include "example.h"
#include "pursuit.h"

enum { PART = 1 << 20 }; /* bytes read at a time */

/* How far the work has come. */
typedef struct progress {
    int shown;
    uint64_t bytes, bytes_in_all; /* done; in all, or 0 when nobody knows */
    uint64_t graphs;              /* done, without those of the present part */
} progress;

#if defined(__unix__) || defined(__APPLE__)
static progress begin_progress(void) {
    struct stat input;
    progress now = {0};
    now.shown = isatty(STDERR_FILENO) && !isatty(STDOUT_FILENO);
    if (fstat(STDIN_FILENO, &input) == 0 && S_ISREG(input.st_mode) && input.st_size > 0) {
        now.bytes_in_all = (uint64_t)input.st_size;
    }
    return now;
}
#else
static progress begin_progress(void) {
    return (progress){0};
}
#endif

static void show_progress(const progress *now, uint64_t graphs) {
    static const char bar[] = "########################################";
    const int width = (int)sizeof bar - 1;
    if (!now->shown) {
        return;
    }
    if (now->bytes_in_all == 0) {
        fprintf(stderr, "\r%" PRIu64 " graphs", graphs);
        return;
    }
    const double share = (double)now->bytes / (double)now->bytes_in_all;
    const int full = share < 1 ? (int)(share * width) : width;
    fprintf(stderr, "\r[%.*s%*s] %3d%%, %" PRIu64 " graphs", full, bar, width - full, "", (int)(share * 100), graphs);
}

/* The library tells this of the part that it works on. */
static int32_t tell(void *user_data, uint64_t round, uint64_t resolved, uint64_t total) {
    const progress *now = user_data;
    (void)round, (void)total;
    show_progress(now, now->graphs + resolved);
    return 1;
}

/* Room for the answers about one part. */
typedef struct answers {
    int32_t *cops, *rounds;
    size_t room;
} answers;

static int make_room(answers *to, size_t graphs) {
    if (graphs <= to->room) {
        return 1;
    }
    if (graphs > SIZE_MAX / sizeof(int32_t)) {
        return 0;
    }
    int32_t *cops = realloc(to->cops, graphs * sizeof *cops);
    if (cops != NULL) {
        to->cops = cops;
    }
    int32_t *rounds = realloc(to->rounds, graphs * sizeof *rounds);
    if (rounds != NULL) {
        to->rounds = rounds;
    }
    if (cops == NULL || rounds == NULL) {
        fputs("out of memory\n", stderr);
        return 0;
    }
    to->room = graphs;
    return 1;
}

/* Answers for some whole lines, the first of which has the number `first_line`. */
static int answer(const char *lines, size_t length, uint64_t first_line, const int32_t settings[2], answers *to,
                  progress *now) {
    size_t graphs = 0;
    for (size_t at = 0; at < length; at++) {
        graphs += lines[at] == '\n' || at + 1 == length;
    }
    if (!make_room(to, graphs) ||
        !ok(pursuit_cop_numbers_graph6(lines, length, first_line, settings[0], settings[1], to->cops, to->rounds, to->room,
                                       &graphs, tell, now))) {
        return 0;
    }
    for (size_t graph = 0; graph < graphs; graph++) {
        printf("%" PRId32 " %" PRId32 "\n", to->cops[graph], to->rounds[graph]);
    }
    now->bytes += length;
    now->graphs += graphs;
    show_progress(now, now->graphs);
    return 1;
}

/* The bytes up to and with the last end of a line; all of them where the input ends. */
static size_t whole_lines(const char *text, size_t length, int at_end) {
    while (!at_end && length > 0 && text[length - 1] != '\n') {
        length--;
    }
    return length;
}

static int answer_all(const int32_t settings[2], progress *now) {
    answers to = {NULL, NULL, 0};
    size_t room = PART, length = 0;
    uint64_t line = 1;
    char *text = malloc(room);
    int going = text != NULL, at_end = 0;
    if (!going) {
        fputs("out of memory\n", stderr);
    }
    while (going && !at_end) {
        length += fread(text + length, 1, room - length, stdin);
        at_end = length < room;
        const size_t whole = whole_lines(text, length, at_end);
        if (whole > 0) {
            going = answer(text, whole, line, settings, &to, now);
            for (size_t at = 0; at < whole; at++) {
                line += text[at] == '\n';
            }
            length -= whole;
            memmove(text, text + whole, length);
        } else if (!at_end) {
            /* A line longer than what there is room for. */
            char *more = room <= SIZE_MAX / 2 ? realloc(text, room * 2) : NULL;
            going = more != NULL;
            if (going) {
                text = more;
                room *= 2;
            } else {
                fputs("out of memory\n", stderr);
            }
        }
    }
    if (going && ferror(stdin)) {
        perror("standard input");
        going = 0;
    }
    free(text);
    free(to.cops);
    free(to.rounds);
    return going;
}

int main(int count, char **arguments) {
    int32_t settings[2] = {4, 1}; /* cops, threads */
    if (count > 3) {
        fputs("usage: copnumber [MAX_COPS [THREADS]] < graphs.g6\n", stderr);
        return 1;
    }
    for (int at = 1; at < count; at++) {
        if (!read_argument(arguments[at], &settings[at - 1])) {
            return 1;
        }
    }
    progress now = begin_progress();
    const int done = answer_all(settings, &now);
    if (now.shown) {
        fputc('\n', stderr);
    }
    return done && printed_all() ? 0 : 1;
}
