/* Both headers, pursuit.h first. */
#include "pursuit.h"
#include "coprobber.h"
