#include "curve/fb_curve.h"

void FB(curve_add_a)(mc_word *r, const MC_FLASH FB(curve) *curve)
{
    if (FB_CURVE_A_CLASS(curve) == MC_COEFFICIENT_GENERAL) {
        mc_word a[FB_WORDS];
        FB(from_flash)(a, curve->a);
        FB(add)(r, r, a);
    } else if (FB_CURVE_A_CLASS(curve) == 1) {
        r[0] ^= 1;
    }
}

void FB(curve_add_a_times)(mc_word *r, const mc_word *t, const MC_FLASH FB(curve) *curve)
{
    if (FB_CURVE_A_CLASS(curve) == MC_COEFFICIENT_GENERAL) {
        mc_word product[FB_WORDS];
        FB(from_flash)(product, curve->a);
        fb_mul(product, product, t);
        FB(add)(r, r, product);
    } else if (FB_CURVE_A_CLASS(curve) == 1) {
        FB(add)(r, r, t);
    }
}

mc_word FB(affine_mask_infinity)(const FB(affine) *p)
{
    return FB(mask_zero)(p->x) & FB(mask_zero)(p->y);
}

void FB(affine_set_infinity)(FB(affine) *r)
{
    FB(set_small)(r->x, 0);
    FB(set_small)(r->y, 0);
}

void FB(affine_generator)(FB(affine) *r, const MC_FLASH FB(curve) *curve)
{
    FB(from_flash)(r->x, curve->generator_x);
    FB(from_flash)(r->y, curve->generator_y);
}

void FB(affine_negate)(FB(affine) *r, const FB(affine) *p)
{
    FB(add)(r->y, p->x, p->y);
    FB(copy)(r->x, p->x);
}

/* The equation as (y + sqrt b)^2 = x (y + x (x + a)). Infinity, (0, 0), would need b = 0. */
mc_word FB(affine_mask_on_curve)(const FB(affine) *p, const MC_FLASH FB(curve) *curve)
{
    mc_word left[FB_WORDS], right[FB_WORDS];
    FB(from_flash)(left, curve->b_sqrt);
    FB(add)(left, left, p->y);
    fb_sqr(left, left);
    FB(copy)(right, p->x);
    FB(curve_add_a)(right, curve);
    fb_mul(right, right, p->x);
    FB(add)(right, right, p->y);
    fb_mul(right, right, p->x);
    return FB(mask_equal)(left, right);
}

static mc_word trace_of_a(const MC_FLASH FB(curve) *curve)
{
    mc_word a[FB_WORDS];
    FB(set_small)(a, 0);
    FB(curve_add_a)(a, curve);
    return FB(trace)(a);
}

/* ~0 if n p is infinity, by double and add over the bits of n, which is public. */
static mc_word mask_order_annihilates(const FB(affine) *p, const MC_FLASH FB(curve) *curve)
{
    FB(lopez_dahab) sum;
    FB(lopez_dahab_from_affine)(&sum, p);
    for (uint16_t i = curve->order_bits - 1; i-- > 0;) {
        FB(lopez_dahab_double)(&sum, &sum, curve);
        if (curve->order[i / MC_WORD_BITS] >> (i % MC_WORD_BITS) & 1)
            FB(lopez_dahab_add_mixed_var)(&sum, &sum, p, curve);
    }
    return FB(mask_zero)(sum.z);
}

/* The doubles of points are those with Tr(x) = Tr(a) (Seroussi 1998), and infinity; with cofactor 2 they are
 * the points of prime order. */
mc_word FB(affine_mask_subgroup)(const FB(affine) *p, const MC_FLASH FB(curve) *curve)
{
    if (FB_CURVE_COFACTOR(curve) != 2)
        return mask_order_annihilates(p, curve);
    return FB(affine_mask_infinity)(p) | mc_word_mask_zero(FB(trace)(p->x) ^ trace_of_a(curve));
}

mc_status FB(affine_validate)(const FB(affine) *p, const MC_FLASH FB(curve) *curve)
{
    if (FB(affine_mask_infinity)(p))
        return MC_ERROR_INFINITY;
    if (!FB(affine_mask_on_curve)(p, curve))
        return MC_ERROR_NOT_ON_CURVE;
    if (!FB(affine_mask_subgroup)(p, curve))
        return MC_ERROR_SUBGROUP;
    return MC_OK;
}
