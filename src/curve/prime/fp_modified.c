/*---
name: modified
family: coordinates
summary: modified Jacobian coordinates, with a Z^4: doubling 4M + 4S for any a (3M + 4S for a = 0), mixed addition
  9M + 5S (8M + 5S for a = -3, 8M + 3S for a = 0), addition 13M + 6S
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

/* a Z^4 is left 0, which it is for no other point but infinity if a is not 0: from_affine knows no curve, and doubling
 * takes 0 for a, which is right for Z = 1 and does no harm to infinity. Additions do not read it. */
void EC(modified_from_affine)(EC(modified) *r, const EC(affine) *p)
{
    field_copy(r->x, p->x);
    field_copy(r->y, p->y);
    field_set_small(r->z, 1 & ~EC(affine_mask_infinity)(p));
    field_set_small(r->az4, 0);
}

void EC(modified_to_affine_by_inverse)(EC(affine) *r, const mc_word *x, const mc_word *y, mc_word *z)
{
    EC(jacobian_to_affine_by_inverse)(r, x, y, z);
}

mc_word EC(modified_mask_infinity)(const EC(modified) *p)
{
    return field_mask_zero(p->z);
}

void EC(modified_scale)(EC(modified) *p, const mc_word *factor, const MC_FLASH EC(curve) *curve)
{
    jacobian_scale_core((point_target)POINT_modified(p), factor, curve);
}

void EC(modified_double)(EC(modified) *r, const EC(modified) *p, const MC_FLASH EC(curve) *curve)
{
    point_source source = POINT_modified(p);
    mc_word az4[EC_WORDS];
    if (EC_CURVE_A_CLASS(curve) != 0) {
        field_from_flash(az4, curve->a);
        field_select(az4, p->az4, (mc_word)~field_mask_zero(p->az4));
        source.az4 = az4;
    }
    jacobian_double_core((point_target)POINT_modified(r), source, curve);
}

mc_word EC(modified_add_mixed)(EC(modified) *r, const EC(modified) *p, const EC(affine) *q,
                               const MC_FLASH EC(curve) *curve)
{
    return jacobian_add_core((point_target)POINT_modified(r), (point_source)POINT_modified(p),
                             (point_source)POINT_affine(q), curve);
}

mc_word EC(modified_add)(EC(modified) *r, const EC(modified) *p, const EC(modified) *q, const MC_FLASH EC(curve) *curve)
{
    return jacobian_add_core((point_target)POINT_modified(r), (point_source)POINT_modified(p),
                             (point_source)POINT_modified(q), curve);
}

void EC(modified_negate)(EC(modified) *r, const EC(modified) *p)
{
    if (r != p)
        *r = *p;
    field_negate(r->y, p->y);
}

#endif
