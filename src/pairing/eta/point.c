/* Points of y^2 + y = x^3 + x. Sums are affine, with an inversion each: this is for tests and checks of the pairing. */
#include "pairing/eta/eta.h"

/* x and y mean nothing where is_infinity is ~0. */
typedef struct {
    EC(eta_point) point;
    mc_word is_infinity;
} any_point;

/* (x^4 + 1, x^4 + y^4) */
static void double_any(any_point *p)
{
    fb_sqr(p->point.x, p->point.x);
    fb_sqr(p->point.x, p->point.x);
    fb_sqr(p->point.y, p->point.y);
    fb_sqr(p->point.y, p->point.y);
    fb_add(p->point.y, p->point.y, p->point.x);
    p->point.x[0] ^= 1;
}

/* sum = p + q for every p. */
static void add_any(any_point *sum, const any_point *p, const EC(eta_point) *q)
{
    mc_word slope[FB_WORDS], difference[FB_WORDS], x[FB_WORDS];
    any_point twice = *p;
    const mc_word same_x = FB(mask_equal)(p->point.x, q->x) & (mc_word)~p->is_infinity;
    const mc_word same_y = FB(mask_equal)(p->point.y, q->y);
    double_any(&twice);
    fb_add(slope, p->point.y, q->y);
    fb_add(difference, p->point.x, q->x);
    fb_inv(x, difference);
    fb_mul(slope, slope, x);
    fb_sqr(x, slope);
    fb_add(x, x, difference);
    fb_add(difference, x, q->x);
    fb_mul(slope, slope, difference);
    fb_add(slope, slope, q->y);
    slope[0] ^= 1;
    FB(select)(x, twice.point.x, same_x);
    FB(select)(slope, twice.point.y, same_x);
    FB(select)(x, q->x, p->is_infinity);
    FB(select)(slope, q->y, p->is_infinity);
    sum->is_infinity = same_x & (mc_word)~same_y;
    FB(copy)(sum->point.x, x);
    FB(copy)(sum->point.y, slope);
    mc_wipe(slope, sizeof slope);
    mc_wipe(difference, sizeof difference);
    mc_wipe(x, sizeof x);
    mc_wipe(&twice, sizeof twice);
}

mc_word EC(eta_multiply)(EC(eta_point) *r, const EC(eta_point) *p, const mc_word *k, uint16_t bits)
{
    const EC(eta_point) fixed = *p, zero = {{0}, {0}};
    any_point result = {fixed, (mc_word) ~(mc_word)0}, sum;
    for (uint16_t i = bits; i-- > 0;) {
        const mc_word mask = mc_word_mask_nonzero(k[i / MC_WORD_BITS] >> (i % MC_WORD_BITS) & 1);
        double_any(&result);
        add_any(&sum, &result, &fixed);
        FB(select)(result.point.x, sum.point.x, mask);
        FB(select)(result.point.y, sum.point.y, mask);
        result.is_infinity ^= mask & (result.is_infinity ^ sum.is_infinity);
    }
    FB(select)(result.point.x, zero.x, result.is_infinity);
    FB(select)(result.point.y, zero.y, result.is_infinity);
    *r = result.point;
    mc_wipe(&result.point, sizeof result.point);
    mc_wipe(&sum, sizeof sum);
    return (mc_word)~result.is_infinity;
}

mc_word EC(eta_mask_on_curve)(const EC(eta_point) *p)
{
    mc_word left[FB_WORDS], right[FB_WORDS];
    fb_sqr(left, p->y);
    fb_add(left, left, p->y);
    fb_sqr(right, p->x);
    right[0] ^= 1;
    fb_mul(right, right, p->x);
    const mc_word mask = FB(mask_equal)(left, right);
    mc_wipe(left, sizeof left);
    mc_wipe(right, sizeof right);
    return mask;
}

mc_word EC(eta_mask_in_group)(const EC(eta_point) *p)
{
    static const MC_FLASH mc_word order[ETA_ORDER_WORDS] = ETA_ORDER;
    mc_word k[ETA_ORDER_WORDS];
    EC(eta_point) multiple;
    for (uint8_t i = 0; i < ETA_ORDER_WORDS; i++)
        k[i] = order[i];
    return (mc_word)~EC(eta_multiply)(&multiple, p, k, ETA_ORDER_BITS);
}
