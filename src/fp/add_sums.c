/*---
name: sums
family: fp-add
summary: a + b, then a difference and a sum with the modulus by a mask; one loop for the three
source: hankerson2004 Algorithm 2.7
domain: any a, b below p
constant_time: same-trace-and-addresses
---*/
#include "fp/fp.h"

void FP(add_sums)(mc_word *r, const mc_word *a, const mc_word *b FP_M)
{
    const mc_word carry = FP(sum)(r, a, b, FP_SUM_PLUS);
    FP(reduce_once)(r, r, carry FP_PASS);
}
