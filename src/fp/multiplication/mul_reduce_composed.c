/*---
name: composed
family: fp-mul-reduce
summary: unreduced product, then reduction, with the members that the build binds
source: -
domain: any a, b below p; with Montgomery's reduction a b / R mod p
constant_time: same-trace-and-addresses
uses: fp-mul, fp-reduce
---*/
#include "fp/fp.h"

void FP(mul_reduce_composed)(mc_word *r, const mc_word *a, const mc_word *b FP_M)
{
    mc_word c[2 * FP_WORDS];
    fp_mul_unreduced(c, a, b);
    fp_reduce(r, c FP_PASS);
    fp_wipe(c, sizeof c);
}
