/*---
name: safegcd
family: fp-inv
summary: Bernstein-Yang division steps, 14, 30 or 62 at a time by a 2x2 matrix
source: Bernstein and Yang, Fast constant-time gcd computation and modular inversion, 2019, section 11;
  started from delta = 1/2 as in github.com/sipa/safegcd-bounds
domain: any a below an odd n, in the form that the modulus has; the inverse of 0 is 0
constant_time: same-trace-and-addresses
---*/
#include "fp/inversion/digits.h"
#include "fp/fp.h"

/* The numbers lie between -2 n and 2 n. */
#define DIGITS ((FP_BITS + 1 + DIGIT_BITS) / DIGIT_BITS)

/* No more division steps are needed from delta = 1/2 for 0 <= g <= f < 2^FP_BITS; tests/src/fp/test_divsteps.py
 * computes the same bound from convex hulls, and inputs that need all but a few of them. A smaller number would be
 * wrong for a few inputs that no random test meets. */
#define DIVSTEPS ((45907UL * FP_BITS + 26313) / 19929)
#define BATCHES  ((uint8_t)((DIVSTEPS + (unsigned)DIGIT_BITS - 1) / (unsigned)DIGIT_BITS))
_Static_assert(19929UL * (BATCHES * (unsigned long)DIGIT_BITS + 1) > 45907UL * FP_BITS + 26313,
               "as many steps as the bound of safegcd-bounds");

/* Hosts with words of 64 bits have the code once for all moduli of as many digits, others for each field. */
#if !defined(MC_SINGLE_CURVE) && MC_WORD_BITS == 64
#include "fp/host/safegcd_shared.h"

_Static_assert(DIGITS >= 1 && DIGITS <= 10, "a length for which there is code");

void FP(inv_safegcd)(mc_word *r, const mc_word *a FP_M)
{
    static const mc_word one[FP_WORDS] = {1};
    SAFEGCD_SHARED(DIGITS)(r, a, FP_MODULUS->n, FP_MONTGOMERY ? FP_MODULUS->r_squared : one,
                           FP_MODULUS->minus_n_inverse, FP_WORDS, BATCHES);
}
#else
#define WORDS FP_WORDS
#define WORDS_PARAMETER
#include "fp/inversion/safegcd.h"

void FP(inv_safegcd)(mc_word *r, const mc_word *a FP_M)
{
    state s = {.d = {0}};
    matrix t;
    mc_word constant[FP_WORDS];
    FP(from_flash)(constant, FP_MODULUS->n);
    to_digits(s.n, constant);
    to_digits(s.f, constant);
    to_digits(s.g, a);
#if FP_MONTGOMERY
    FP_SET_R_SQUARED(constant); /* R^2 / (a R) = R / a */
    to_digits(s.e, constant);
#else
    s.e[0] = 1;
#endif

    mc_unsigned_digit n_inverse = (mc_unsigned_digit)(0 - FP_MODULUS->minus_n_inverse);
    /* Newton's step: right modulo 2^16 if it was modulo 2^8, the smallest word. */
    n_inverse = multiply_low(n_inverse, (mc_unsigned_digit)(2 - multiply_low(n_inverse, (mc_unsigned_digit)s.n[0])));
    SAFEGCD_INVERT(s, t, n_inverse, BATCHES);
    from_digits(r, s.d);
    mc_wipe(&s, sizeof s);
    mc_wipe(&t, sizeof t);
}
#endif
