/*---
name: complement
family: fp-sub
summary: a + (p - b), by one loop and the addition `modular`
source: hankerson2004 Algorithm 2.7
domain: any a, b below p
constant_time: same-trace-and-addresses
---*/
#include "fp/fp.h"

/* p - b is p for b = 0, and a + p, below 2 p, is reduced by that addition, too. */
void FP(sub_complement)(mc_word *r, const mc_word *a, const mc_word *b FP_M)
{
    mc_word complement[FP_WORDS], borrow = 0;
    for (uint8_t i = 0; i < FP_WORDS; i++) {
        const mc_dword difference = (mc_dword)((mc_dword)FP_MODULUS->n[i] - b[i] - borrow);
        complement[i] = (mc_word)difference;
        borrow = (mc_word)(difference >> MC_WORD_BITS) & 1;
    }
    FP(add_modular)(r, a, complement FP_PASS);
    fp_wipe(complement, sizeof complement);
}
