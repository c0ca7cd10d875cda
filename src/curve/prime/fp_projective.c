/*---
name: projective
family: coordinates
summary: standard projective coordinates x = X/Z, y = Y/Z: doubling 7M + 3S for a = -3, 6M + 4S for a = 0, 7M + 5S for
  general a; mixed addition 9M + 2S, addition 12M + 2S
source: Cohen, Miyaji and Ono 1998
domain: any points of the curve, infinity, equal and opposite ones included
constant_time: no
curves: prime
requires: !FIELD_HAS_EDWARDS_CURVES
uses: fp-mul-reduce, fp-sqr-reduce, fp-inv
---*/
#include "curve/prime/fp_formulas.h"
#include "curve/prime/fp_point_core.h"

#if !FIELD_HAS_EDWARDS_CURVES

void EC(projective_from_affine)(EC(projective) *r, const EC(affine) *p)
{
    const mc_word infinity = EC(affine_mask_infinity)(p);
    mc_word one[EC_WORDS];
    field_set_small(one, 1);
    field_set_small(r->z, 1 & ~infinity);
    field_copy(r->x, p->x);
    field_copy(r->y, p->y);
    field_select(r->y, one, infinity);
}

void EC(projective_to_affine_by_inverse)(EC(affine) *r, const mc_word *x, const mc_word *y, mc_word *z)
{
    fp_mul(r->x, x, z);
    fp_mul(r->y, y, z);
}

mc_word EC(projective_mask_infinity)(const EC(projective) *p)
{
    return field_mask_zero(p->z);
}

void EC(projective_scale)(EC(projective) *p, const mc_word *factor, const MC_FLASH EC(curve) *curve)
{
    (void)curve;
    fp_mul(p->x, p->x, factor);
    fp_mul(p->y, p->y, factor);
    fp_mul(p->z, p->z, factor);
}

/* With T = 3 X^2 + a Z^2, B = 2 Y Z, C = 2 X Y B, D = T^2 - 2 C: X3 = B D, Y3 = T (C - D) - 2 (Y B)^2, Z3 = B^3.
 * Infinity and points of order two need no case of their own: B = 0. */
void EC(projective_double)(EC(projective) *r, const EC(projective) *p, const MC_FLASH EC(curve) *curve)
{
    mc_word t[EC_WORDS], b[EC_WORDS], c[EC_WORDS], yb[EC_WORDS];
    tangent(t, p->x, p->z, curve);
    fp_mul(b, p->y, p->z);
    fp_add(b, b, b);
    fp_mul(yb, p->y, b);
    fp_mul(c, p->x, yb);
    fp_add(c, c, c);
    fp_sqr(yb, yb);
    fp_add(yb, yb, yb);
    fp_sqr(r->z, b);
    fp_mul(r->z, r->z, b);
    fp_sqr(r->y, t);
    fp_sub(r->y, r->y, c);
    fp_sub(r->y, r->y, c);
    fp_mul(r->x, b, r->y);
    fp_sub(c, c, r->y);
    fp_mul(t, t, c);
    fp_sub(r->y, t, yb);
}

/* r = p + q, p with Z and neither of them infinity. With A = Y2 Z1 - Y1 Z2, B = X2 Z1 - X1 Z2, R = B^2 X1 Z2,
 * C = A^2 Z1 Z2 - B^3 - 2 R: X3 = B C, Y3 = A (R - C) - B^3 Y1 Z2, Z3 = B^3 Z1 Z2. Opposite points give infinity, by
 * B = 0; for p = q it returns ~0, and r is nothing, else 0. r may be p or q. */
MC_INLINE mc_word add_projective(EC(projective) *r, const EC(projective) *p, point_source q)
{
    mc_word a[EC_WORDS], b[EC_WORDS], c[EC_WORDS], v[EC_WORDS], x1[EC_WORDS], y1[EC_WORDS], zz[EC_WORDS];
    if (q.z) {
        fp_mul(x1, p->x, q.z);
        fp_mul(y1, p->y, q.z);
        fp_mul(zz, p->z, q.z);
    }
    fp_mul(a, q.y, p->z);
    fp_sub(a, a, q.z ? y1 : p->y);
    fp_mul(b, q.x, p->z);
    fp_sub(b, b, q.z ? x1 : p->x);
    const mc_word equal = field_mask_zero(a) & field_mask_zero(b);
    fp_sqr(c, a);
    fp_mul(c, c, q.z ? zz : p->z);
    fp_sqr(v, b);
    fp_mul(r->x, v, q.z ? x1 : p->x);
    fp_mul(v, v, b);
    fp_mul(r->z, v, q.z ? zz : p->z);
    fp_mul(r->y, v, q.z ? y1 : p->y);
    fp_sub(c, c, v);
    fp_sub(c, c, r->x);
    fp_sub(c, c, r->x);
    fp_sub(v, r->x, c);
    fp_mul(r->x, b, c);
    fp_mul(v, v, a);
    fp_sub(r->y, v, r->y);
    return equal;
}

mc_word EC(projective_add_mixed)(EC(projective) *r, const EC(projective) *p, const EC(affine) *q,
                                 const MC_FLASH EC(curve) *curve)
{
    (void)curve;
    return add_projective(r, p, (point_source)POINT_affine(q));
}

mc_word EC(projective_add)(EC(projective) *r, const EC(projective) *p, const EC(projective) *q,
                           const MC_FLASH EC(curve) *curve)
{
    (void)curve;
    return add_projective(r, p, (point_source)POINT_projective(q));
}

void EC(projective_negate)(EC(projective) *r, const EC(projective) *p)
{
    if (r != p)
        *r = *p;
    field_negate(r->y, p->y);
}

void EC(add_projective_projective_to_projective)(EC(projective) *r, const EC(projective) *p, const EC(projective) *q,
                                                 const MC_FLASH EC(curve) *curve)
{
    (void)EC(projective_add)(r, p, q, curve);
}

void EC(add_projective_affine_to_projective)(EC(projective) *r, const EC(projective) *p, const EC(affine) *q,
                                             const MC_FLASH EC(curve) *curve)
{
    (void)EC(projective_add_mixed)(r, p, q, curve);
}

void EC(double_projective_to_projective)(EC(projective) *r, const EC(projective) *p, const MC_FLASH EC(curve) *curve)
{
    EC(projective_double)(r, p, curve);
}

#endif
