// A grader as the contest had it: its own header, and nothing in it that knows of this library.
#include "coprobber_original.h"

#include "grader_core.h"

int main(int arguments, char **argument) {
    return grader_main(arguments, argument);
}
