/*---
name: ladder-wide
family: scalar-mult
summary: the ladder of Lopez and Dahab in vector registers, its products and squares four side by side by VPCLMULQDQ; on
  processors that lack it: ladder
source: Lopez and Dahab 1999
domain: any point, 0 <= k < 2^m; x = 0, k p and (k + 1) p infinity by masks
curves: binary
requires: FB_HAS_WIDE
constant_time: same-trace-and-addresses
uses: fb-mul-reduce, fb-sqr-reduce, fb-inv
doublings: l
additions: l
---*/
#include "scalar/scalar.h"

#if !FIELD_IS_PRIME
#include "fb/wide.h"
#include "scalar/ladder/ladder.h"

#if FB_HAS_WIDE

/* ladder_steps, with two products of four pairs for each bit. With Q0 the point to be doubled (ladder_step), c^4 = b:
 *   p = (X0 Z1, X1 Z0, X0 Z0, c Z0),
 *   q = (p0 + p1, p1 + p0, p2, p3 + X0)^2 = (Z1', Z1', Z0', sqrt(X0')),
 *   r = (p0 p1, x Z1', *, q3^2), with X1' = r0 + r1 and X0' = r3.
 * A step starts from q and r; the bit decides where their elements go. t is c; the end leaves r0 in X1 and r1 in t.
 * Returns the mask of the last bit, by which the points are to be exchanged. The pointers of s come as arguments: the
 * analysis of object code takes for secret all that is read from memory, pointers too. */
WIDE static mc_word ladder_steps_vpclmul(ladder_state *s, const mc_word *x_of_p, mc_word *t, const mc_word *k)
{
    const wide_vector x_plain = wide_places(3, 0, 3, 3), x_swapped = wide_places(0, 3, 0, 0),
                      z_plain = wide_places(0, 2, 2, 2), z_swapped = wide_places(2, 0, 0, 0),
                      only_second = wide_masks(0, ~(mc_word)0, 0, 0), only_last = wide_masks(0, 0, 0, ~(mc_word)0);
    const wide_element constant_x = wide_load_one(x_of_p), constant_c = wide_load_one(t);
    wide_element q = wide_load(s->z1, s->z1, s->z0, s->z0), r = wide_load(s->x1, s->z0, s->z0, s->x0); /* Z0 = 0 */
    mc_word previous = 0;
    for (uint16_t i = EC_SCALAR_BITS; i--;) {
        const mc_word bit = EC(scalar_bit)(k, i), mask = mc_word_barrier((mc_word)(0 - (bit ^ previous)));
        const wide_vector swap = wide_masks(mask, mask, mask, mask);
        previous = bit;
        const wide_element x = wide_add(wide_permute_by(r, x_plain ^ (swap & (x_plain ^ x_swapped))),
                                        wide_keep(wide_permute(r, 1, 1, 1, 1), swap ^ only_second));
        const wide_element z = wide_permute_by(q, z_plain ^ (swap & (z_plain ^ z_swapped)));
        const wide_element p = wide_mul(wide_blend(x, constant_c, 8), z), exchanged = wide_permute(p, 1, 0, 0, 0);
        q = wide_sqr(wide_add(p, wide_blend(wide_keep(x, only_last), exchanged, 3)));
        r = wide_mul(wide_blend(q, p, 1), wide_blend(wide_blend(constant_x, exchanged, 1), q, 12));
        ec_counts_as(1, 1);
    }
    wide_store(s->x1, t, s->z1, s->x0, &r);
    wide_store_one(s->z0, &q, 2);
    wide_store_one(s->z1, &q, 0);
    return mc_word_barrier((mc_word)(0 - previous));
}

static void ladder_steps_by_four(ladder_state *s, mc_word *odd, const mc_word *k, const MC_FLASH EC(curve) *curve)
{
    (void)curve;
    fb_sqrt(s->t, s->b_sqrt);
    *odd = ladder_steps_vpclmul(s, s->x, s->t, k);
    field_add(s->x1, s->x1, s->t);
    field_swap(s->x0, s->x1, *odd);
    field_swap(s->z0, s->z1, *odd);
}

ladder_function EC(ladder_steps_wide);

MC_BIND(EC(ladder_steps_wide), ladder_function, MC_HAS_WIDE, ladder_steps_by_four, ladder_steps,
        (ladder_state * s, mc_word *odd, const mc_word *k, const MC_FLASH EC(curve) *curve), (s, odd, k, curve))

mc_status EC(scalar_mult_ladder_wide)(EC(affine) *r, const mc_word *k, const EC(affine) *p,
                                      const MC_FLASH EC(curve) *curve)
{
    return ladder_multiply(r, k, p, curve, EC(ladder_steps_wide));
}

#endif
#endif
