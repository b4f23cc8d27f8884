/*
 * Cop and robber (BOI 2014): the two functions that a grader calls, answered by libpursuit.
 *
 * Includes the whole interface of the problem and nothing else; pursuit.h has the rest. Put it before declarations of
 * your own: it says extern "C". Graders that declare the functions themselves, as C++ or as C, link just as well.
 */


#ifndef COPROBBER_H
#define COPROBBER_H


#ifdef __cplusplus
const int MAX_N = 500;
#else
#include <stdbool.h>
#define MAX_N 500
#endif

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Starts a game of cop and robber (BOI 2014) on n corners; `a[i][j]` says whether a street leads from i to j.
 *
 * The cop picks a corner; the robber, seeing it, picks his; then they move in turn, cop first. The cop moves along a
 * street or waits, the robber must move along a street (one without any passes). Meeting after anyone's move is
 * capture; a repeated situation means that the robber has escaped.
 *
 * Returns the cop's corner: the one with the fewest plies (moves of either side) in the worst case, the lowest number
 * among equals. Returns -1 when no corner forces capture, when n is outside 1..500, when `a` is NULL, and when memory is
 * refused; `pursuit_last_error` of pursuit.h gives the reason of every -1, `pursuit_last_status` is 0 for the first.
 *
 * Only the n x n part of `a` is read, and `a` is never written to. An asymmetric `a` means one-way streets, `a[i][i]` a
 * place where the robber may wait too.
 *
 * A process has one game at a time: a `start` ends the game before it, whatever it returns. Calls from several threads
 * are safe and take effect one after another.
 *
 * # Safety
 * `a` is NULL or has n rows of `MAX_N` bytes (of the last one, n will do).
 */
int start(int n,
          bool a[MAX_N][MAX_N]);

/**
 * The cop's answer to a robber who now stands on corner r: where the cop stands after his next move. It is remembered.
 *
 * He plays a fastest forced capture, to the lowest-numbered corner among equally fast moves; with the robber on his own
 * corner he stays.
 *
 * Returns -1, and the game stays as it was, before a `start` that returned a corner, for r outside 0..n-1, and when the
 * robber stands where capture can't be forced any more (he has not got there by the rules). The reason is in
 * `pursuit_last_error`.
 */
int nextMove(int r);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* COPROBBER_H */
