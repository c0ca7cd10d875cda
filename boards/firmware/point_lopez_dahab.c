/* r = p + q (MC_BENCH_ADD 1, q affine) or r = 2p (MC_BENCH_ADD 0) in Lopez-Dahab coordinates. Z of p is a
 * number of no special form; the conversions are part of the image, not of the routine measured. */
#include "bench.h"
#include "curve/curve.h"

#define CURVE (&MC_CONCATENATE(mc_, MC_SINGLE_CURVE))

static EC(affine) p, r;
#if MC_BENCH_ADD
static EC(affine) q;
#endif

#ifndef MC_BENCH_EMPTY
/* The point (x, y) as (x z, y z^2, z) with z = x + 1; infinity and x = 1 keep Z = 0 or 1. */
static void spread(EC(lopez_dahab) *spread_point, const EC(affine) *point)
{
    EC(lopez_dahab_from_affine)(spread_point, point);
    if (EC(mask_zero)(spread_point->z))
        return;
    mc_word z[EC_WORDS];
    EC(add)(z, point->x, spread_point->z);
    if (EC(mask_zero)(z))
        return;
    EC(copy)(spread_point->z, z);
    fb_mul(spread_point->x, point->x, z);
    fb_sqr(z, z);
    fb_mul(spread_point->y, point->y, z);
}

static void run(void)
{
    EC(lopez_dahab) t;
    spread(&t, &p);
#if MC_BENCH_ADD
    EC(lopez_dahab_add_mixed_var)(&t, &t, &q, CURVE);
#else
    EC(lopez_dahab_double)(&t, &t, CURVE);
#endif
    EC(lopez_dahab_to_affine_var)(&r, &t);
}
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
