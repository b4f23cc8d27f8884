// The header as the contest gave it to its graders: no extern "C", so a C++ grader asks for the Itanium-mangled names.
#ifndef COPROBBER_H
#define COPROBBER_H

const int MAX_N = 500;

int start(int n, bool a[MAX_N][MAX_N]);
int nextMove(int r);

#endif
