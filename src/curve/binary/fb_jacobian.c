/*---
name: jacobian
family: coordinates
summary: Jacobian coordinates x = X/Z^2, y = Y/Z^3: doubling 5M + 4S (3S for a = 0), 4M + 5S for b = 1, mixed addition
  10M + 3S (2S for a = 0), addition 14M + 4S (3S), Frobenius 3S; one M more each for a other than 0 and 1
source: Cohen and Frey 2005 Section 13.3.1; tangent by b: x(2P) = x^2 + b/x^2, Lopez and Dahab 1998
domain: any points of the curve, infinity, equal and opposite ones included
constant_time: no
curves: binary
uses: fb-mul-reduce, fb-sqr-reduce, fb-inv
---*/
#include "curve/binary/fb_formulas.h"

void EC(jacobian_from_affine)(EC(jacobian) *r, const EC(affine) *p)
{
    field_copy(r->x, p->x);
    field_copy(r->y, p->y);
    field_set_small(r->z, 1 & ~EC(affine_mask_infinity)(p));
}

void EC(jacobian_to_affine_by_inverse)(EC(affine) *r, const mc_word *x, const mc_word *y, mc_word *z)
{
    fb_mul(r->y, y, z);
    fb_sqr(z, z);
    fb_mul(r->y, r->y, z);
    fb_mul(r->x, x, z);
}

mc_word EC(jacobian_mask_infinity)(const EC(jacobian) *p)
{
    return field_mask_zero(p->z);
}

void EC(jacobian_scale)(EC(jacobian) *p, const mc_word *factor, const MC_FLASH EC(curve) *curve)
{
    mc_word power[EC_WORDS];
    (void)curve;
    fb_sqr(power, factor);
    fb_mul(p->x, p->x, power);
    fb_mul(power, power, factor);
    fb_mul(p->y, p->y, power);
    fb_mul(p->z, p->z, factor);
    mc_wipe(power, sizeof power);
}

/* r += a z^2, where a is 0 without the square */
static void jacobian_add_a_times_square(mc_word *r, const mc_word *z, const MC_FLASH EC(curve) *curve)
{
    if (EC_CURVE_A_CLASS(curve) != 0) {
        mc_word square[EC_WORDS];
        fb_sqr(square, z);
        EC(curve_add_a_times)(r, square, curve);
    }
}

/* With N = X^2 + Y Z: Z3 = X Z^2, X3 = N (N + Z3) + a Z3^2 = (X^2 + sqrt(b) Z^4)^2, Y3 = X^4 Z3 + (N + Z3) X3. Infinity
 * and the point of order two need no case of their own: Z3 = 0. */
void EC(jacobian_double)(EC(jacobian) *r, const EC(jacobian) *p, const MC_FLASH EC(curve) *curve)
{
    mc_word x2[EC_WORDS], z2[EC_WORDS], n[EC_WORDS];
    fb_sqr(x2, p->x);
    fb_sqr(z2, p->z);
    fb_mul(n, p->y, p->z);
    field_add(n, n, x2);
    fb_mul(r->z, p->x, z2);
    if (EC_CURVE_PREFERS_B(curve)) {
        fb_sqr(z2, z2);
        EC(curve_multiply_by_b_sqrt)(z2, curve);
        field_add(z2, z2, x2);
        fb_sqr(r->x, z2);
    } else {
        field_add(z2, n, r->z);
        fb_mul(r->x, n, z2);
        jacobian_add_a_times_square(r->x, r->z, curve);
    }
    field_add(n, n, r->z);
    fb_sqr(x2, x2);
    fb_mul(x2, x2, r->z);
    fb_mul(n, n, r->x);
    field_add(r->y, n, x2);
}

/* Z3 = x, X3 = x^4 + b, Y3 = x^5 + (x^2 + x + y) X3 = x^4 (x^2 + y) + b (x^2 + x + y) */
void EC(double_affine_to_jacobian)(EC(jacobian) *r, const EC(affine) *p, const MC_FLASH EC(curve) *curve)
{
    mc_word t[EC_WORDS];
    fb_sqr(t, p->x);
    fb_sqr(r->x, t);
    field_add(t, t, p->y);
    fb_mul(r->y, r->x, t);
    field_add(t, t, p->x);
    EC(curve_multiply_by_b)(t, curve);
    field_add(r->y, r->y, t);
    EC(curve_add_b)(r->x, curve);
    field_copy(r->z, p->x);
}

/* x1 = X1 Z2^2, x2 = X2 Z1^2, y1 = Y1 Z2^3, y2 = Y2 Z1^3, Z = Z1 Z2. With E = x1 + x2, F = y1 + y2: Z3 = E Z, X3 = F (F
 * + Z3) + a Z3^2 + E^3, Y3 = (F + Z3) X3 + E^2 (F x2 + E y2). E = 0 gives infinity. The source has G^2 H with G = E Z1,
 * H = F X2 + G Y2 as the last term, which is one product and one square more. x1, y1, z may be of r. Returns ~0 if E =
 * F = 0, that is for equal points. */
static mc_word jacobian_chord(EC(jacobian) *r, const mc_word *x1, const mc_word *y1, const mc_word *x2,
                              const mc_word *y2, const mc_word *z, const MC_FLASH EC(curve) *curve)
{
    mc_word e[EC_WORDS], f[EC_WORDS], h[EC_WORDS], t[EC_WORDS];
    field_add(e, x1, x2);
    field_add(f, y1, y2);
    const mc_word equal = field_mask_zero(e) & field_mask_zero(f);
    fb_mul(h, f, x2);
    fb_mul(t, e, y2);
    field_add(h, h, t);
    fb_mul(r->z, e, z);
    fb_sqr(t, e);
    fb_mul(h, h, t);
    fb_mul(e, e, t);
    field_add(t, f, r->z);
    fb_mul(f, f, t);
    jacobian_add_a_times_square(f, r->z, curve);
    field_add(r->x, e, f);
    fb_mul(t, t, r->x);
    field_add(r->y, h, t);
    return equal;
}

mc_word EC(jacobian_add_mixed)(EC(jacobian) *r, const EC(jacobian) *p, const EC(affine) *q,
                               const MC_FLASH EC(curve) *curve)
{
    mc_word x2[EC_WORDS], y2[EC_WORDS];
    fb_sqr(x2, p->z);
    fb_mul(y2, x2, p->z);
    fb_mul(x2, x2, q->x);
    fb_mul(y2, y2, q->y);
    return jacobian_chord(r, p->x, p->y, x2, y2, p->z, curve);
}

mc_word EC(jacobian_add)(EC(jacobian) *r, const EC(jacobian) *p, const EC(jacobian) *q, const MC_FLASH EC(curve) *curve)
{
    mc_word x1[EC_WORDS], y1[EC_WORDS], x2[EC_WORDS], y2[EC_WORDS], z[EC_WORDS];
    fb_sqr(x2, p->z);
    fb_mul(y2, x2, p->z);
    fb_mul(x2, x2, q->x);
    fb_mul(y2, y2, q->y);
    fb_sqr(x1, q->z);
    fb_mul(y1, x1, q->z);
    fb_mul(x1, x1, p->x);
    fb_mul(y1, y1, p->y);
    fb_mul(z, p->z, q->z);
    return jacobian_chord(r, x1, y1, x2, y2, z, curve);
}

/* With Z1 = Z2 = 1 and W = X3 + x2 E^2: Z3 = E and Y3 = (F + E) W + E^3 (x2 + y2). That is 5M + S + M2; for the
 * 4M + S + M2 of arruda2014 Table 45 no formula is known. */
void EC(add_affine_affine_to_jacobian)(EC(jacobian) *r, const EC(affine) *p, const EC(affine) *q,
                                       const MC_FLASH EC(curve) *curve)
{
    mc_word e2[EC_WORDS], f[EC_WORDS], t[EC_WORDS];
    field_add(r->z, p->x, q->x);
    field_add(f, p->y, q->y);
    fb_sqr(e2, r->z);
    field_add(t, f, r->z);
    fb_mul(r->x, f, t);
    EC(curve_add_a_times)(r->x, e2, curve);
    fb_mul(f, e2, r->z);
    field_add(r->x, r->x, f);
    fb_mul(e2, e2, q->x);
    field_add(e2, e2, r->x);
    fb_mul(t, t, e2);
    field_add(e2, q->x, q->y);
    fb_mul(f, f, e2);
    field_add(r->y, f, t);
}

/* -(X : Y : Z) = (X : X Z + Y : Z) */
void EC(jacobian_negate)(EC(jacobian) *r, const EC(jacobian) *p)
{
    mc_word t[EC_WORDS];
    fb_mul(t, p->x, p->z);
    if (r != p)
        *r = *p;
    field_add(r->y, p->y, t);
}
