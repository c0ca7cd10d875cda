/*---
name: jacobian
family: coordinates
summary: Jacobian coordinates x = X/Z^2, y = Y/Z^3: doubling 4M + 4S for a = -3, 3M + 4S for a = 0, 4M + 6S for
  general a; mixed addition 8M + 3S, addition 12M + 4S
source: hankerson2004 Algorithms 3.21 and 3.22; Cohen, Miyaji and Ono 1998
domain: any points of the curve, infinity, equal and opposite ones included
constant_time: no
curves: prime
requires: !FIELD_HAS_EDWARDS_CURVES
uses: fp-mul-reduce, fp-sqr-reduce, fp-inv
---*/
#include "curve/curve.h"

#if !FIELD_HAS_EDWARDS_CURVES

void EC(jacobian_from_affine)(EC(jacobian) *r, const EC(affine) *p)
{
    EC(copy)(r->x, p->x);
    EC(copy)(r->y, p->y);
    EC(set_small)(r->z, 1 & ~EC(affine_mask_infinity)(p));
}

void EC(jacobian_to_affine_by_inverse)(EC(affine) *r, const mc_word *x, const mc_word *y, mc_word *z)
{
    mc_word square[EC_WORDS];
    fp_sqr(square, z);
    fp_mul(r->x, x, square);
    fp_mul(z, z, square);
    fp_mul(r->y, y, z);
    mc_wipe(square, sizeof square);
}

mc_word EC(jacobian_mask_infinity)(const EC(jacobian) *p)
{
    return EC(mask_zero)(p->z);
}

void EC(jacobian_scale)(EC(jacobian) *p, const mc_word *factor)
{
    mc_word power[EC_WORDS];
    fp_mul(p->z, p->z, factor);
    fp_sqr(power, factor);
    fp_mul(p->x, p->x, power);
    fp_mul(power, power, factor);
    fp_mul(p->y, p->y, power);
    mc_wipe(power, sizeof power);
}

/* r = 3 X^2 + a Z^4, which for a = -3 is 3 (X + Z^2)(X - Z^2). */
static void tangent(mc_word *r, const EC(jacobian) *p, const MC_FLASH EC(curve) *curve)
{
    mc_word t[EC_WORDS];
    if (EC_CURVE_A_CLASS(curve) == MC_COEFFICIENT_MINUS_3) {
        fp_sqr(t, p->z);
        fp_sub(r, p->x, t);
        fp_add(t, p->x, t);
        fp_mul(t, t, r);
    } else {
        fp_sqr(t, p->x);
    }
    fp_add(r, t, t);
    fp_add(r, r, t);
    if (EC_CURVE_A_CLASS(curve) == MC_COEFFICIENT_GENERAL) {
        mc_word a[EC_WORDS];
        EC(from_flash)(a, curve->a);
        fp_sqr(t, p->z);
        fp_sqr(t, t);
        fp_mul(t, t, a);
        fp_add(r, r, t);
    }
}

/* With T the tangent and B = 4 X Y^2: X3 = T^2 - 2 B, Y3 = T (B - X3) - 8 Y^4, Z3 = 2 Y Z. Infinity and points of order
 * two need no case of their own: Z3 = 0. */
void EC(jacobian_double)(EC(jacobian) *r, const EC(jacobian) *p, const MC_FLASH EC(curve) *curve)
{
    mc_word t[EC_WORDS], y2[EC_WORDS], b[EC_WORDS];
    tangent(t, p, curve);
    fp_mul(r->z, p->y, p->z);
    fp_add(r->z, r->z, r->z);
    fp_sqr(y2, p->y);
    fp_add(y2, y2, y2);
    fp_mul(b, p->x, y2);
    fp_add(b, b, b);
    fp_sqr(y2, y2);
    fp_add(y2, y2, y2);
    fp_sqr(r->x, t);
    fp_sub(r->x, r->x, b);
    fp_sub(r->x, r->x, b);
    fp_sub(b, b, r->x);
    fp_mul(t, t, b);
    fp_sub(r->y, t, y2);
}

/* H = x2 Z1^2 - X1 and R = y2 Z1^3 - Y1: H is 0 if p is q or -q, and then R is 0 if p = q. */
static void differences(mc_word *h, mc_word *r, const EC(jacobian) *p, const EC(affine) *q)
{
    fp_sqr(h, p->z);
    fp_mul(r, h, p->z);
    fp_mul(r, r, q->y);
    fp_sub(r, r, p->y);
    fp_mul(h, h, q->x);
    fp_sub(h, h, p->x);
}

/* X3 = R^2 - H^3 - 2 X1 H^2, Y3 = R (X1 H^2 - X3) - Y1 H^3, Z3 = H Z1; H = 0 gives infinity. Destroys h and s. */
static void add_given_differences(EC(jacobian) *r, const EC(jacobian) *p, mc_word *h, mc_word *s)
{
    mc_word v[EC_WORDS];
    fp_mul(r->z, p->z, h);
    fp_sqr(v, h);
    fp_mul(h, h, v);
    fp_mul(v, v, p->x);
    fp_mul(r->y, p->y, h);
    fp_sqr(r->x, s);
    fp_sub(r->x, r->x, h);
    fp_sub(r->x, r->x, v);
    fp_sub(r->x, r->x, v);
    fp_sub(v, v, r->x);
    fp_mul(v, v, s);
    fp_sub(r->y, v, r->y);
}

mc_word EC(jacobian_add_mixed)(EC(jacobian) *r, const EC(jacobian) *p, const EC(affine) *q,
                               const MC_FLASH EC(curve) *curve)
{
    mc_word h[EC_WORDS], s[EC_WORDS];
    (void)curve;
    differences(h, s, p, q);
    const mc_word equal = EC(mask_zero)(h) & EC(mask_zero)(s);
    add_given_differences(r, p, h, s);
    return equal;
}

/* First r = p with its Z times that of q: then H = X2 Z1^2 - X and R = Y2 Z1^3 - Y, the rest as above. */
mc_word EC(jacobian_add)(EC(jacobian) *r, const EC(jacobian) *p, const EC(jacobian) *q, const MC_FLASH EC(curve) *curve)
{
    mc_word h[EC_WORDS], s[EC_WORDS], t[EC_WORDS];
    (void)curve;
    fp_sqr(h, p->z);
    fp_mul(s, h, p->z);
    fp_mul(h, h, q->x);
    fp_mul(s, s, q->y);
    fp_mul(r->z, p->z, q->z);
    fp_sqr(t, q->z);
    fp_mul(r->x, p->x, t);
    fp_mul(t, t, q->z);
    fp_mul(r->y, p->y, t);
    fp_sub(h, h, r->x);
    fp_sub(s, s, r->y);
    const mc_word equal = EC(mask_zero)(h) & EC(mask_zero)(s);
    add_given_differences(r, r, h, s);
    return equal;
}

void EC(jacobian_negate)(EC(jacobian) *r, const EC(jacobian) *p)
{
    if (r != p)
        *r = *p;
    EC(neg)(r->y, p->y);
}

#endif
