/* r = c mod f in a binary field; c is destroyed. */
#include "bench.h"
#include "fb/fb.h"

static mc_word c[2 * FB_WORDS], r[FB_WORDS];

void bench_operation(void)
{
    bench_read(c, sizeof c);
    BENCH_CALL(FB(MC_BENCH_FUNCTION)(r, c));
    bench_write(r, sizeof r);
}
