/* A source of random bytes that returns a private key from the input. */
#ifndef MC_BENCH_SOURCE_H
#define MC_BENCH_SOURCE_H

#include <string.h>

#include "motecurve/curve.h"

static uint8_t given[MC_MAX_SCALAR_BYTES];

#ifndef MC_BENCH_EMPTY
/* Two blocks that differ, for the library's check of its source, then the candidate for the private key; context counts
 * the calls. */
static int source(void *context, uint8_t *out, size_t bytes)
{
    uint8_t *calls = context;
    if (++*calls <= 2)
        memset(out, *calls, bytes);
    else
        memcpy(out, given, bytes);
    return 0;
}
#endif

#endif
