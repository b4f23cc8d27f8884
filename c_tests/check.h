/* What the misuse programs share: checks that print what failed. */
#ifndef CHECK_H
#define CHECK_H

#include "pursuit.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIGURES(...) \
    (const long long[]){__VA_ARGS__}, sizeof((const long long[]){__VA_ARGS__}) / sizeof(long long)
#define NO_FIGURES NULL, 0

/* An array that must not be read: there is no memory. */
#define UNREADABLE ((const int32_t *)(uintptr_t)64)

static int failed_checks;

static inline void check(int holds, const char *what, ...) {
    if (!holds) {
        va_list figures;
        va_start(figures, what);
        fputs("FAILED ", stdout);
        vprintf(what, figures);
        putchar('\n');
        va_end(figures);
        failed_checks++;
    }
}

/* Whether the sentence has the number as a word of its own: 7 is not in "17", nor in "-7". */
static inline int sentence_names(const char *sentence, long long figure) {
    char digits[32];
    const int length = snprintf(digits, sizeof digits, "%lld", figure);
    for (const char *at = strstr(sentence, digits); at != NULL; at = strstr(at + 1, digits)) {
        const char before = at == sentence ? ' ' : at[-1];
        const char after = at[length];
        const int begins = before != '-' && (before < '0' || before > '9');
        if (begins && (after < '0' || after > '9')) {
            return 1;
        }
    }
    return 0;
}

/* The latest call failed with this status, which is remembered too, and the sentence about it has all the figures. */
static inline void expect_failure(const char *what, int32_t status, int32_t wanted, const long long *figures, size_t count) {
    check(status == wanted, "%s: status %d, not %d", what, (int)status, (int)wanted);
    check(pursuit_last_status() == wanted, "%s: last status %d, not %d", what, (int)pursuit_last_status(), (int)wanted);
    const char *sentence = pursuit_last_error();
    check(sentence != NULL && sentence[0] != '\0', "%s: no sentence says what is wrong", what);
    for (size_t at = 0; sentence != NULL && at < count; at++) {
        check(sentence_names(sentence, figures[at]), "%s: \"%s\" does not name %lld", what, sentence, figures[at]);
    }
}

static inline void expect_ok(const char *what, int32_t status) {
    check(status == PURSUIT_OK, "%s: status %d (%s)", what, (int)status, pursuit_last_error());
    check(pursuit_last_status() == PURSUIT_OK, "%s: last status %d after a success", what, (int)pursuit_last_status());
}

/* Out-parameters are filled with this before a call that fails, and must still hold it afterwards. */
static inline void poison(void *out, size_t bytes) {
    memset(out, 0x5A, bytes);
}

static inline void expect_poison(const char *what, const void *out, size_t bytes) {
    const unsigned char *byte = (const unsigned char *)out;
    for (size_t at = 0; at < bytes; at++) {
        if (byte[at] != 0x5A) {
            check(0, "%s: an out-parameter was written to", what);
            return;
        }
    }
}

#endif
