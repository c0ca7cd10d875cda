/*---
name: comb-right-to-left
family: fb-mul
summary: comb: for each place in a word, the shifted b is added wherever a has that bit
source: hankerson2004 Algorithm 2.34
domain: any a, b
constant_time: same-trace-and-addresses
---*/
#include "fb/fb.h"

/* c = a b, unreduced; c apart from a and b. */
void FB(mul_comb_right_to_left)(mc_word *c, const mc_word *a, const mc_word *b)
{
    mc_word shifted[FB_WORDS + 1] = {0};
    FB(copy)(shifted, b);
    for (uint8_t j = 0; j < 2 * FB_WORDS; j++)
        c[j] = 0;
    for (uint8_t bit = 0; bit < MC_WORD_BITS; bit++) {
        for (uint8_t k = 0; k < FB_WORDS; k++) {
            mc_word mask = mc_word_barrier((mc_word)(0 - (a[k] >> bit & 1)));
            for (uint8_t j = 0; j <= FB_WORDS; j++)
                c[k + j] ^= shifted[j] & mask;
        }
        mc_word carry = 0;
        for (uint8_t j = 0; j <= FB_WORDS; j++) {
            mc_word word = shifted[j];
            shifted[j] = (mc_word)(word << 1) | carry;
            carry = word >> (MC_WORD_BITS - 1);
        }
    }
}
