#include "pairing/binary/fb2.h"

void fb2_add(fb2 *r, const fb2 *a, const fb2 *b)
{
    fb_add(r->c0, a->c0, b->c0);
    fb_add(r->c1, a->c1, b->c1);
}

/* Karatsuba: 3 products. */
void fb2_mul(fb2 *r, const fb2 *a, const fb2 *b)
{
    mc_word low[FB_WORDS], sum[FB_WORDS], other[FB_WORDS];
    fb_add(sum, a->c0, a->c1);
    fb_add(other, b->c0, b->c1);
    fb_mul(sum, sum, other);
    fb_mul(low, a->c0, b->c0);
    fb_mul(other, a->c1, b->c1);
    fb_add(r->c0, low, other);
    fb_add(r->c1, low, sum);
    mc_wipe(low, sizeof low);
    mc_wipe(sum, sizeof sum);
    mc_wipe(other, sizeof other);
}

/* c0^2 + c1^2 (s + 1) */
void fb2_sqr(fb2 *r, const fb2 *a)
{
    fb_sqr(r->c0, a->c0);
    fb_sqr(r->c1, a->c1);
    fb_add(r->c0, r->c0, r->c1);
}

/* c0 s + c1 (s + 1) */
void fb2_mul_s(fb2 *r, const fb2 *a)
{
    mc_word sum[FB_WORDS];
    fb_add(sum, a->c0, a->c1);
    FB(copy)(r->c0, a->c1);
    FB(copy)(r->c1, sum);
    mc_wipe(sum, sizeof sum);
}

/* The conjugate c0 + c1 (s + 1) by the norm c0 (c0 + c1) + c1^2. */
void fb2_inv(fb2 *r, const fb2 *a)
{
    mc_word norm[FB_WORDS], sum[FB_WORDS], square[FB_WORDS];
    fb_add(sum, a->c0, a->c1);
    fb_mul(norm, sum, a->c0);
    fb_sqr(square, a->c1);
    fb_add(norm, norm, square);
    fb_inv(norm, norm);
    fb_mul(r->c1, a->c1, norm);
    fb_mul(r->c0, sum, norm);
    mc_wipe(norm, sizeof norm);
    mc_wipe(sum, sizeof sum);
    mc_wipe(square, sizeof square);
}
