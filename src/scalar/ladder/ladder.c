/*---
name: ladder
family: scalar-mult
summary: Montgomery ladder on x-coordinates by Lopez and Dahab, 6M + 4S a bit (5M + 4S for b = 1), m iterations for
  every scalar
source: aranha2008 Algorithm 9; Lopez and Dahab 1999
domain: any point, 0 <= k < 2^m; x = 0, k p and (k + 1) p infinity by masks
curves: binary
requires: !FIELD_IS_PRIME
constant_time: same-trace-and-addresses
uses: fb-mul-reduce, fb-sqr-reduce, fb-inv
doublings: l
additions: l
---*/
#include "scalar/scalar.h"

#if !FIELD_IS_PRIME
#include "scalar/ladder/ladder.h"

mc_status EC(scalar_mult_ladder)(EC(affine) *r, const mc_word *k, const EC(affine) *p, const MC_FLASH EC(curve) *curve)
{
    return ladder_multiply(r, k, p, curve, ladder_steps);
}

/* X0 in the place of x, Z0 in that of y, which is room before. Apart from what follows it, so that inversion finds the
 * stack free of the other elements. */
MC_NOINLINE void run(EC(affine) *q, const mc_word *k, const EC(blinding) *blinding, const MC_FLASH EC(curve) *curve)
{
    mc_word odd, b_sqrt[EC_CURVE_B_IS_ONE(curve) ? 1 : EC_WORDS];
    ladder_state s = {.x = q->x, .b_sqrt = b_sqrt, .t = q->y};
    ladder_begin(&s, blinding);
    if (!EC_CURVE_B_IS_ONE(curve))
        field_from_flash(b_sqrt, curve->b_sqrt);
    ladder_steps(&s, &odd, k, curve);
    field_copy(q->x, s.x0);
    field_copy(q->y, s.z0);
    mc_wipe(&s, sizeof s);
}

mc_status EC(scalar_mult_ladder_for_x)(EC(affine) *q, const mc_word *k, const MC_FLASH EC(curve) *curve)
{
    EC(blinding) blinding;
    mc_status status = MC_OK;
    ec_blinding_begin(&blinding, &status);
    EC_RETURN_IF_ERROR(q, status);
    run(q, k, &blinding, curve);
    ec_blinding_end(&blinding);
    fb_inv(q->y, q->y);
    fb_mul(q->x, q->x, q->y);
    return MC_OK;
}

#endif
