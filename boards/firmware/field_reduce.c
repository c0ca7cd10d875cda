/* r = c reduced in a field; c is destroyed. */
#include "bench.h"
#include "curve/curve.h"

static mc_word c[2 * EC_WORDS], r[EC_WORDS];

void bench_operation(void)
{
    bench_read(c, sizeof c);
    BENCH_CALL(EC(MC_BENCH_FUNCTION)(r, c));
    bench_write(r, sizeof r);
}
