/*---
name: sums
family: fp-sub
summary: a - b, then a sum with the modulus by a mask; one loop for both
source: hankerson2004 Algorithm 2.8
domain: any a, b below p
constant_time: same-trace-and-addresses
---*/
#include "fp/fp.h"

void FP(sub_sums)(mc_word *r, const mc_word *a, const mc_word *b FP_M)
{
    const mc_word no_borrow = FP(sum)(r, a, b, FP_SUM_MINUS);
    FP_SUM_WITH_MODULUS(r, r, mc_word_barrier(no_borrow ^ 1));
}
