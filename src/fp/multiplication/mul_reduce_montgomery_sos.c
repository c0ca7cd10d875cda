/*---
name: montgomery-sos
family: fp-mul-reduce
summary: Montgomery multiplication, separated operand scanning: the bound product, then reduction by words
source: Koc, Acar and Kaliski, Analyzing and Comparing Montgomery Multiplication Algorithms, 1996
domain: any a, b below p; a b / R mod p
constant_time: same-trace-and-addresses
form: montgomery
uses: fp-mul
---*/
#include "fp/fp.h"

void FP(mul_reduce_montgomery_sos)(mc_word *r, const mc_word *a, const mc_word *b FP_M)
{
    mc_word c[2 * FP_WORDS];
    fp_mul_unreduced(c, a, b);
    FP(reduce_montgomery)(r, c FP_PASS);
    fp_wipe(c, sizeof c);
}
