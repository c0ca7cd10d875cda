#include "curve/curve.h"

/* The last bit of y/x, in which the two points with x differ, as one has y/x and the other y/x + 1. 0 for x = 0, which
 * one point has. */
uint8_t EC(affine_y_bit_var)(const EC(affine) *p)
{
    mc_word quotient[EC_WORDS];
    fb_inv_var(quotient, p->x);
    fb_mul(quotient, quotient, p->y);
    return (uint8_t)fb_last_bit(quotient);
}

/* z = y/x solves z^2 + z = x + a + b/x^2. */
mc_status EC(affine_from_x_var)(EC(affine) *r, const mc_word *x, uint8_t y_bit, const MC_FLASH EC(curve) *curve)
{
    mc_word z[EC_WORDS], t[EC_WORDS];
    field_copy(r->x, x);
    field_from_flash(t, curve->b_sqrt);
    if (field_mask_zero(x)) {
        field_copy(r->y, t);
        return y_bit ? MC_ERROR_Y_BIT : MC_OK;
    }
    fb_inv_var(z, x);
    fb_mul(t, t, z);
    fb_sqr(t, t);
    field_add(t, t, r->x);
    EC(curve_add_a)(t, curve);
    if (!field_solve_quadratic(z, t))
        return MC_ERROR_NOT_ON_CURVE;
    z[0] ^= fb_last_bit(z) ^ (y_bit & 1);
    fb_mul(r->y, z, r->x);
    return MC_OK;
}
