/* r = f(a, b) in a binary field: products; unreduced ones have MC_BENCH_RESULT_ELEMENTS = 2. */
#include "bench.h"
#include "fb/fb.h"

static mc_word a[FB_WORDS], b[FB_WORDS], r[MC_BENCH_RESULT_ELEMENTS * FB_WORDS];

void bench_operation(void)
{
    bench_read(a, sizeof a);
    bench_read(b, sizeof b);
    BENCH_CALL(FB(MC_BENCH_FUNCTION)(r, a, b));
    bench_write(r, sizeof r);
}
