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

/* Exceptional cases, where a slope has no inverse, send all the additions through affine_add_var. Neighbours with the
 * same x share an inverse; the sums are made from the end, so that a point is still itself when its neighbour asks. */
void EC(affine_add_each_var)(EC(affine) *points, uint8_t count, const EC(affine) *p, mc_word (*scratch)[EC_WORDS],
                             const MC_FLASH EC(curve) *curve)
{
    mc_word exceptional = EC(affine_mask_infinity)(p);
    uint8_t differences = 0;
    for (uint8_t i = 0; i < count; i++) {
        exceptional |= EC(affine_mask_infinity)(&points[i]);
        if (i && field_mask_equal(points[i].x, points[i - 1].x))
            continue;
        field_sub(scratch[differences], p->x, points[i].x);
        exceptional |= field_mask_zero(scratch[differences++]);
    }
    if (!exceptional)
        field_inv_each_var(scratch, scratch + differences, differences);
    for (uint8_t i = count; i-- > 0;) {
        const mc_word is_shared = i ? field_mask_equal(points[i].x, points[i - 1].x) : 0;
        if (exceptional)
            EC(affine_add_var)(&points[i], &points[i], p, curve);
        else
            EC(affine_add_distinct)(&points[i], &points[i], p, scratch[differences - 1], curve);
        differences = (uint8_t)(differences - !is_shared);
    }
}

#endif
