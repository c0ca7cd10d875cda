/*---
name: euclid
family: fp-inv
summary: binary extended Euclidean algorithm
source: hankerson2004 Algorithm 2.22
domain: any a below an odd n and prime to it, in the form that the modulus has; the inverse of 0 is 0
constant_time: no
---*/
/* Invariants: a x1 = u and a x2 = v (times R^2 in Montgomery form: R^2 / (a R) = R / a). */
#include "fp/inversion/halve.h"

/* x / 2 mod n */
static void halve_modular(mc_word *x FP_M)
{
    mc_word carry = 0;
    if (x[0] & 1) {
        for (uint8_t i = 0; i < FP_WORDS; i++) {
            mc_dword sum = (mc_dword)((mc_dword)x[i] + FP_MODULUS->n[i] + carry);
            x[i] = (mc_word)sum;
            carry = (mc_word)(sum >> MC_WORD_BITS);
        }
    }
    halve(x, carry);
}

/* u -= v, if u >= v; whether it was. */
static mc_word subtract_if_not_below(mc_word *u, const mc_word *v)
{
    mc_word difference[FP_WORDS], borrow = 0;
    for (uint8_t i = 0; i < FP_WORDS; i++) {
        mc_dword t = (mc_dword)((mc_dword)u[i] - v[i] - borrow);
        difference[i] = (mc_word)t;
        borrow = (mc_word)(t >> MC_WORD_BITS) & 1;
    }
    if (!borrow)
        FP(copy)(u, difference);
    return !borrow;
}

/* Takes all factors 2 out of u > 0, and as many out of x mod n. */
static void make_odd(mc_word *u, mc_word *x FP_M)
{
    while (!(u[0] & 1)) {
        halve(u, 0);
        halve_modular(x FP_PASS);
    }
}

void FP(inv_euclid_var)(mc_word *r, const mc_word *a FP_M)
{
    mc_word u[FP_WORDS], v[FP_WORDS], x1[FP_WORDS] = {0}, x2[FP_WORDS] = {0};
    FP(copy)(u, a);
    FP(from_flash)(v, FP_MODULUS->n);
#if FP_MONTGOMERY
    FP_SET_R_SQUARED(x1);
#else
    x1[0] = 1;
#endif
    while (!FP(mask_zero)(u)) {
        make_odd(u, x1 FP_PASS);
        /* Both odd: the larger becomes their difference; u if they are equal, so v stays the divisor. */
        if (subtract_if_not_below(u, v)) {
            fp_sub(x1, x1, x2 FP_PASS);
        } else {
            subtract_if_not_below(v, u);
            fp_sub(x2, x2, x1 FP_PASS);
            make_odd(v, x2 FP_PASS);
        }
    }
    FP(copy)(r, x2); /* 0 for a = 0 */
}
