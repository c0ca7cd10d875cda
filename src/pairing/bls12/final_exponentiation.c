#include "pairing/bls12/group.h"

/* r = a^(x - 1) of a cyclotomic element; r apart from a. */
static void power_x_minus_1(fp12 *r, const fp12 *a)
{
    fp12 inverse;
    fp12_power_cyclotomic(r, a);
    fp12_conjugate(&inverse, a);
    fp12_mul(r, r, &inverse);
}

/* (p^6 - 1) (p^2 + 1) times 3 (p^4 - p^2 + 1) / r = (x - 1)^2 (x + p) (x^2 + p^2 - 1) + 3 (Hayashida, Hayasaka, Teruya
 * 2020). */
void bls12_final(fp12 *r, const fp12 *f)
{
    fp12 easy, a, b;
    fp12_inv(&a, f);
    fp12_conjugate(&b, f);
    fp12_mul(&a, &a, &b);
    fp12_frobenius(&b, &a, 2);
    fp12_mul(&easy, &a, &b);

    power_x_minus_1(&a, &easy);
    power_x_minus_1(&b, &a);
    fp12_power_cyclotomic(&a, &b); /* a = b^(x + p) */
    fp12_frobenius(&b, &b, 1);
    fp12_mul(&a, &a, &b);
    fp12_power_cyclotomic(&b, &a); /* b = a^(x^2 + p^2 - 1) */
    fp12_power_cyclotomic(r, &b);
    fp12_frobenius(&b, &a, 2);
    fp12_mul(&b, &b, r);
    fp12_conjugate(&a, &a);
    fp12_mul(&b, &b, &a);
    fp12_sqr_cyclotomic(&a, &easy);
    fp12_mul(&a, &a, &easy);
    fp12_mul(r, &a, &b);
    mc_wipe(&easy, sizeof easy);
    mc_wipe(&a, sizeof a);
    mc_wipe(&b, sizeof b);
}
