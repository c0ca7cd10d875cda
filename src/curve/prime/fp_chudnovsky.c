/*---
name: chudnovsky
family: coordinates
summary: Chudnovsky coordinates, Jacobian ones with Z^2 and Z^3: doubling 5M + 4S for a = -3, 4M + 5S for a = 0, 5M + 6S
  for general a; mixed addition 8M + 3S, addition 11M + 3S
source: Chudnovsky and Chudnovsky 1986; Cohen, Miyaji and Ono 1998
domain: any points of the curve, infinity, equal and opposite ones included
constant_time: no
curves: prime
requires: !FIELD_HAS_EDWARDS_CURVES
uses: fp-mul-reduce, fp-sqr-reduce, fp-inv
---*/
#include "curve/prime/fp_formulas.h"
#include "curve/prime/fp_point_core.h"

#if !FIELD_HAS_EDWARDS_CURVES

void EC(chudnovsky_from_affine)(EC(chudnovsky) *r, const EC(affine) *p)
{
    field_copy(r->x, p->x);
    field_copy(r->y, p->y);
    field_set_small(r->z, 1 & ~EC(affine_mask_infinity)(p));
    field_copy(r->z2, r->z);
    field_copy(r->z3, r->z);
}

void EC(chudnovsky_to_affine_by_inverse)(EC(affine) *r, const mc_word *x, const mc_word *y, mc_word *z)
{
    EC(jacobian_to_affine_by_inverse)(r, x, y, z);
}

mc_word EC(chudnovsky_mask_infinity)(const EC(chudnovsky) *p)
{
    return field_mask_zero(p->z);
}

void EC(chudnovsky_scale)(EC(chudnovsky) *p, const mc_word *factor, const MC_FLASH EC(curve) *curve)
{
    jacobian_scale_core((point_target)POINT_chudnovsky(p), factor, curve);
}

void EC(chudnovsky_double)(EC(chudnovsky) *r, const EC(chudnovsky) *p, const MC_FLASH EC(curve) *curve)
{
    jacobian_double_core((point_target)POINT_chudnovsky(r), (point_source)POINT_chudnovsky(p), curve);
}

mc_word EC(chudnovsky_add_mixed)(EC(chudnovsky) *r, const EC(chudnovsky) *p, const EC(affine) *q,
                                 const MC_FLASH EC(curve) *curve)
{
    return jacobian_add_core((point_target)POINT_chudnovsky(r), (point_source)POINT_chudnovsky(p),
                             (point_source)POINT_affine(q), curve);
}

mc_word EC(chudnovsky_add)(EC(chudnovsky) *r, const EC(chudnovsky) *p, const EC(chudnovsky) *q,
                           const MC_FLASH EC(curve) *curve)
{
    return jacobian_add_core((point_target)POINT_chudnovsky(r), (point_source)POINT_chudnovsky(p),
                             (point_source)POINT_chudnovsky(q), curve);
}

void EC(chudnovsky_negate)(EC(chudnovsky) *r, const EC(chudnovsky) *p)
{
    if (r != p)
        *r = *p;
    field_negate(r->y, p->y);
}

#endif
