#include "curve/curve.h"

mc_word EC(affine_mask_infinity)(const EC(affine) *p)
{
#if FIELD_HAS_EDWARDS_CURVES
    EC(affine) infinity;
    EC(affine_set_infinity)(&infinity);
    return field_mask_zero(p->x) & field_mask_equal(p->y, infinity.y);
#else
    return field_mask_zero(p->x) & field_mask_zero(p->y);
#endif
}

void EC(affine_set_infinity)(EC(affine) *r)
{
    field_set_small(r->x, 0);
    field_set_small(r->y, FIELD_HAS_EDWARDS_CURVES);
}

void EC(affine_generator)(EC(affine) *r, const MC_FLASH EC(curve) *curve)
{
    field_from_flash(r->x, curve->generator_x);
    field_from_flash(r->y, curve->generator_y);
}

/* ~0 if n p is infinity, by double and add over the bits of n, which is public. */
static mc_word mask_order_annihilates(const EC(affine) *p, const MC_FLASH EC(curve) *curve)
{
    ec_projective sum;
    ec_from_affine(&sum, p);
    for (uint16_t i = curve->order_bits - 1; i-- > 0;) {
        ec_double(&sum, &sum, curve);
        if (EC_CURVE_MODULUS(curve)->n[i / MC_WORD_BITS] >> (i % MC_WORD_BITS) & 1)
            ec_add_mixed_var(&sum, &sum, p, curve);
    }
    return ec_mask_infinity(&sum);
}

mc_word EC(affine_mask_subgroup)(const EC(affine) *p, const MC_FLASH EC(curve) *curve)
{
    if (EC_CURVE_COFACTOR(curve) == 1)
        return mc_word_mask_zero(0);
#if !FIELD_IS_PRIME
    if ((EC_CURVE_COFACTOR(curve) & (EC_CURVE_COFACTOR(curve) - 1)) == 0)
        return EC(affine_mask_multiple_of_cofactor)(p, curve);
#endif
    return mask_order_annihilates(p, curve);
}

mc_status EC(affine_validate)(const EC(affine) *p, const MC_FLASH EC(curve) *curve)
{
    if (EC(affine_mask_infinity)(p))
        return MC_ERROR_INFINITY;
    if (!EC(affine_mask_on_curve)(p, curve))
        return MC_ERROR_NOT_ON_CURVE;
    if (!EC(affine_mask_subgroup)(p, curve))
        return MC_ERROR_SUBGROUP;
    return MC_OK;
}

#if FIELD_IS_PRIME

void EC(affine_to_form)(EC(affine) *p)
{
    field_to_form(p->x, p->x);
    field_to_form(p->y, p->y);
}

void EC(affine_from_form)(EC(affine) *p)
{
    field_from_form(p->x, p->x);
    field_from_form(p->y, p->y);
}

#else

void EC(affine_to_form)(EC(affine) *p)
{
    (void)p;
}

void EC(affine_from_form)(EC(affine) *p)
{
    (void)p;
}

#endif
