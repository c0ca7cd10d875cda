/* r = f(a) modulo the group order: inverses. What is measured works on Montgomery forms. */
#include "bench.h"
#include "curve/fb_curve.h"

#define CURVE   (&MC_CONCATENATE(mc_, MC_SINGLE_CURVE))
#define MODULUS FB_CURVE_MODULUS(CURVE)

static mc_word a[FP_WORDS], r[FP_WORDS];

#ifndef MC_BENCH_EMPTY
static void run(void)
{
    FP(to_montgomery)(r, a, MODULUS);
    FP(MC_BENCH_FUNCTION)(r, r, MODULUS);
    FP(from_montgomery)(r, r, MODULUS);
}
#endif

void bench_operation(void)
{
    bench_read(a, sizeof a);
    BENCH_CALL(run());
    bench_write(r, sizeof r);
}
