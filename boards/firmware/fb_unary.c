/* r = f(a) in a binary field: squares and inverses; unreduced squares have MC_BENCH_RESULT_ELEMENTS = 2. */
#include "bench.h"
#include "fb/fb.h"

static mc_word a[FB_WORDS], r[MC_BENCH_RESULT_ELEMENTS * FB_WORDS];

void bench_operation(void)
{
    bench_read(a, sizeof a);
    BENCH_CALL(FB(MC_BENCH_FUNCTION)(r, a));
    bench_write(r, sizeof r);
}
