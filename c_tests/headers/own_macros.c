/* A program that has the grader's names as macros: pursuit.h never says them outside a comment. */
#define start what no compiler takes
#define nextMove what no compiler takes
#define MAX_N what no compiler takes
#ifndef __cplusplus
#define bool what no compiler takes
#endif

#include "pursuit.h"
