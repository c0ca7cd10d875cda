/* r = f(a, b) in a field: products; unreduced ones have MC_BENCH_RESULT_ELEMENTS = 2. */
#include "bench.h"
#include "curve/curve.h"

static mc_word a[EC_WORDS], b[EC_WORDS], r[MC_BENCH_RESULT_ELEMENTS * EC_WORDS];

void bench_operation(void)
{
    bench_read(a, sizeof a);
    bench_read(b, sizeof b);
    BENCH_CALL(EC(MC_BENCH_FUNCTION)(r, a, b));
    bench_write(r, sizeof r);
}
