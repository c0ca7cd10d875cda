/*---
name: binary-gcd
family: fp-inv
summary: binary Euclidean algorithm with as many steps for every input, a bit at a time: little code
source: Pornin, Optimized Binary GCD for Modular Inversion, 2020, Algorithm 1
domain: any a below an odd n and prime to it, in the form that the modulus has; the inverse of 0 is 0
constant_time: same-trace-and-addresses
---*/
/* Invariants: a x = g and a y = f (times R^2 in Montgomery form: R^2 / (a R) = R / a), f odd, x and y below n.
 *
 * A step makes g even, by f as the smaller of both where g is odd, and halves it. So f and g together lose a bit in
 * each, and g is 0 after 2 FP_BITS - 1 steps: otherwise both would have one bit or more. Then f is the divisor, 1. */
#include "fp/inversion/halve.h"

#define STEPS (2 * (uint16_t)FP_BITS - 1)

void FP(inv_binary_gcd)(mc_word *r, const mc_word *a FP_M)
{
    mc_word f[FP_WORDS], g[FP_WORDS], x[FP_WORDS] = {0}, y[FP_WORDS] = {0};
    FP(copy)(g, a);
    FP(from_flash)(f, FP_MODULUS->n);
#if FP_MONTGOMERY
    FP_SET_R_SQUARED(x);
#else
    x[0] = 1;
#endif
    for (uint16_t i = STEPS; i > 0; i--) {
        const mc_word odd = mc_word_barrier(g[0] & 1), minus = (mc_word)(0 - odd);
        const mc_word not_below = FP(sum)(r, g, f, FP_SUM_MINUS);
        const mc_word mask = mc_word_barrier((mc_word)(0 - (odd & ~not_below)));
        FP(swap)(f, g, mask);
        FP(swap)(x, y, mask);
        FP(sum)(g, g, f, minus);
        halve(g, 0);
        const mc_word borrow = odd & ~FP(sum)(x, x, y, minus);
        FP_SUM_WITH_MODULUS(x, x, mc_word_barrier(borrow));
        halve(x, FP_SUM_WITH_MODULUS(x, x, mc_word_barrier(x[0] & 1)));
    }
    FP(copy)(r, y);
    mc_wipe(f, sizeof f);
    mc_wipe(g, sizeof g);
    mc_wipe(x, sizeof x);
    mc_wipe(y, sizeof y);
}

/* For a public a, with no more steps than that takes. The invariants are the same. f, g and what is thrown
 * away take turns in three numbers, r among them. */
void FP(inv_binary_gcd_var)(mc_word *r, const mc_word *a FP_M)
{
    mc_word numbers[4][FP_WORDS] = {{0}};
    mc_word *f = numbers[0], *g = numbers[1], *x = numbers[2], *y = numbers[3], *spare = r;
    FP(copy)(g, a);
    FP(from_flash)(f, FP_MODULUS->n);
#if FP_MONTGOMERY
    FP_SET_R_SQUARED(x);
#else
    x[0] = 1;
#endif
    while (g[0] || !FP(mask_zero)(g)) {
        if (g[0] & 1) {
            mc_word *const before = g, *const of_before = x;
            if (FP(sum)(spare, g, f, FP_SUM_MINUS)) {
                g = spare;
                spare = before;
            } else {
                g = f;
                x = y;
                f = before;
                y = of_before;
                FP(sum)(g, g, f, FP_SUM_MINUS);
            }
            if (!FP(sum)(x, x, y, FP_SUM_MINUS))
                FP_SUM_WITH_MODULUS(x, x, 1);
        }
        halve(g, 0);
        halve(x, x[0] & 1 ? FP_SUM_WITH_MODULUS(x, x, 1) : 0);
    }
    FP(copy)(r, y);
}
