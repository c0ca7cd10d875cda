/*---
name: modular
family: fp-add
summary: addition and a subtraction of the modulus by masks
source: hankerson2004 Algorithm 2.7
domain: any a, b below p
constant_time: same-trace-and-addresses
---*/
#include "fp/fp.h"

void FP(add_modular)(mc_word *r, const mc_word *a, const mc_word *b FP_M)
{
    mc_word carry = 0;
    FP_UNROLL
    for (uint8_t i = 0; i < FP_WORDS; i++) {
        mc_dword sum = (mc_dword)((mc_dword)a[i] + b[i] + carry);
        r[i] = (mc_word)sum;
        carry = (mc_word)(sum >> MC_WORD_BITS);
    }
    fp_reduce_once(r, r, carry FP_PASS);
}
