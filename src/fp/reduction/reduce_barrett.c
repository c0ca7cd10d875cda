/*---
name: barrett
family: fp-reduce
summary: Barrett's reduction: the quotient from a reciprocal of the prime
source: Barrett 1986; Menezes, van Oorschot and Vanstone, Handbook of Applied Cryptography, 1996, Algorithm 14.42
domain: any c of 2 FP_WORDS words
constant_time: same-trace-and-addresses
form: plain
requires: !defined(FP_RUNTIME_MODULUS)
---*/
#include "fp/multiplication/columns.h"

#ifndef FP_RUNTIME_MODULUS

#include MC_STRINGIFY(fp/data/MC_FIELD.h)

/* With b = 2^MC_WORD_BITS, n = FP_WORDS, and k = the words of c from b^(n - 1) up, the estimate of the quotient c / p
 * is k floor(b^2n / p) / b^(n + 1), rounded down. It is too small by less than 1 for the reciprocal, b^(n - 1) / p for
 * the words of c below k, and n / b for the columns of the product that are left out: together less than 2
 * (tests/src/fp/test_fp.py), and never too large. So the rest is below 3 p. */
static const MC_FLASH mc_word reciprocal[FP_WORDS + 1] = FP_BARRETT;

/* q, of n + 1 words; columns below n - 1 are left out. */
static void quotient_estimate(mc_word *q, const mc_word *c)
{
    column sum = {0};
    for (uint8_t k = FP_WORDS - 1; k < 2 * FP_WORDS + 1; k++) {
        for (uint8_t i = k > FP_WORDS ? (uint8_t)(k - FP_WORDS) : 0; i <= k && i <= FP_WORDS; i++)
            column_add(&sum, c[FP_WORDS - 1 + i], reciprocal[k - i]);
        mc_word word = column_next(&sum);
        if (k > FP_WORDS)
            q[k - FP_WORDS - 1] = word;
    }
    q[FP_WORDS] = (mc_word)sum.low;
}

/* c -= p if it is not below; both of n + 1 words. */
static void subtract_once(mc_word *c)
{
    mc_word difference[FP_WORDS + 1], borrow = 0;
    for (uint8_t i = 0; i <= FP_WORDS; i++) {
        mc_word word = i < FP_WORDS ? FP_MODULUS->n[i] : 0;
        mc_dword t = (mc_dword)((mc_dword)c[i] - word - borrow);
        difference[i] = (mc_word)t;
        borrow = (mc_word)(t >> MC_WORD_BITS) & 1;
    }
    mc_word keep = mc_word_mask_nonzero(borrow);
    for (uint8_t i = 0; i <= FP_WORDS; i++)
        c[i] = (mc_word)(difference[i] ^ ((difference[i] ^ c[i]) & keep));
    fp_wipe(difference, sizeof difference);
}

void FP(reduce_barrett)(mc_word *r, mc_word *c)
{
    mc_word q[FP_WORDS + 1], borrow = 0;
    column sum = {0};
    quotient_estimate(q, c);
    /* c - q p, in the n + 1 words that it has. */
    for (uint8_t k = 0; k <= FP_WORDS; k++) {
        for (uint8_t i = k < FP_WORDS ? 0 : 1; i <= k; i++)
            column_add(&sum, q[i], FP_MODULUS->n[k - i]);
        mc_dword t = (mc_dword)((mc_dword)c[k] - column_next(&sum) - borrow);
        c[k] = (mc_word)t;
        borrow = (mc_word)(t >> MC_WORD_BITS) & 1;
    }
    subtract_once(c);
    subtract_once(c);
    FP(copy)(r, c);
    fp_wipe(q, sizeof q);
}

#endif
