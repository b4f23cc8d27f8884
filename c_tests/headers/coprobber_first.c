/* Both headers, coprobber.h first. */
#include "coprobber.h"
#include "pursuit.h"
