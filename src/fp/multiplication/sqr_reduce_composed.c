/*---
name: composed
family: fp-sqr-reduce
summary: unreduced square, then reduction, with the members that the build binds
source: -
domain: any a below p; with Montgomery's reduction a^2 / R mod p
constant_time: same-trace-and-addresses
uses: fp-sqr, fp-reduce
---*/
#include "fp/fp.h"

void FP(sqr_reduce_composed)(mc_word *r, const mc_word *a FP_M)
{
    mc_word c[2 * FP_WORDS];
    fp_sqr_unreduced(c, a);
    fp_reduce(r, c FP_PASS);
    fp_wipe(c, sizeof c);
}
