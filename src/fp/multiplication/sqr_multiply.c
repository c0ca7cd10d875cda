/*---
name: multiply
family: fp-sqr
summary: the bound unreduced multiplication of a number with itself
source: -
domain: any a of FP_WORDS words
constant_time: same-trace-and-addresses
uses: fp-mul
---*/
#include "fp/fp.h"

void FP(sqr_multiply)(mc_word *c, const mc_word *a)
{
    fp_mul_unreduced(c, a, a);
}
