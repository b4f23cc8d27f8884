/* A program to which start, nextMove, MAX_N and, in C, even bool belong: pursuit.h has none of them. */
enum { MAX_N = 7 };
int start(double gun);
double nextMove(double time, double pace);
#ifndef __cplusplus
typedef struct { int truth; } bool;
#endif

#include "pursuit.h"

int start(double gun) { return (int)gun + MAX_N; }
double nextMove(double time, double pace) { return time * pace; }
#ifndef __cplusplus
bool as_the_host_has_it = {1};
#endif
