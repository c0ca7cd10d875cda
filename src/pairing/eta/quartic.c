#include "pairing/eta/eta.h"

/* Karatsuba: 9 products in F_2^m. */
void fb4_mul(fb4 *r, const fb4 *a, const fb4 *b)
{
    fb2 low, high, sum;
    fb2_add(&sum, &a->c0, &a->c1);
    fb2_add(&low, &b->c0, &b->c1);
    fb2_mul(&sum, &sum, &low);
    fb2_mul(&low, &a->c0, &b->c0);
    fb2_mul(&high, &a->c1, &b->c1);
    fb2_add(&r->c1, &sum, &low);
    fb2_mul_s(&high, &high);
    fb2_add(&r->c0, &low, &high);
    mc_wipe(&low, sizeof low);
    mc_wipe(&high, sizeof high);
    mc_wipe(&sum, sizeof sum);
}

/* s = t^2 + t, s t = t^3 + t^2 */
void EC(fb4_to_powers)(mc_word (*powers)[FB_WORDS], const fb4 *a)
{
    FB(copy)(powers[0], a->c0.c0);
    fb_add(powers[1], a->c1.c0, a->c0.c1);
    fb_add(powers[2], a->c1.c1, a->c0.c1);
    FB(copy)(powers[3], a->c1.c1);
}

/* t^2 = t + s, t^3 = t + s + s t */
void EC(fb4_from_powers)(fb4 *r, mc_word (*powers)[FB_WORDS])
{
    FB(copy)(r->c0.c0, powers[0]);
    fb_add(r->c0.c1, powers[2], powers[3]);
    fb_add(r->c1.c0, powers[1], r->c0.c1);
    FB(copy)(r->c1.c1, powers[3]);
}

/* t becomes t + 1. */
void EC(fb4_conjugate)(fb4 *r, const fb4 *a)
{
    fb2_add(&r->c0, &a->c0, &a->c1);
    r->c1 = a->c1;
}

/* s becomes s + 1, and t becomes t^8 = t + s + 1, for m = 3 mod 4: s t becomes s t + t + s. */
void EC(fb4_frobenius)(fb4 *r, const fb4 *a)
{
    mc_word s[FB_WORDS];
    fb_add(s, a->c1.c0, a->c1.c1);
    fb_add(r->c0.c0, a->c0.c0, a->c0.c1);
    fb_add(r->c0.c0, r->c0.c0, a->c1.c0);
    fb_add(r->c0.c1, a->c0.c1, s);
    FB(copy)(r->c1.c1, a->c1.c1);
    FB(copy)(r->c1.c0, s);
    mc_wipe(s, sizeof s);
}
