/* r = a b in a binary field, with the table of b, which is made before the measured time. */
#include "bench.h"
#include "curve/curve.h"

static mc_word a[EC_WORDS], b[EC_WORDS], r[EC_WORDS], table[FB_CONSTANT_ROWS][EC_WORDS];

void bench_operation(void)
{
    bench_read(a, sizeof a);
    bench_read(b, sizeof b);
    FB(constant_table)(table, b);
    BENCH_CALL(EC(MC_BENCH_FUNCTION)(r, a, (const mc_word(*)[EC_WORDS])table));
    bench_write(r, sizeof r);
}
