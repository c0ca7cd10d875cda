/*---
name: multiply
family: fp-sqr-reduce
summary: the bound multiplication of an element with itself
source: -
domain: any a below p
constant_time: same-trace-and-addresses
uses: fp-mul-reduce
---*/
#include "fp/fp.h"

void FP(sqr_reduce_multiply)(mc_word *r, const mc_word *a FP_M)
{
    fp_mul(r, a, a FP_PASS);
}
