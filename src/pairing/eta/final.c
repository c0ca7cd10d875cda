/* The power of (2^(4 m) - 1) / N = (2^(2 m) - 1) (2^m + 1 - 2^n), n = (m + 1) / 2: after the first factor the inverse
 * is the conjugate. One inversion, 30 products, and 4 n squares. */
#include "pairing/eta/eta.h"

/* f = f^(2^(2 m) - 1) = conj(f)^2 / (f conj(f)), with f conj(f) = c0^2 + c0 c1 + c1^2 s in F_2^(2 m). */
static void first_power(fb4 *f)
{
    fb2 norm, square;
    fb2_mul(&norm, &f->c0, &f->c1);
    fb2_sqr(&square, &f->c1);
    fb2_mul_s(&square, &square);
    fb2_add(&norm, &norm, &square);
    fb2_sqr(&square, &f->c0);
    fb2_add(&norm, &norm, &square);
    fb2_inv(&norm, &norm);
    EC(fb4_conjugate)(f, f);
    /* (c0 + c1 t)^2 = c0^2 + c1^2 s + c1^2 t */
    fb2_sqr(&f->c0, &f->c0);
    fb2_sqr(&f->c1, &f->c1);
    fb2_mul_s(&square, &f->c1);
    fb2_add(&f->c0, &f->c0, &square);
    fb2_mul(&f->c0, &f->c0, &norm);
    fb2_mul(&f->c1, &f->c1, &norm);
    mc_wipe(&norm, sizeof norm);
    mc_wipe(&square, sizeof square);
}

/* r = a^(2^n): s and t stay, for n is a multiple of 4. */
static void power_n(fb4 *r, const fb4 *a)
{
    fb_sqr_times(r->c0.c0, a->c0.c0, (FB_M + 1) / 2);
    fb_sqr_times(r->c0.c1, a->c0.c1, (FB_M + 1) / 2);
    fb_sqr_times(r->c1.c0, a->c1.c0, (FB_M + 1) / 2);
    fb_sqr_times(r->c1.c1, a->c1.c1, (FB_M + 1) / 2);
}

void EC(eta_final)(fb4 *r, const fb4 *f)
{
    fb4 g, power;
    g = *f;
    first_power(&g);
    EC(fb4_frobenius)(&power, &g);
    fb4_mul(r, &power, &g);
    power_n(&power, &g);
    EC(fb4_conjugate)(&power, &power);
    fb4_mul(r, r, &power);
    mc_wipe(&g, sizeof g);
    mc_wipe(&power, sizeof power);
}

void EC(eta_pairing)(fb4 *r, const EC(eta_point) *p, const EC(eta_point) *q)
{
    fb4 f;
    EC(eta_miller)(&f, p, q);
    EC(eta_final)(r, &f);
    mc_wipe(&f, sizeof f);
}
