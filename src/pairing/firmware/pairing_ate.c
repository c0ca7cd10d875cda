/* r = e(p, q)^3: the optimal ate pairing of BLS12 (pairing/bls12/group.h), of points that are not checked. On the input
 * a point is x and y, infinity (0, 0). */
#include "bench.h"
#include "pairing/bls12/group.h"

static g1_affine p;
static g2_affine q;
static fp12 r;

#ifndef MC_BENCH_EMPTY
/* The routine measured; its name begins as the library's, which the linker keeps. */
__attribute__((noinline)) void mc_bench_pairing(void)
{
    bls12_miller(&r, &p, &q, 1);
    bls12_final(&r, &r);
}
#endif

void bench_operation(void)
{
    bench_read(&p, offsetof(g1_affine, is_infinity));
    bench_read(&q, offsetof(g2_affine, is_infinity));
    p.is_infinity = FP(mask_zero)(p.x.c0) & FP(mask_zero)(p.y.c0);
    q.is_infinity = fp2_mask_zero(&q.x) & fp2_mask_zero(&q.y);
    BENCH_CALL(mc_bench_pairing());
    bench_write(&r, sizeof r);
}
