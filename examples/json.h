/*
 * Reads JSON the way LeetCode writes test cases: arrays, whole numbers and strings, one value after another, with blanks,
 * line ends or commas between them.
 *
 * The reader pulls values from a file as they are asked for and keeps nothing. What it meets instead of what it was asked
 * for it reports once, on standard error, with line and column; from then on every question is answered with 0.
 */
#ifndef EXAMPLES_JSON_H
#define EXAMPLES_JSON_H

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

#include "example.h"

/* Start from `json_reader input = {stdin, 1, 0, 0};`. */
typedef struct json_reader {
    FILE *file;
    long line;
    long column; /* of the character read last */
    int fault;
} json_reader;

static inline int json_take(json_reader *input) {
    const int taken = getc(input->file);
    if (taken == '\n') {
        input->line++;
        input->column = 0;
    } else {
        input->column++;
    }
    return taken;
}

/* The next character, left where it is, with blanks before it skipped. */
static inline int json_peek(json_reader *input) {
    int next = getc(input->file);
    while (next == ' ' || next == '\t' || next == '\r' || next == '\n') {
        ungetc(next, input->file);
        json_take(input);
        next = getc(input->file);
    }
    if (next != EOF) {
        ungetc(next, input->file);
    }
    return next;
}

/* Reports that something else stands where the next character is. Returns 0. */
static inline int json_expected(json_reader *input, const char *what) {
    if (!input->fault) {
        const int found = getc(input->file);
        fprintf(stderr, "input, line %ld, column %ld: expected %s, found ", input->line, input->column + 1, what);
        if (found == EOF) {
            fputs("the end\n", stderr);
        } else if (found > ' ' && found < 127) {
            fprintf(stderr, "'%c'\n", found);
        } else {
            fprintf(stderr, "byte %d\n", found);
        }
        input->fault = 1;
    }
    return 0;
}

/* Whether another value follows. A comma before it is skipped. */
static inline int json_more(json_reader *input) {
    if (!input->fault && json_peek(input) == ',') {
        json_take(input);
    }
    return !input->fault && json_peek(input) != EOF;
}

/* Whether nothing follows. */
static inline int json_end(json_reader *input) {
    return !input->fault && (json_peek(input) == EOF || json_expected(input, "the end"));
}

static inline int json_token(json_reader *input, char token, const char *what) {
    if (input->fault || json_peek(input) != token) {
        return json_expected(input, what);
    }
    json_take(input);
    return 1;
}

/* An array is read by `if (json_array(&input)) for (int at = 0; json_element(&input, at); at = 1) ...`. */
static inline int json_array(json_reader *input) {
    return json_token(input, '[', "'['");
}

/* Whether the array goes on with another element; its end is skipped. `later` is 0 for the first element. */
static inline int json_element(json_reader *input, int later) {
    if (input->fault) {
        return 0;
    }
    if (json_peek(input) == ']') {
        json_take(input);
        return 0;
    }
    return !later || json_token(input, ',', "',' or ']'");
}

static inline int json_number(json_reader *input, int32_t *number) {
    if (input->fault) {
        return 0;
    }
    const int negative = json_peek(input) == '-';
    if (negative) {
        json_take(input);
    }
    int digit = getc(input->file);
    ungetc(digit, input->file);
    if (digit < '0' || digit > '9') {
        return json_expected(input, "a whole number");
    }
    int64_t value = 0;
    while (digit >= '0' && digit <= '9' && value <= INT32_MAX) {
        value = value * 10 + (digit - '0');
        json_take(input);
        digit = getc(input->file);
        ungetc(digit, input->file);
    }
    if (value > INT32_MAX || digit == '.' || digit == 'e' || digit == 'E') {
        return json_expected(input, "the end of a whole number below 2147483648");
    }
    *number = (int32_t)(negative ? -value : value);
    return 1;
}

/* A string is read by `if (json_string(&input)) while ((c = json_character(&input)) != 0) ...`. No escapes. */
static inline int json_string(json_reader *input) {
    return json_token(input, '"', "'\"'");
}

/* The next character of the string, 0 at its end. */
static inline int json_character(json_reader *input) {
    const int next = input->fault ? EOF : getc(input->file);
    if (next != EOF) {
        ungetc(next, input->file);
    }
    if (next == EOF || next == '\\' || next < ' ') {
        return json_expected(input, "a character of a string without escapes");
    }
    json_take(input);
    return next == '"' ? 0 : next;
}

/* An adjacency list, [[1,2],[0],[0]]: element x lists where a token on x can go. */
static inline int json_graph(json_reader *input, csr *graph) {
    int32_t to;
    if (!json_array(input)) {
        return 0;
    }
    for (int row = 0; json_element(input, row); row = 1) {
        if (!json_array(input)) {
            return 0;
        }
        for (int at = 0; json_element(input, at); at = 1) {
            if (!json_number(input, &to) || !csr_add(graph, to)) {
                return 0;
            }
        }
        if (input->fault || !csr_end_row(graph)) {
            return 0;
        }
    }
    return !input->fault;
}

/* The same, and nothing else but blanks in the file. */
static inline int json_lone_graph(FILE *file, csr *graph) {
    json_reader input = {file, 1, 0, 0};
    return json_graph(&input, graph) && json_end(&input);
}

#endif
