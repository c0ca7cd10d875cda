/*---
name: projective
family: coordinates
summary: standard projective coordinates x = X/Z, y = Y/Z: doubling 7M + 3S (6M + 5S for b = 1), mixed addition
  10M + S, addition 13M + S, Frobenius 3S; one M more each for a other than 0 and 1, of doublings 5S instead of 3S
source: Cohen and Frey 2005 Section 13.3.1; tangent by b: x(2P) = x^2 + b/x^2, Lopez and Dahab 1998
domain: any points of the curve, infinity, equal and opposite ones included
constant_time: no
curves: binary
uses: fb-mul-reduce, fb-sqr-reduce, fb-inv
---*/
#include "curve/binary/fb_formulas.h"

void EC(projective_from_affine)(EC(projective) *r, const EC(affine) *p)
{
    field_copy(r->x, p->x);
    field_copy(r->y, p->y);
    field_set_small(r->z, 1 & ~EC(affine_mask_infinity)(p));
}

void EC(projective_to_affine_by_inverse)(EC(affine) *r, const mc_word *x, const mc_word *y, mc_word *z)
{
    fb_mul(r->x, x, z);
    fb_mul(r->y, y, z);
}

mc_word EC(projective_mask_infinity)(const EC(projective) *p)
{
    return field_mask_zero(p->z);
}

void EC(projective_scale)(EC(projective) *p, const mc_word *factor, const MC_FLASH EC(curve) *curve)
{
    (void)curve;
    fb_mul(p->x, p->x, factor);
    fb_mul(p->y, p->y, factor);
    fb_mul(p->z, p->z, factor);
}

/* With A = X^2, B/C = x + y/x, C^2 = D and E/D = x(2P): X3 = C E, Y3 = (B + C) E + A^2 C, Z3 = C D. a2 is A^2; destroys
 * a2 and b. */
static void projective_tangent(EC(projective) *r, mc_word *a2, mc_word *b, const mc_word *c, const mc_word *d,
                               const mc_word *e)
{
    field_add(b, b, c);
    fb_mul(b, b, e);
    fb_mul(a2, a2, c);
    field_add(r->y, a2, b);
    fb_mul(r->z, c, d);
    fb_mul(r->x, c, e);
}

/* B = A + Y Z, C = X Z, E = B (B + C) + a D = (A + sqrt(b) Z^2)^2. Infinity and the point of order two need no case of
 * their own: C = 0. */
void EC(projective_double)(EC(projective) *r, const EC(projective) *p, const MC_FLASH EC(curve) *curve)
{
    mc_word a[EC_WORDS], b[EC_WORDS], c[EC_WORDS], d[EC_WORDS], e[EC_WORDS];
    fb_sqr(a, p->x);
    fb_mul(b, p->y, p->z);
    field_add(b, b, a);
    fb_mul(c, p->x, p->z);
    fb_sqr(d, c);
    if (EC_CURVE_PREFERS_B(curve)) {
        fb_sqr(e, p->z);
        EC(curve_multiply_by_b_sqrt)(e, curve);
        field_add(e, e, a);
        fb_sqr(e, e);
    } else {
        field_add(e, b, c);
        fb_mul(e, e, b);
        EC(curve_add_a_times)(e, d, curve);
    }
    fb_sqr(a, a);
    projective_tangent(r, a, b, c, d, e);
}

/* Z = 1, thus C = x, D = A and E = A^2 + b. */
void EC(double_affine_to_projective)(EC(projective) *r, const EC(affine) *p, const MC_FLASH EC(curve) *curve)
{
    mc_word a2[EC_WORDS], b[EC_WORDS], d[EC_WORDS], e[EC_WORDS];
    fb_sqr(d, p->x);
    field_add(b, d, p->y);
    fb_sqr(a2, d);
    field_copy(e, a2);
    EC(curve_add_b)(e, curve);
    projective_tangent(r, a2, b, p->x, d, e);
}

/* x1 = X1 Z2, y1 = Y1 Z2, A = Y1 Z2 + Y2 Z1, B = X1 Z2 + X2 Z1, D = Z1 Z2. With C = B^2 and E = (A (A + B) + a C) D + B
 * C: X3 = B E, Y3 = (A + B) (C x1 + E) + B C (x1 + y1), Z3 = B C D. B = 0 gives infinity. Destroys a; x1, y1, d may be
 * of r. Returns ~0 if A = B = 0, that is for equal points. */
static mc_word projective_chord(EC(projective) *r, const mc_word *x1, const mc_word *y1, mc_word *a, const mc_word *b,
                                const mc_word *d, const MC_FLASH EC(curve) *curve)
{
    mc_word c[EC_WORDS], e[EC_WORDS], t[EC_WORDS];
    const mc_word equal = field_mask_zero(a) & field_mask_zero(b);
    fb_sqr(c, b);
    field_add(t, a, b);
    fb_mul(e, a, t);
    EC(curve_add_a_times)(e, c, curve);
    fb_mul(e, e, d);
    fb_mul(a, c, x1);
    fb_mul(c, c, b);
    field_add(e, e, c);
    field_add(a, a, e);
    fb_mul(a, a, t);
    field_add(t, x1, y1);
    fb_mul(t, t, c);
    field_add(r->y, a, t);
    fb_mul(r->z, c, d);
    fb_mul(r->x, b, e);
    return equal;
}

mc_word EC(projective_add_mixed)(EC(projective) *r, const EC(projective) *p, const EC(affine) *q,
                                 const MC_FLASH EC(curve) *curve)
{
    mc_word a[EC_WORDS], b[EC_WORDS];
    fb_mul(a, p->z, q->y);
    field_add(a, a, p->y);
    fb_mul(b, p->z, q->x);
    field_add(b, b, p->x);
    return projective_chord(r, p->x, p->y, a, b, p->z, curve);
}

mc_word EC(projective_add)(EC(projective) *r, const EC(projective) *p, const EC(projective) *q,
                           const MC_FLASH EC(curve) *curve)
{
    mc_word x1[EC_WORDS], y1[EC_WORDS], a[EC_WORDS], b[EC_WORDS], d[EC_WORDS];
    fb_mul(x1, p->x, q->z);
    fb_mul(y1, p->y, q->z);
    fb_mul(a, q->y, p->z);
    field_add(a, a, y1);
    fb_mul(b, q->x, p->z);
    field_add(b, b, x1);
    fb_mul(d, p->z, q->z);
    return projective_chord(r, x1, y1, a, b, d, curve);
}

/* -(X : Y : Z) = (X : X + Y : Z) */
void EC(projective_negate)(EC(projective) *r, const EC(projective) *p)
{
    if (r != p)
        *r = *p;
    field_add(r->y, p->x, p->y);
}
