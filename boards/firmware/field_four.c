/* r[i] = a[i] b[i] in a binary field, for i < 4. */
#include "bench.h"
#include "curve/curve.h"

static mc_word a[4 * EC_WORDS], b[4 * EC_WORDS], r[4 * EC_WORDS];

void bench_operation(void)
{
    bench_read(a, sizeof a);
    bench_read(b, sizeof b);
    BENCH_CALL(EC(MC_BENCH_FUNCTION)(r, a, b));
    bench_write(r, sizeof r);
}
