/*---
name: ladder-x-only
family: scalar-mult
summary: Montgomery ladder on x-coordinates of a Weierstrass curve over F_p, 9M + 6S a bit and two products by
  coefficients (four for general a), y recovered at the end; no table
source: Brier and Joye 2002, Section 4; Izu and Takagi 2002; recovery of y: Okeya and Sakurai 2001
domain: any point, 0 <= k < 2^l; no case has a branch of its own
curves: prime
requires: FIELD_IS_PRIME && !FIELD_HAS_EDWARDS_CURVES
constant_time: same-trace-and-addresses
uses: fp-mul-reduce, fp-sqr-reduce, fp-inv
doublings: l
additions: l
---*/
#include "scalar/blinding.h"
#include "scalar/scalar.h"

#if FIELD_IS_PRIME && !FIELD_HAS_EDWARDS_CURVES

/* j p and (j + 1) p by x = X/Z, with (X : 0) for infinity. */
typedef struct {
    mc_word x0[EC_WORDS], z0[EC_WORDS], x1[EC_WORDS], z1[EC_WORDS];
    mc_word x[EC_WORDS], a[EC_WORDS], b4[EC_WORDS]; /* x of p, coefficients of the curve: a, 4 b */
    mc_word s[EC_WORDS], t[EC_WORDS], u[EC_WORDS];  /* room */
} ladder_x_only_state;

/* r = a v; r apart from v. */
static void times_a(mc_word *r, const mc_word *v, const ladder_x_only_state *s, const MC_FLASH EC(curve) *curve)
{
    if (EC_CURVE_A_CLASS(curve) == MC_COEFFICIENT_MINUS_3) {
        fp_add(r, v, v);
        fp_add(r, r, v);
        field_negate(r, r);
    } else if (EC_CURVE_A_CLASS(curve) == MC_COEFFICIENT_GENERAL) {
        field_mul_coefficient(r, v, s->a);
    } else {
        field_set_small(r, 0);
    }
}

/* Q1 = Q0 + Q1, where Q1 - Q0 is p or -p:
 *   Z' = (X0 Z1 - X1 Z0)^2, X' = 2 (X0 Z1 + X1 Z0)(X0 X1 + a Z0 Z1) + 4 b (Z0 Z1)^2 - x Z'.
 * If one is infinity, the other is p or -p, and so is (X' : Z'), which is (x u : u). If Q1 = -Q0, Z' is 0 and X' is
 * 4 y^2 times a power of the Z, not 0: Q0 = Q1 would be infinity's p. So the sum needs no case of its own for any p but
 * infinity, x = 0 included, which the product of both x-coordinates instead of their sum would not allow. */
static void ladder_x_only_add(ladder_x_only_state *s, const MC_FLASH EC(curve) *curve)
{
    fp_mul(s->s, s->x0, s->z1);
    fp_mul(s->t, s->x1, s->z0);
    fp_mul(s->z1, s->z0, s->z1);
    times_a(s->u, s->z1, s, curve);
    fp_mul(s->x1, s->x0, s->x1);
    fp_add(s->x1, s->x1, s->u);
    fp_add(s->u, s->s, s->t);
    fp_mul(s->x1, s->x1, s->u);
    fp_add(s->x1, s->x1, s->x1);
    fp_sqr(s->z1, s->z1);
    field_mul_coefficient(s->z1, s->z1, s->b4);
    fp_add(s->x1, s->x1, s->z1);
    fp_sub(s->s, s->s, s->t);
    fp_sqr(s->z1, s->s);
    fp_mul(s->s, s->z1, s->x);
    fp_sub(s->x1, s->x1, s->s);
}

/* Q0 = 2 Q0: X' = (X^2 - a Z^2)^2 - 8 b X Z^3, Z' = 4 X Z (X^2 + a Z^2) + 4 b Z^4. Of infinity and of points of order
 * two Z' is 0, and X' is not: it is X^4 and (3 x^2 + a)^2. */
static void twice(ladder_x_only_state *s, const MC_FLASH EC(curve) *curve)
{
    fp_sqr(s->s, s->x0);
    fp_sqr(s->t, s->z0);
    fp_add(s->z0, s->x0, s->z0); /* 2 X Z = (X + Z)^2 - X^2 - Z^2 */
    fp_sqr(s->z0, s->z0);
    fp_sub(s->z0, s->z0, s->s);
    fp_sub(s->z0, s->z0, s->t);
    times_a(s->u, s->t, s, curve);
    fp_sub(s->x0, s->s, s->u);
    fp_add(s->u, s->s, s->u);
    fp_sqr(s->x0, s->x0);
    field_mul_coefficient(s->s, s->t, s->b4);
    fp_mul(s->t, s->s, s->t);
    fp_mul(s->s, s->s, s->z0);
    fp_sub(s->x0, s->x0, s->s);
    fp_mul(s->z0, s->z0, s->u);
    fp_add(s->z0, s->z0, s->z0);
    fp_add(s->z0, s->z0, s->t);
}

/* r = k p from k p = (X0 : Z0), (k + 1) p = (X1 : Z1) and p = (x, y), r apart from p:
 *   x_r = X0/Z0, 2 y y_r = 2 b + (x + x_r)(a + x x_r) - x_(k+1) (x - x_r)^2,
 * over the common divisor 4 y Z0^2 Z1. It is 0 if k p = O, (k + 1) p = O or p = O: the inverse of 0 being 0, r becomes
 * (0, 0), infinity, and a mask puts -p where (k + 1) p = O. If p has order two, one of both is so. */
static void ladder_x_only_recover(EC(affine) *r, ladder_x_only_state *s, const EC(affine) *p,
                                  const MC_FLASH EC(curve) *curve)
{
    const mc_word opposite = field_mask_zero(s->z1);
    mc_word product[EC_WORDS], inverse[EC_WORDS];

    fp_add(s->t, p->y, p->y);
    fp_add(s->t, s->t, s->t);
    fp_mul(s->t, s->t, s->z0);
    fp_mul(s->t, s->t, s->z1); /* 4 y Z0 Z1 */
    fp_mul(inverse, s->t, s->z0);
    fp_inv(inverse, inverse);
    fp_mul(s->t, s->t, s->x0);
    fp_mul(r->x, s->t, inverse);

    times_a(s->u, s->z0, s, curve);
    fp_mul(product, s->x, s->x0);
    fp_add(s->u, s->u, product); /* a Z0 + x X0 */
    fp_mul(product, s->x, s->z0);
    fp_add(s->s, product, s->x0);
    fp_sub(s->t, product, s->x0);
    fp_mul(s->u, s->u, s->s);
    fp_add(s->u, s->u, s->u);
    fp_sqr(s->s, s->z0);
    field_mul_coefficient(s->s, s->s, s->b4);
    fp_add(s->u, s->u, s->s);
    fp_mul(s->u, s->u, s->z1);
    fp_sqr(s->t, s->t);
    fp_mul(s->t, s->t, s->x1);
    fp_add(s->t, s->t, s->t);
    fp_sub(s->u, s->u, s->t);
    fp_mul(r->y, s->u, inverse);

    field_negate(s->t, p->y);
    field_select(r->x, p->x, opposite);
    field_select(r->y, s->t, opposite);
    mc_wipe(product, sizeof product);
    mc_wipe(inverse, sizeof inverse);
}

/* Q0 is infinity, Q1 is p. */
static void start(ladder_x_only_state *s, const EC(affine) *p, const MC_FLASH EC(curve) *curve)
{
    field_set_small(s->x0, 1);
    field_set_small(s->z0, 0);
    field_copy(s->x1, p->x);
    field_set_small(s->z1, 1);
    field_copy(s->x, p->x);
    field_from_flash(s->a, curve->a);
    field_from_flash(s->b4, curve->b);
    fp_add(s->b4, s->b4, s->b4);
    fp_add(s->b4, s->b4, s->b4);
}

mc_status EC(scalar_mult_ladder_x_only)(EC(affine) *r, const mc_word *k, const EC(affine) *p,
                                        const MC_FLASH EC(curve) *curve)
{
    EC(blinding) blinding;
    mc_status status = EC(scalar_status)(k);
    ec_blinding_begin(&blinding, &status);
    EC_RETURN_IF_ERROR(r, status);
    ladder_x_only_state s;
    EC(affine) result;
    start(&s, p, curve);
    ec_blind_quotient(s.x0, s.z0, &blinding);
    ec_blind_quotient(s.x1, s.z1, &blinding);
    ec_blinding_end(&blinding);
    mc_word swapped = 0;
    for (uint16_t i = EC_SCALAR_BITS; i--;) {
        const mc_word bit = EC(scalar_bit)(k, i);
        const mc_word mask = mc_word_barrier((mc_word)(0 - (bit ^ swapped)));
        field_swap(s.x0, s.x1, mask);
        field_swap(s.z0, s.z1, mask);
        swapped = bit;
        ec_counts_as(1, 1);
        ladder_x_only_add(&s, curve);
        twice(&s, curve);
    }
    const mc_word mask = mc_word_barrier((mc_word)(0 - swapped));
    field_swap(s.x0, s.x1, mask);
    field_swap(s.z0, s.z1, mask);
    ladder_x_only_recover(&result, &s, p, curve);
    *r = result;
    mc_wipe(&s, sizeof s);
    mc_wipe(&result, sizeof result);
    return MC_OK;
}

#endif
