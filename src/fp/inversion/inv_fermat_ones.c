/*---
name: fermat-ones
family: fp-inv
summary: a^(p-2) by products where all bits of p - 2 above the lowest byte are 1: no exponent in memory
source: Fermat's little theorem
domain: any a below p = 2^FP_BITS - c with c < 254, in the form of the field; the inverse of 0 is 0
constant_time: same-trace-and-addresses
requires: FP_HAS_SMALL_FOLD
uses: fp-mul-reduce
---*/
/* The exponent is public, so the sequence of products is the same for every a. */
#include "fp/fp.h"

#if FP_HAS_SMALL_FOLD

void FP(inv_fermat_ones)(mc_word *r, const mc_word *a)
{
    mc_word base[FP_WORDS];
    FP(copy)(base, a);
    FP(copy)(r, base);
    for (uint16_t i = FP_BITS - 1; i-- > 0;) {
        fp_mul(r, r, r);
        if (i >= 8 || (uint8_t)(0 - FP_PSEUDO_MERSENNE_C - 2) >> i & 1)
            fp_mul(r, r, base);
    }
    mc_wipe(base, sizeof base);
}

#endif
