/* r = p + q (MC_BENCH_ADD 1, q affine) or r = 2p (MC_BENCH_ADD 0) in the coordinates that the image binds. Z of p is
 * a number of no special form; the conversions are part of the image, not of the measured routine. */
#include "bench.h"
#include "curve/curve.h"

#define CURVE                  (&MC_CONCATENATE(mc_, MC_SINGLE_CURVE))
#define IS_AFFINE_affine       1
#define COORDINATES_ARE_AFFINE MC_CONCATENATE(IS_AFFINE_, MC_COORDINATES)

static EC(affine) p, r;
#if MC_BENCH_ADD
static EC(affine) q;
#endif

#ifndef MC_BENCH_EMPTY
#if COORDINATES_ARE_AFFINE
static void run(void)
{
    bench_mark_stack();
#if MC_BENCH_ADD
    EC(affine_add_var)(&r, &p, &q, CURVE);
#else
    EC(affine_double_var)(&r, &p, CURVE);
#endif
}
#else
static void run(void)
{
    ec_projective t;
    ec_from_affine(&t, &p);
    if (!field_mask_zero(p.x))
        ec_scale(&t, p.x, CURVE);
    bench_mark_stack();
#if MC_BENCH_ADD
    ec_add_mixed_var(&t, &t, &q, CURVE);
#else
    ec_double(&t, &t, CURVE);
#endif
    ec_to_affine_var(&r, &t);
}
#endif
#endif

void bench_operation(void)
{
    bench_read(&p, sizeof p);
#if MC_BENCH_ADD
    bench_read(&q, sizeof q);
#endif
    BENCH_CALL(run());
    bench_write(&r, sizeof r);
}
