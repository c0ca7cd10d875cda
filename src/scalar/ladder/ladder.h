/* Parts of the ladders on x-coordinates of binary curves: the plain steps, and the work before and after them. */
#ifndef MC_SCALAR_LADDER_H
#define MC_SCALAR_LADDER_H

#include "scalar/blinding.h"
#include "scalar/scalar.h"

/* Whether the steps read a constant of the curve; in a mote image one curve decides it. */
#ifdef MC_SINGLE_CURVE
#define LADDER_READS_B (!EC_CURVE_B_IS_ONE(curve))
#else
#define LADDER_READS_B 1
#endif

/* j p and (j + 1) p by x = X/Z, with (1 : 0) for infinity; elements that lie elsewhere: x of p, room for one more, the
 * constant. */
typedef struct {
    const mc_word *x;
    mc_word *t;
#if LADDER_READS_B
    const mc_word *b_sqrt;
#endif
    mc_word x0[EC_WORDS], z0[EC_WORDS], x1[EC_WORDS], z1[EC_WORDS];
} ladder_state;

/* (Q0, Q1) becomes (2 Q0, Q0 + Q1), where Q1 - Q0 is p or -p:
 *   Z1' = (X0 Z1 + X1 Z0)^2, X1' = x Z1' + X0 Z1 X1 Z0,
 *   Z0' = X0^2 Z0^2, X0' = X0^4 + b Z0^4 = (X0^2 + sqrt(b) Z0^2)^2.
 * With Q0 = (1 : 0) they give (1 : 0) and (x : 1). */
static void ladder_step(ladder_state *s, const MC_FLASH EC(curve) *curve)
{
    fb_mul(s->t, s->x0, s->z1);
    fb_mul(s->x1, s->x1, s->z0);
    field_add(s->z1, s->t, s->x1);
    fb_sqr(s->z1, s->z1);
    fb_mul(s->t, s->t, s->x1);
    fb_mul(s->x1, s->z1, s->x);
    field_add(s->x1, s->x1, s->t);

    fb_sqr(s->x0, s->x0);
    fb_sqr(s->t, s->z0);
    fb_mul(s->z0, s->x0, s->t);
#if LADDER_READS_B
    if (!EC_CURVE_B_IS_ONE(curve))
        fb_mul(s->t, s->t, s->b_sqrt);
#endif
    field_add(s->x0, s->x0, s->t);
    fb_sqr(s->x0, s->x0);
}

/* The points change places if the bit is not that of the step before; then a step. Returns the bit. */
MC_INLINE uint8_t ladder_bit(ladder_state *s, uint8_t previous, uint8_t bit, const MC_FLASH EC(curve) *curve)
{
    mc_word mask = mc_word_barrier((mc_word)(0 - (bit ^ previous)));
    field_swap(s->x0, s->x1, mask);
    field_swap(s->z0, s->z1, mask);
    ladder_step(s, curve);
    ec_counts_as(1, 1);
    return bit;
}

/* From 0 to k; odd = ~0 if k is odd, else 0. */
static __attribute__((unused)) void ladder_steps(ladder_state *s, mc_word *odd, const mc_word *k,
                                                 const MC_FLASH EC(curve) *curve)
{
    uint8_t bit = 0;
    for (uint16_t i = EC_SCALAR_BITS; i--;)
        bit = ladder_bit(s, bit, EC(scalar_bit)(k, i), curve);
    *odd = mc_word_barrier((mc_word)(0 - bit));
    field_swap(s->x0, s->x1, *odd);
    field_swap(s->z0, s->z1, *odd);
}

/* k p, in x1 and z0, from k p = (X0 : Z0), (k + 1) p = (X1 : Z1) and p = (x, y):
 *   x_r = X0/Z0, y_r = (x + x_r) ((X0 + x Z0)(X1 + x Z1) + (x^2 + y) Z0 Z1) / (x Z0 Z1) + y.
 * The divisor is 0 if p has order two, k p = O or (k + 1) p = O; the masks put the results of these cases. */
static void ladder_recover(ladder_state *s, const EC(affine) *p, mc_word *inverse, mc_word k_is_odd)
{
    const mc_word order_two = field_mask_zero(s->x); /* or infinity */
    const mc_word infinity = field_mask_zero(s->z0), opposite = field_mask_zero(s->z1);
    mc_word *x_r = s->x1, *y_r = s->z0; /* of no further use in the end */

    fb_mul(s->t, s->z0, s->z1);
    fb_mul(inverse, s->t, s->x);
    fb_inv(inverse, inverse);
    fb_mul(s->z0, s->z0, s->x);
    field_add(s->z0, s->z0, s->x0);
    fb_mul(s->z1, s->z1, s->x);
    fb_mul(s->x0, s->x0, s->z1);
    field_add(s->z1, s->z1, s->x1);
    fb_mul(x_r, s->x0, inverse);
    fb_mul(s->z0, s->z0, s->z1);
    fb_sqr(s->z1, s->x);
    field_add(s->z1, s->z1, p->y);
    fb_mul(s->z1, s->z1, s->t);
    field_add(s->z0, s->z0, s->z1);
    fb_mul(s->z0, s->z0, inverse);
    field_add(s->t, s->x, x_r);
    fb_mul(s->z0, s->z0, s->t);
    field_add(y_r, s->z0, p->y);

    field_add(s->t, p->x, p->y);
    field_select(x_r, p->x, opposite);
    field_select(y_r, s->t, opposite);
    field_set_small(s->t, 0);
    field_select(x_r, s->t, infinity | order_two);
    field_select(y_r, s->t, infinity | order_two);
    field_select(y_r, p->y, order_two & k_is_odd);
}

typedef void ladder_function(ladder_state *s, mc_word *odd, const mc_word *k, const MC_FLASH EC(curve) *curve);

/* 0 and p, blinded. */
MC_INLINE void ladder_begin(ladder_state *s, const EC(blinding) *blinding)
{
    (void)blinding;
    field_set_small(s->x0, 1);
    field_set_small(s->z0, 0);
    field_copy(s->x1, s->x);
    field_set_small(s->z1, 1);
    ec_blind_quotient(s->x0, s->z0, blinding);
    ec_blind_quotient(s->x1, s->z1, blinding);
}

/* The member of scalar-mult whose steps these are. */
MC_INLINE mc_status ladder_multiply(EC(affine) *r, const mc_word *k, const EC(affine) *p,
                                    const MC_FLASH EC(curve) *curve, ladder_function *steps)
{
    EC(blinding) blinding;
    mc_status status = EC(scalar_status)(k);
    ec_blinding_begin(&blinding, &status);
    EC_RETURN_IF_ERROR(r, status);
    mc_word odd, t[EC_WORDS], constant[EC_WORDS]; /* later the inverse */
    ladder_state s = {.x = p->x, .t = t};
    ladder_begin(&s, &blinding);
    ec_blinding_end(&blinding);
#if LADDER_READS_B
    field_from_flash(constant, curve->b_sqrt);
    s.b_sqrt = constant;
#endif
    steps(&s, &odd, k, curve);
    ladder_recover(&s, p, constant, odd);
    field_copy(r->x, s.x1);
    field_copy(r->y, s.z0);
    mc_wipe(&s, sizeof s);
    mc_wipe(t, sizeof t);
    mc_wipe(constant, sizeof constant);
    return MC_OK;
}

#endif
