/* pursuit.h by itself has all that it needs. */
#include "pursuit.h"
