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
#include "fp/columns.h"

#ifndef FP_RUNTIME_MODULUS

#include MC_STRINGIFY(fp/data/MC_FIELD.h)

/* With b = 2^MC_WORD_BITS, n = FP_WORDS and k = the words of c above b^(n - 1): floor(k floor(b^2n / p) / b^(n + 1)) is
 * the quotient or up to two less, if p >= b^(n - 1). */
static const MC_FLASH mc_word reciprocal[FP_WORDS + 1] = FP_BARRETT;

/* The estimate of the quotient of c, n + 1 words. Columns below n - 1 are left out, which lessens it by at most one
 * more: they are below n b^n together, and what they carry into b^(n + 1) is less than 1 for n < b. */
static void estimate(mc_word *q, const mc_word *c)
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
    estimate(q, c);
    /* c - q p is below 4 p: its lowest n + 1 words say it all. */
    for (uint8_t k = 0; k <= FP_WORDS; k++) {
        for (uint8_t i = k < FP_WORDS ? 0 : 1; i <= k; i++)
            column_add(&sum, q[i], FP_MODULUS->n[k - i]);
        mc_dword t = (mc_dword)((mc_dword)c[k] - column_next(&sum) - borrow);
        c[k] = (mc_word)t;
        borrow = (mc_word)(t >> MC_WORD_BITS) & 1;
    }
    for (uint8_t i = 0; i < 3; i++)
        subtract_once(c);
    FP(copy)(r, c);
    fp_wipe(q, sizeof q);
}

#endif
