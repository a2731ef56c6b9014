#pragma once
#include <stdio.h>

/* Swift does not see the two streams, which are variables in C. They lock themselves (stdio(3)). */

static inline FILE *cstreams_output(void) { return stdout; }
static inline FILE *cstreams_error(void) { return stderr; }
