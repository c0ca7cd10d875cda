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
#include "fp/multiplication/add_row.h"

#if FP_HAS_SMALL_FOLD

#define BITS_ABOVE (FP_WORDS * MC_WORD_BITS - FP_BITS)

/* The first fold leaves a word of at most c 2^BITS_ABOVE above the number. With the bits from FP_BITS on it is below
 * 2 c 4^BITS_ABOVE, a word, and counts c times: the sum is below 2 p. */
void FP(mul_reduce_fold_rows)(mc_word *r, const mc_word *a, const mc_word *b)
{
    mc_word t[2 * FP_WORDS];
    mc_word *const low = t, *const high = t + FP_WORDS;
    for (uint8_t i = 0; i < FP_WORDS; i++)
        low[i] = 0;
    for (uint8_t i = 0; i < FP_WORDS; i++)
        high[i] = add_row(t + i, t + i, a, b[i]);
    const mc_word above = add_row(low, low, high, (mc_word)((mc_word)FP_PSEUDO_MERSENNE_C << BITS_ABOVE));
    FP(set_small)(high, (mc_word)(above << BITS_ABOVE | low[FP_WORDS - 1] >> (MC_WORD_BITS - BITS_ABOVE)));
    low[FP_WORDS - 1] &= EC_TOP_WORD_MASK;
    add_row(low, low, high, FP_PSEUDO_MERSENNE_C);
    fp_reduce_once(r, low, 0);
    fp_wipe(t, sizeof t);
}

#endif
