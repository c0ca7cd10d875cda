/*---
name: fermat-ones
family: fp-inv
summary: a^(p-2) by products where all bits of p - 2 above the lowest byte are 1: no exponent in memory
source: Fermat's little theorem
domain: any a below p = 2^FP_BITS - c with c < 32, in the form of the field; the inverse of 0 is 0
constant_time: same-trace-and-addresses
requires: FP_HAS_SMALL_FOLD
uses: fp-mul-reduce
---*/
#include "fp/fp.h"

#if FP_HAS_SMALL_FOLD

void FP(inv_fermat_ones)(mc_word *r, const mc_word *a)
{
    FP(power_of_ones)(r, a, FP_BITS, FP_EXPONENT_OF_INVERSE);
}

#endif
