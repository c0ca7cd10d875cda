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

/* With w = u v^7 and c = (2 w)^((p - 5) / 8), v^4 c is (2 u/v)^((p - 5) / 8): v^((p - 1) / 8) is 7 (p - 5) / 8 + 4 less
 * than p - 1. So i = 2 w c^2 is a root of -1 if u/v is a square, and (u v^3 c (i - 1))^2 = u/v. */
mc_word FP(sqrt_ratio_ones)(mc_word *r, const mc_word *u, const mc_word *v)
{
    mc_word x[FP_WORDS], c[FP_WORDS], i[FP_WORDS];
    fp_mul(c, v, v);
    fp_mul(c, c, v);
    fp_mul(x, u, c); /* u v^3 */
    fp_mul(i, c, v);
    fp_mul(i, i, x);
    fp_add(i, i, i); /* 2 w */
    FP(power_of_ones)(c, i, FP_BITS - 3, (uint8_t)(0 - (FP_PSEUDO_MERSENNE_C + 5) / 8));
    fp_mul(i, i, c);
    fp_mul(i, i, c);
    fp_mul(c, c, x);
    fp_mul(i, i, c);
    fp_sub(x, i, c);
    fp_mul(i, x, x);
    fp_mul(i, i, v);
    const mc_word is_square = FP(mask_equal)(i, u);
    FP(copy)(r, x);
    mc_wipe(x, sizeof x);
    mc_wipe(c, sizeof c);
    mc_wipe(i, sizeof i);
    return is_square;
}

mc_word FP(sqrt_ones)(mc_word *r, const mc_word *a)
{
    mc_word one[FP_WORDS];
    FP(set_small)(one, 1);
    return FP(sqrt_ratio_ones)(r, a, one);
}

#endif
