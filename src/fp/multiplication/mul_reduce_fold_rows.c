/*---
name: fold-rows
family: fp-mul-reduce
summary: product by one loop over words, called for its rows, for the one that folds its upper half, and for the bits
  above the prime
source: Crandall; hac Algorithm 14.47
domain: any a, b below p = 2^FP_BITS - c; a b mod p
constant_time: same-trace-and-addresses
form: plain
requires: FP_HAS_SMALL_FOLD
---*/
#include "fp/multiplication/add_rows.h"
#ifndef FP_ROWS_AT_ONCE
#include "fp/multiplication/add_row.h"
#endif

#if FP_HAS_SMALL_FOLD

#define BITS_ABOVE (FP_WORDS * MC_WORD_BITS - FP_BITS)

/* t += a b for t whose upper half has no value yet; low += high c, and the word above it. */
#ifdef FP_ROWS_AT_ONCE
MC_INLINE void multiply(mc_word *t, const mc_word *a, const mc_word *b)
{
    for (uint8_t i = 0; i < FP_WORDS; i = (uint8_t)(i + FP_ROWS_AT_ONCE))
        add_rows(t + i, a, b + i);
}

MC_INLINE mc_word fold(mc_word *low, mc_word *high, mc_word c)
{
    const mc_word factor[FP_ROWS_AT_ONCE] = {c};
    add_rows(low, high, factor);
    return high[0];
}
#else
MC_INLINE void multiply(mc_word *t, const mc_word *a, const mc_word *b)
{
    for (uint8_t i = 0; i < FP_WORDS; i++)
        t[FP_WORDS + i] = add_row(t + i, t + i, a, b[i]);
}

MC_INLINE mc_word fold(mc_word *low, const mc_word *high, mc_word c)
{
    return add_row(low, low, high, c);
}
#endif

/* The first fold leaves a word of at most c 2^BITS_ABOVE above the number. With the bits from FP_BITS on it is below
 * 2 c 4^BITS_ABOVE, a word, and counts c times: the sum is below 2 p. c is below 32. */
void FP(mul_reduce_fold_rows)(mc_word *r, const mc_word *a, const mc_word *b)
{
    mc_word t[2 * FP_WORDS];
    mc_word *const low = t, *const high = t + FP_WORDS;
    for (uint8_t i = 0; i < FP_WORDS; i++)
        low[i] = 0;
    multiply(t, a, b);
    const mc_word above = fold(low, high, (mc_word)((mc_word)FP_PSEUDO_MERSENNE_C << BITS_ABOVE));
    const mc_word bits = (mc_word)(above << BITS_ABOVE | low[FP_WORDS - 1] >> (MC_WORD_BITS - BITS_ABOVE));
    FP(set_small)(high, (mc_word)(bits * FP_PSEUDO_MERSENNE_C));
#if MC_WORD_BITS == 8 /* elsewhere the product is a word */
    high[1] = (mc_word)(bits * FP_PSEUDO_MERSENNE_C >> 8);
#endif
    low[FP_WORDS - 1] &= EC_TOP_WORD_MASK;
    FP(sum)(low, low, high, FP_SUM_PLUS);
    fp_reduce_once(r, low, 0);
    fp_wipe(t, (FP_WORDS + 2) * sizeof *t); /* above is 0 */
}

#endif
