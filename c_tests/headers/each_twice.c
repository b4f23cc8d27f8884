/* Each header twice, and amid standard ones. */
#include "coprobber.h"
#include "pursuit.h"
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include "pursuit.h"
#include "coprobber.h"
