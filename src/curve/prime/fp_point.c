#include "curve/prime/negate.h"

#if !FIELD_HAS_EDWARDS_CURVES

void EC(affine_negate)(EC(affine) *r, const EC(affine) *p)
{
    field_negate(r->y, p->y);
    field_copy(r->x, p->x);
}

void EC(curve_cubic)(mc_word *r, const mc_word *x, const MC_FLASH EC(curve) *curve)
{
    mc_word constant[EC_WORDS];
    fp_sqr(r, x);
    field_from_flash(constant, curve->a);
    fp_add(r, r, constant);
    fp_mul(r, r, x);
    field_from_flash(constant, curve->b);
    fp_add(r, r, constant);
}

/* Infinity, (0, 0), would need b = 0. */
mc_word EC(affine_mask_on_curve)(const EC(affine) *p, const MC_FLASH EC(curve) *curve)
{
    mc_word left[EC_WORDS], right[EC_WORDS];
    EC(curve_cubic)(right, p->x, curve);
    fp_sqr(left, p->y);
    return field_mask_equal(left, right);
}

/* r = p + q for the line of that slope through both; r may be p or q. */
static void third_point(EC(affine) *r, const EC(affine) *p, const EC(affine) *q, const mc_word *slope)
{
    mc_word x[EC_WORDS], y[EC_WORDS];
    fp_sqr(x, slope);
    fp_sub(x, x, p->x);
    fp_sub(x, x, q->x);
    fp_sub(y, p->x, x);
    fp_mul(y, y, slope);
    fp_sub(r->y, y, p->y);
    field_copy(r->x, x);
}

/* The chord has the slope (y2 - y1) / (x2 - x1). */
void EC(affine_add_distinct)(EC(affine) *r, const EC(affine) *p, const EC(affine) *q, const mc_word *inverse,
                             const MC_FLASH EC(curve) *curve)
{
    mc_word slope[EC_WORDS];
    (void)curve;
    fp_sub(slope, q->y, p->y);
    fp_mul(slope, slope, inverse);
    third_point(r, p, q, slope);
}

/* The tangent has the slope (3 x^2 + a) / 2y. */
void EC(affine_double_var)(EC(affine) *r, const EC(affine) *p, const MC_FLASH EC(curve) *curve)
{
    mc_word slope[EC_WORDS], inverse[EC_WORDS], x2[EC_WORDS];
    if (field_mask_zero(p->y)) { /* infinity, or a point of order two */
        EC(affine_set_infinity)(r);
        return;
    }
    fp_add(inverse, p->y, p->y);
    fp_inv_var(inverse, inverse);
    fp_sqr(x2, p->x);
    field_from_flash(slope, curve->a);
    for (uint8_t i = 0; i < 3; i++)
        fp_add(slope, slope, x2);
    fp_mul(slope, slope, inverse);
    third_point(r, p, p, slope);
}

void EC(affine_negate_masked)(EC(affine) *r, mc_word mask)
{
    fp_negate_masked(r->y, mask);
}

#endif
