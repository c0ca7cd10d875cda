/* r = f(a) in a field: squares, inverses, roots, half-traces; unreduced squares have MC_BENCH_RESULT_ELEMENTS = 2. */
#include "bench.h"
#include "curve/curve.h"

static mc_word a[EC_WORDS], r[MC_BENCH_RESULT_ELEMENTS * EC_WORDS];

void bench_operation(void)
{
    bench_read(a, sizeof a);
    BENCH_CALL(EC(MC_BENCH_FUNCTION)(r, a));
    bench_write(r, sizeof r);
}
