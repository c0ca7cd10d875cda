/*---
name: affine
family: coordinates
summary: affine coordinates: addition I + 2M + S, doubling I + 2M + 2S (I + 2M + S on
  binary curves), additions with one common inversion
source: hankerson2004 Section 3.1.2; common inversion: Montgomery 1987
domain: any points of the curve, infinity, equal and opposite ones included
constant_time: no
requires: !FIELD_HAS_EDWARDS_CURVES
uses: field-mul-reduce, field-sqr-reduce, field-inv
---*/
#include "curve/curve.h"

#if !FIELD_HAS_EDWARDS_CURVES

void EC(affine_add_var)(EC(affine) *r, const EC(affine) *p, const EC(affine) *q, const MC_FLASH EC(curve) *curve)
{
    mc_word difference[EC_WORDS];
    if (EC(affine_mask_infinity)(p)) {
        *r = *q;
        return;
    }
    if (EC(affine_mask_infinity)(q)) {
        *r = *p;
        return;
    }
    field_sub(difference, q->x, p->x);
    if (!field_mask_zero(difference)) {
        field_inv_var(difference, difference);
        EC(affine_add_distinct)(r, p, q, difference, curve);
    } else if (field_mask_equal(p->y, q->y)) {
        EC(affine_double_var)(r, p, curve);
    } else {
        EC(affine_set_infinity)(r);
    }
}

/* Exceptional cases, where a slope has no inverse, send all the additions through affine_add_var. */
void EC(affine_add_each_var)(EC(affine) *points, uint8_t count, const EC(affine) *p, mc_word (*scratch)[EC_WORDS],
                             const MC_FLASH EC(curve) *curve)
{
    mc_word exceptional = EC(affine_mask_infinity)(p);
    for (uint8_t i = 0; i < count; i++) {
        field_sub(scratch[i], p->x, points[i].x);
        exceptional |= field_mask_zero(scratch[i]) | EC(affine_mask_infinity)(&points[i]);
    }
    if (!exceptional)
        field_inv_each_var(scratch, scratch + count, count);
    for (uint8_t i = 0; i < count; i++) {
        if (exceptional)
            EC(affine_add_var)(&points[i], &points[i], p, curve);
        else
            EC(affine_add_distinct)(&points[i], &points[i], p, scratch[i], curve);
    }
}

#endif
