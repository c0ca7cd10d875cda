/* r = 1/a modulo the group order. The measured routine works on Montgomery forms. */
#include "bench.h"
#include "curve/curve.h"

#define CURVE   (&MC_CONCATENATE(mc_, MC_SINGLE_CURVE))
#define MODULUS EC_CURVE_MODULUS(CURVE)

static mc_word a[EC_SCALAR_WORDS], r[EC_SCALAR_WORDS];

#ifndef MC_BENCH_EMPTY
static void run(void)
{
    ORDER(to_form)(r, a, MODULUS);
    bench_mark_stack();
    order_inv(r, r, MODULUS);
    ORDER(from_form)(r, r, MODULUS);
}
#endif

void bench_operation(void)
{
    bench_read(a, sizeof a);
    BENCH_CALL(run());
    bench_write(r, sizeof r);
}
