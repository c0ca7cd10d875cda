/* r = p + q (MC_BENCH_ADD 1) or r = 2p (MC_BENCH_ADD 0) in affine coordinates. */
#include "bench.h"
#include "curve/curve.h"

#define CURVE (&MC_CONCATENATE(mc_, MC_SINGLE_CURVE))

static EC(affine) p, r;
#if MC_BENCH_ADD
static EC(affine) q;
#endif

void bench_operation(void)
{
    bench_read(&p, sizeof p);
#if MC_BENCH_ADD
    bench_read(&q, sizeof q);
    BENCH_CALL(EC(affine_add_var)(&r, &p, &q, CURVE));
#else
    BENCH_CALL(EC(affine_double_var)(&r, &p, CURVE));
#endif
    bench_write(&r, sizeof r);
}
