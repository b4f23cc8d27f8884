/*
 * The referee of BOI 2014 "Cop and Robber": reads a judge's input, plays the robber by its table and judges the cop.
 *
 * Include it after a declaration of `start`, `nextMove` and `MAX_N`, in whatever spelling the grader at hand is about: the
 * referee calls the two functions by name, so each grader links the way its own declarations say. C99 and C++11 alike.
 *
 * The input: N; N rows of the 0/1 matrix; 1 if the cop can win, else 0; and after a 1, N rows (the cop's corner) of N + 1
 * numbers: where the robber goes from each corner, and in the last column where he starts against a cop who starts there.
 */
#ifndef GRADER_CORE_H
#define GRADER_CORE_H

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { GRADER_OK = 0, GRADER_WRONG = 1, GRADER_BAD_INPUT = 2 };

struct grader_game {
    int n;
    int cop_can_win;
    bool streets[MAX_N][MAX_N];
    int robber_goes[MAX_N][MAX_N + 1];
};

static struct grader_game grader_input;

/* What the cop is shown. A copy, so that a cop who writes to it can neither build himself streets nor go unnoticed. */
static bool grader_shown[MAX_N][MAX_N];
static bool grader_seen[MAX_N][MAX_N];

static int grader_verdict(int status, const char *format, ...) {
    va_list figures;
    va_start(figures, format);
    fputs(status == GRADER_OK ? "OK " : status == GRADER_WRONG ? "WRONG " : "BAD INPUT ", stdout);
    vprintf(format, figures);
    putchar('\n');
    va_end(figures);
    return status;
}

static int grader_read_number(FILE *file, int highest, int *number) {
    return fscanf(file, "%d", number) == 1 && *number >= 0 && *number <= highest;
}

static int grader_read(FILE *file) {
    struct grader_game *game = &grader_input;
    if (!grader_read_number(file, MAX_N, &game->n) || game->n == 0) {
        return grader_verdict(GRADER_BAD_INPUT, "the first number is not a number of corners in 1..%d", (int)MAX_N);
    }
    const int n = game->n;
    /* Beyond the n x n part everything is a street: a cop who reads there loses his way. */
    memset(game->streets, 1, sizeof game->streets);
    for (int from = 0; from < n; from++) {
        for (int to = 0; to < n; to++) {
            int street;
            if (!grader_read_number(file, 1, &street)) {
                return grader_verdict(GRADER_BAD_INPUT, "row %d, column %d of the matrix is neither 0 nor 1", from, to);
            }
            game->streets[from][to] = street != 0;
        }
    }
    if (!grader_read_number(file, 1, &game->cop_can_win)) {
        return grader_verdict(GRADER_BAD_INPUT, "no 0 or 1 after the matrix to say whether the cop can win");
    }
    for (int cop = 0; game->cop_can_win && cop < n; cop++) {
        for (int robber = 0; robber <= n; robber++) {
            if (!grader_read_number(file, n - 1, &game->robber_goes[cop][robber])) {
                return grader_verdict(GRADER_BAD_INPUT, "row %d, column %d of the robber's table is no corner", cop, robber);
            }
        }
    }
    memcpy(grader_shown, game->streets, sizeof grader_shown);
    return GRADER_OK;
}

/* The robber must move along a street; only where none leaves his corner he stays. */
static int grader_robber_may_go(int from, int to) {
    if (grader_input.streets[from][to]) {
        return 1;
    }
    for (int other = 0; other < grader_input.n; other++) {
        if (grader_input.streets[from][other]) {
            return 0;
        }
    }
    return from == to;
}

static int grader_caught(int first, int plies) {
    if (memcmp(grader_shown, grader_input.streets, sizeof grader_shown) != 0) {
        return grader_verdict(GRADER_WRONG, "the matrix was written to");
    }
    return grader_verdict(GRADER_OK, "caught from corner %d in %d %s", first, plies, plies == 1 ? "ply" : "plies");
}

/* One game. The checks and their order are the contest grader's. */
static int grader_play(void) {
    const struct grader_game *game = &grader_input;
    const int n = game->n;
    const int first = start(n, grader_shown);
    if ((first != -1) != (game->cop_can_win != 0)) {
        return grader_verdict(GRADER_WRONG, "start says %d, but the cop can%s win", first, game->cop_can_win ? "" : "not");
    }
    if (first == -1) {
        if (memcmp(grader_shown, game->streets, sizeof grader_shown) != 0) {
            return grader_verdict(GRADER_WRONG, "the matrix was written to");
        }
        return grader_verdict(GRADER_OK, "escape");
    }
    if (first < 0 || first >= n) {
        return grader_verdict(GRADER_WRONG, "start says %d, which is no corner", first);
    }
    int cop = first;
    int robber = game->robber_goes[cop][n];
    int plies = 0;
    if (robber == cop) {
        return grader_caught(first, plies);
    }
    memset(grader_seen, 0, sizeof grader_seen);
    for (;;) {
        const int next = nextMove(robber);
        if (next < 0 || next >= n) {
            return grader_verdict(GRADER_WRONG, "nextMove(%d) says %d, which is no corner", robber, next);
        }
        if (next != cop && !game->streets[cop][next]) {
            return grader_verdict(GRADER_WRONG, "nextMove(%d) goes from %d to %d, where no street leads", robber, cop, next);
        }
        /* A robber who ran into the cop is caught already: the contest's grader asks once more, and no ply is played. */
        if (cop != robber) {
            plies++;
        }
        cop = next;
        if (grader_seen[cop][robber]) {
            return grader_verdict(GRADER_WRONG, "the cop on %d and the robber on %d have stood like this before", cop, robber);
        }
        grader_seen[cop][robber] = true;
        if (cop == robber) {
            return grader_caught(first, plies);
        }
        const int flees = game->robber_goes[cop][robber];
        if (!grader_robber_may_go(robber, flees)) {
            return grader_verdict(GRADER_BAD_INPUT, "the robber's table takes him from %d to %d, where no street leads", robber,
                                  flees);
        }
        robber = flees;
        plies++;
    }
}

static int grader_judge(FILE *file) {
    const int fault = grader_read(file);
    return fault != GRADER_OK ? fault : grader_play();
}

/* Each argument is an input, played one after another in this process; without arguments standard input is. */
static int grader_main(int arguments, char **argument) {
    if (arguments < 2) {
        return grader_judge(stdin);
    }
    int worst = GRADER_OK;
    for (int at = 1; at < arguments; at++) {
        FILE *file = fopen(argument[at], "r");
        if (file == NULL) {
            return grader_verdict(GRADER_BAD_INPUT, "%s cannot be opened", argument[at]);
        }
        const int status = grader_judge(file);
        fclose(file);
        if (status > worst) {
            worst = status;
        }
    }
    return worst;
}

#endif
