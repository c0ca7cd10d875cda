#include "curve/prime/negate.h"

#if FIELD_HAS_EDWARDS_CURVES

void EC(affine_negate)(EC(affine) *r, const EC(affine) *p)
{
    field_negate(r->x, p->x);
    field_copy(r->y, p->y);
}

void EC(affine_negate_masked)(EC(affine) *r, mc_word mask)
{
    fp_negate_masked(r->x, mask);
}

/* a x^2 + y^2 = 1 + d x^2 y^2 */
mc_word EC(affine_mask_on_curve)(const EC(affine) *p, const MC_FLASH EC(curve) *curve)
{
    mc_word x2[EC_WORDS], y2[EC_WORDS], product[EC_WORDS], constant[EC_WORDS];
    fp_sqr(x2, p->x);
    fp_sqr(y2, p->y);
    fp_mul(product, x2, y2);
    field_from_flash(constant, curve->d);
    fp_mul(product, product, constant);
    field_set_small(constant, 1);
    fp_add(product, product, constant);
    if (EC_CURVE_A_CLASS(curve) == MC_COEFFICIENT_MINUS_1)
        fp_sub(y2, y2, x2);
    else
        fp_add(y2, y2, x2);
    return field_mask_equal(y2, product);
}

void EC(affine_add_var)(EC(affine) *r, const EC(affine) *p, const EC(affine) *q, const MC_FLASH EC(curve) *curve)
{
    EC(extended) sum;
    EC(extended_from_affine)(&sum, p);
    EC(extended_add_mixed)(&sum, &sum, q, curve);
    ec_to_affine_var(r, &sum);
}

void EC(affine_double_var)(EC(affine) *r, const EC(affine) *p, const MC_FLASH EC(curve) *curve)
{
    EC(affine_add_var)(r, p, p, curve);
}

#endif
