/*---
name: affine
family: coordinates
summary: affine coordinates: addition I + 2M + S, doubling I + 2M + 2S, additions with one common inversion
source: hankerson2004 Section 3.1.2; common inversion: Montgomery 1987
domain: any points of the curve, infinity, equal and opposite ones included
constant_time: no
uses: fb-mul-reduce, fb-sqr-reduce, fb-inv
---*/
#include "curve/fb_curve.h"

/* r = p + q for p and q of different x, given 1/(p.x + q.x); r may be p or q. */
static void add_given_inverse(FB(affine) *r, const FB(affine) *p, const FB(affine) *q, const mc_word *inverse,
                              const MC_FLASH FB(curve) *curve)
{
    mc_word slope[FB_WORDS], x[FB_WORDS];
    FB(add)(slope, p->y, q->y);
    fb_mul(slope, slope, inverse);
    fb_sqr(x, slope);
    FB(add)(x, x, slope);
    FB(add)(x, x, p->x);
    FB(add)(x, x, q->x);
    FB(curve_add_a)(x, curve);
    mc_word y[FB_WORDS];
    FB(add)(y, p->x, x);
    fb_mul(y, y, slope);
    FB(add)(y, y, x);
    FB(add)(r->y, y, p->y);
    FB(copy)(r->x, x);
}

void FB(affine_double_var)(FB(affine) *r, const FB(affine) *p, const MC_FLASH FB(curve) *curve)
{
    mc_word slope[FB_WORDS], x[FB_WORDS], y[FB_WORDS];
    if (FB(mask_zero)(p->x)) { /* infinity, or the point of order two */
        FB(affine_set_infinity)(r);
        return;
    }
    fb_inv_var(slope, p->x);
    fb_mul(slope, slope, p->y);
    FB(add)(slope, slope, p->x);
    fb_sqr(x, slope);
    FB(add)(x, x, slope);
    FB(curve_add_a)(x, curve);
    slope[0] ^= 1;
    fb_mul(slope, slope, x);
    fb_sqr(y, p->x);
    FB(add)(r->y, y, slope);
    FB(copy)(r->x, x);
}

void FB(affine_add_var)(FB(affine) *r, const FB(affine) *p, const FB(affine) *q, const MC_FLASH FB(curve) *curve)
{
    mc_word difference[FB_WORDS];
    if (FB(affine_mask_infinity)(p)) {
        *r = *q;
        return;
    }
    if (FB(affine_mask_infinity)(q)) {
        *r = *p;
        return;
    }
    FB(add)(difference, p->x, q->x);
    if (!FB(mask_zero)(difference)) {
        fb_inv_var(difference, difference);
        add_given_inverse(r, p, q, difference, curve);
    } else if (FB(mask_equal)(p->y, q->y)) {
        FB(affine_double_var)(r, p, curve);
    } else {
        FB(affine_set_infinity)(r);
    }
}

/* Exceptional cases, where a slope has no inverse, send all the additions through affine_add_var. */
void FB(affine_add_each_var)(FB(affine) *points, uint8_t count, const FB(affine) *p, mc_word (*scratch)[FB_WORDS],
                             const MC_FLASH FB(curve) *curve)
{
    mc_word exceptional = FB(affine_mask_infinity)(p);
    for (uint8_t i = 0; i < count; i++) {
        FB(add)(scratch[i], points[i].x, p->x);
        exceptional |= FB(mask_zero)(scratch[i]) | FB(affine_mask_infinity)(&points[i]);
    }
    if (!exceptional)
        FB(inv_each_var)(scratch, scratch + count, count);
    for (uint8_t i = 0; i < count; i++) {
        if (exceptional)
            FB(affine_add_var)(&points[i], &points[i], p, curve);
        else
            add_given_inverse(&points[i], &points[i], p, scratch[i], curve);
    }
}

void FB(affine_frobenius)(FB(affine) *r, const FB(affine) *p)
{
    fb_sqr(r->x, p->x);
    fb_sqr(r->y, p->y);
}
