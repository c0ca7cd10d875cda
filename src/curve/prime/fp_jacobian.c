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
#include "curve/prime/fp_formulas.h"
#include "curve/prime/fp_point_core.h"

#if !FIELD_HAS_EDWARDS_CURVES

void EC(jacobian_from_affine)(EC(jacobian) *r, const EC(affine) *p)
{
    field_copy(r->x, p->x);
    field_copy(r->y, p->y);
    field_set_small(r->z, 1 & ~EC(affine_mask_infinity)(p));
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
    return field_mask_zero(p->z);
}

void EC(jacobian_scale)(EC(jacobian) *p, const mc_word *factor, const MC_FLASH EC(curve) *curve)
{
    jacobian_scale_core((point_target)POINT_jacobian(p), factor, curve);
}

void EC(jacobian_double)(EC(jacobian) *r, const EC(jacobian) *p, const MC_FLASH EC(curve) *curve)
{
    jacobian_double_core((point_target)POINT_jacobian(r), (point_source)POINT_jacobian(p), curve);
}

mc_word EC(jacobian_add_mixed)(EC(jacobian) *r, const EC(jacobian) *p, const EC(affine) *q,
                               const MC_FLASH EC(curve) *curve)
{
    return jacobian_add_core((point_target)POINT_jacobian(r), (point_source)POINT_jacobian(p),
                             (point_source)POINT_affine(q), curve);
}

mc_word EC(jacobian_add)(EC(jacobian) *r, const EC(jacobian) *p, const EC(jacobian) *q, const MC_FLASH EC(curve) *curve)
{
    return jacobian_add_core((point_target)POINT_jacobian(r), (point_source)POINT_jacobian(p),
                             (point_source)POINT_jacobian(q), curve);
}

void EC(jacobian_negate)(EC(jacobian) *r, const EC(jacobian) *p)
{
    if (r != p)
        *r = *p;
    field_negate(r->y, p->y);
}

#endif
