#include "curve/curve.h"

#if !FIELD_HAS_EDWARDS_CURVES

/* The lowest bit of y as a number: as p is odd, y and p - y differ in it, unless y = 0. */
uint8_t EC(affine_y_bit_var)(const EC(affine) *p)
{
    mc_word y[EC_WORDS];
    field_from_form(y, p->y);
    return y[0] & 1;
}

mc_status EC(affine_from_x_var)(EC(affine) *r, const mc_word *x, uint8_t y_bit, const MC_FLASH EC(curve) *curve)
{
    mc_word square[EC_WORDS];
    field_copy(r->x, x);
    EC(curve_cubic)(square, r->x, curve);
    if (!fp_sqrt(r->y, square))
        return MC_ERROR_NOT_ON_CURVE;
    if (EC(affine_y_bit_var)(r) != y_bit)
        field_negate(r->y, r->y);
    return EC(affine_y_bit_var)(r) == y_bit ? MC_OK : MC_ERROR_Y_BIT;
}

#endif
