/*---
name: ones
family: fp-sqrt
summary: a power of a where p = 2^FP_BITS - c is 5 mod 8, by products, as all bits of the exponent above the lowest byte
  are 1
source: Atkin 1992
domain: any a below p; the result is ~0 if a is a square, then r^2 = a
constant_time: same-trace-and-addresses
requires: FP_HAS_SMALL_FOLD && FP_PSEUDO_MERSENNE_C % 8 == 3
uses: fp-mul-reduce
---*/
#include "fp/fp.h"

#if FP_HAS_SMALL_FOLD && FP_PSEUDO_MERSENNE_C % 8 == 3

/* With b = (2 a)^((p - 5) / 8), i = 2 a b^2 is a root of -1 if a is a square, and (a b (i - 1))^2 = a. */
mc_word FP(sqrt_ones)(mc_word *r, const mc_word *a)
{
    mc_word b[FP_WORDS], i[FP_WORDS];
    fp_add(i, a, a);
    FP(power_of_ones)(b, i, FP_BITS - 3, (uint8_t)(0 - (FP_PSEUDO_MERSENNE_C + 5) / 8));
    fp_mul(i, i, b);
    fp_mul(i, i, b);
    fp_mul(b, b, a);
    fp_mul(i, i, b);
    fp_sub(b, i, b);
    fp_mul(i, b, b);
    const mc_word is_square = FP(mask_equal)(i, a);
    FP(copy)(r, b);
    mc_wipe(b, sizeof b);
    mc_wipe(i, sizeof i);
    return is_square;
}

#endif
