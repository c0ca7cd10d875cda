/*---
name: modular
family: fp-sub
summary: subtraction and an addition of the modulus by masks
source: hankerson2004 Algorithm 2.8
domain: any a, b below p
constant_time: same-trace-and-addresses
---*/
#include "fp/fp.h"

void FP(sub_modular)(mc_word *r, const mc_word *a, const mc_word *b FP_M)
{
    mc_word borrow = 0;
    FP_UNROLL
    for (uint8_t i = 0; i < FP_WORDS; i++) {
        mc_dword difference = (mc_dword)((mc_dword)a[i] - b[i] - borrow);
        r[i] = (mc_word)difference;
        borrow = (mc_word)(difference >> MC_WORD_BITS) & 1;
    }
    mc_word add_back = mc_word_mask_nonzero(borrow), carry = 0;
    FP_UNROLL
    for (uint8_t i = 0; i < FP_WORDS; i++) {
        mc_dword sum = (mc_dword)((mc_dword)r[i] + (mc_word)(FP_MODULUS->n[i] & add_back) + carry);
        r[i] = (mc_word)sum;
        carry = (mc_word)(sum >> MC_WORD_BITS);
    }
}
