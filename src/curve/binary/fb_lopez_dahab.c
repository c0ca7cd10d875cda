/*---
name: lopez-dahab
family: coordinates
summary: Lopez-Dahab projective coordinates x = X/Z, y = Y/Z^2: doubling 4M + 4S (3M + 5S for b = 1), mixed
  addition 8M + 5S, addition 13M + 4S, Frobenius 3S; one M more each for a other than 0 and 1
source: Lopez and Dahab 1998; hankerson2004 Algorithm 3.24 and 3.25; Higuchi and Takagi 2000; Lange 2004
domain: any points of the curve, infinity, equal and opposite ones included
constant_time: no
curves: binary
uses: fb-mul-reduce, fb-mul-each, fb-sqr-reduce, fb-inv
---*/
#include "curve/binary/fb_formulas.h"

void EC(lopez_dahab_from_affine)(EC(lopez_dahab) *r, const EC(affine) *p)
{
    field_copy(r->x, p->x);
    field_copy(r->y, p->y);
    field_set_small(r->z, 1 & ~EC(affine_mask_infinity)(p));
}

void EC(lopez_dahab_to_affine_by_inverse)(EC(affine) *r, const mc_word *x, const mc_word *y, mc_word *z)
{
    fb_mul(r->x, x, z);
    fb_sqr(z, z);
    fb_mul(r->y, y, z);
}

mc_word EC(lopez_dahab_mask_infinity)(const EC(lopez_dahab) *p)
{
    return field_mask_zero(p->z);
}

void EC(lopez_dahab_scale)(EC(lopez_dahab) *p, const mc_word *factor, const MC_FLASH EC(curve) *curve)
{
    mc_word square[EC_WORDS];
    (void)curve;
    fb_sqr(square, factor);
    fb_mul(p->x, p->x, factor);
    fb_mul(p->y, p->y, square);
    fb_mul(p->z, p->z, factor);
    mc_wipe(square, sizeof square);
}

/* For b = 1, Lopez and Dahab: Z3 = X^2 Z^2, X3 = X^4 + Z^4 = (X^2 + Z^2)^2, Y3 = Z^4 Z3 + X3 (a Z3 + Y^2 + Z^4). */
static void lopez_dahab_double_for_b_one(EC(lopez_dahab) *r, const EC(lopez_dahab) *p, const MC_FLASH EC(curve) *curve)
{
    mc_word x2[EC_WORDS], z2[EC_WORDS];
    fb_sqr(x2, p->x);
    fb_sqr(z2, p->z);
    fb_mul(r->z, x2, z2);
    field_add(x2, x2, z2);
    fb_sqr(r->x, x2);
    fb_sqr(z2, z2);
    fb_sqr(r->y, p->y);
    field_add(r->y, r->y, z2);
    EC(curve_add_a_times)(r->y, r->z, curve);
    fb_mul(r->y, r->y, r->x);
    fb_mul(z2, z2, r->z);
    field_add(r->y, r->y, z2);
}

/* For every b, Lange: with A = X Z, C = X^2 + Y, D = A C: Z3 = A^2, X3 = C^2 + D + a Z3, Y3 = X^4 Z3 + X3 (D + Z3). */
static void lopez_dahab_double_for_any_b(EC(lopez_dahab) *r, const EC(lopez_dahab) *p, const MC_FLASH EC(curve) *curve)
{
    mc_word x2[EC_WORDS], c[EC_WORDS], d[EC_WORDS];
    fb_sqr(x2, p->x);
    field_add(c, x2, p->y);
    fb_mul(r->z, p->x, p->z);
    fb_mul(d, r->z, c);
    fb_sqr(r->z, r->z);
    fb_sqr(r->x, c);
    field_add(r->x, r->x, d);
    EC(curve_add_a_times)(r->x, r->z, curve);
    field_add(d, d, r->z);
    fb_mul(d, d, r->x);
    fb_sqr(x2, x2);
    fb_mul(x2, x2, r->z);
    field_add(r->y, x2, d);
}

/* Infinity and the point of order two need no case of their own: X Z = 0. */
void EC(lopez_dahab_double)(EC(lopez_dahab) *r, const EC(lopez_dahab) *p, const MC_FLASH EC(curve) *curve)
{
    if (EC_CURVE_B_IS_ONE(curve))
        lopez_dahab_double_for_b_one(r, p, curve);
    else
        lopez_dahab_double_for_any_b(r, p, curve);
}

/* Z3 = x^2, X3 = x^4 + b, Y3 = x (x^2 + y) X3 + b Z3 */
void EC(double_affine_to_lopez_dahab)(EC(lopez_dahab) *r, const EC(affine) *p, const MC_FLASH EC(curve) *curve)
{
    mc_word t[EC_WORDS];
    fb_sqr(r->z, p->x);
    field_add(t, r->z, p->y);
    fb_mul(t, t, p->x);
    fb_sqr(r->x, r->z);
    EC(curve_add_b)(r->x, curve);
    fb_mul(t, t, r->x);
    field_copy(r->y, r->z);
    EC(curve_multiply_by_b)(r->y, curve);
    field_add(r->y, r->y, t);
}

/* A = Y1 + y2 Z1^2, B = X1 + x2 Z1, C = B Z1, E = A C, Z3 = C^2, T = B^2 C + a Z3: X3 = A^2 + T + E, Y3 = (E + Z3)(X3 +
 * x2 Z3) + (x2 + y2) Z3^2. Z3 is in r; destroys a, e and t. */
static void lopez_dahab_chord(EC(lopez_dahab) *r, const EC(affine) *q, mc_word *a, mc_word *e, mc_word *t)
{
    fb_sqr(a, a);
    field_add(r->x, a, t);
    field_add(r->x, r->x, e);
    fb_mul(t, r->z, q->x);
    field_add(t, t, r->x);
    field_add(e, e, r->z);
    fb_mul(t, t, e);
    fb_sqr(e, r->z);
    field_add(a, q->x, q->y);
    fb_mul(a, a, e);
    field_add(r->y, a, t);
}

/* B is 0 if p is q or -q, which gives infinity, and then A is 0 if p = q. */
mc_word EC(lopez_dahab_add_mixed)(EC(lopez_dahab) *r, const EC(lopez_dahab) *p, const EC(affine) *q,
                                  const MC_FLASH EC(curve) *curve)
{
    mc_word factors[2 * EC_WORDS], products[2 * EC_WORDS], c[EC_WORDS]; /* A, B^2 and A C, B^2 C */
    mc_word *const a = factors, *const b = factors + EC_WORDS, *const t = products + EC_WORDS;
    fb_sqr(a, p->z);
    fb_mul(a, a, q->y);
    field_add(a, a, p->y);
    fb_mul(b, p->z, q->x);
    field_add(b, b, p->x);
    const mc_word equal = field_mask_zero(a) & field_mask_zero(b);
    fb_mul(c, b, p->z);
    fb_sqr(r->z, c);
    fb_sqr(b, b);
    fb_mul_each(products, factors, c, 2);
    EC(curve_add_a_times)(t, r->z, curve);
    lopez_dahab_chord(r, q, a, products, t);
    return equal;
}

/* Z1 = 1, thus C = B and T = (B + a) Z3: 5M + 3S for every a, where arruda2014 Table 45 has 5M + 2S + M2. */
void EC(add_affine_affine_to_lopez_dahab)(EC(lopez_dahab) *r, const EC(affine) *p, const EC(affine) *q,
                                          const MC_FLASH EC(curve) *curve)
{
    mc_word a[EC_WORDS], c[EC_WORDS], t[EC_WORDS];
    field_add(a, p->y, q->y);
    field_add(c, p->x, q->x);
    fb_sqr(r->z, c);
    field_copy(t, c);
    EC(curve_add_a)(t, curve);
    fb_mul(t, t, r->z);
    fb_mul(c, c, a);
    lopez_dahab_chord(r, q, a, c, t);
}

/* Higuchi and Takagi 2000. With A = X1 Z2, B = X2 Z1, C = A^2, D = B^2, E = A + B, F = C + D, G = Y1 Z2^2, H = Y2 Z1^2,
 * I = G + H, J = I E: Z3 = F Z1 Z2, X3 = A (H + D) + B (C + G), Y3 = (A J + F G) F + (J + Z3) X3, for any a. E is 0 if
 * p is q or -q, which gives infinity, and then I is 0 if p = q. */
mc_word EC(lopez_dahab_add)(EC(lopez_dahab) *r, const EC(lopez_dahab) *p, const EC(lopez_dahab) *q,
                            const MC_FLASH EC(curve) *curve)
{
    mc_word a[EC_WORDS], b[EC_WORDS], f[EC_WORDS], g[EC_WORDS], h[EC_WORDS], j[EC_WORDS];
    (void)curve;
    fb_mul(a, p->x, q->z);
    fb_mul(b, q->x, p->z);
    fb_sqr(h, p->z);
    fb_mul(h, h, q->y);
    fb_sqr(g, q->z);
    fb_mul(g, g, p->y);
    fb_mul(r->z, p->z, q->z);
    field_add(f, a, b);
    field_add(j, g, h);
    const mc_word equal = field_mask_zero(f) & field_mask_zero(j);
    fb_mul(j, j, f);
    fb_sqr(f, a); /* C */
    field_add(r->x, f, g);
    fb_mul(r->x, r->x, b);
    fb_sqr(b, b); /* D */
    field_add(h, h, b);
    fb_mul(h, h, a);
    field_add(r->x, r->x, h);
    field_add(f, f, b);
    fb_mul(r->z, r->z, f);
    fb_mul(a, a, j);
    fb_mul(g, g, f);
    field_add(a, a, g);
    fb_mul(a, a, f);
    field_add(j, j, r->z);
    fb_mul(j, j, r->x);
    field_add(r->y, a, j);
    return equal;
}

/* -(X : Y : Z) = (X : X Z + Y : Z) */
void EC(lopez_dahab_negate)(EC(lopez_dahab) *r, const EC(lopez_dahab) *p)
{
    mc_word t[EC_WORDS];
    fb_mul(t, p->x, p->z);
    if (r != p)
        *r = *p;
    field_add(r->y, p->y, t);
}
