/*---
name: comb-left-to-right
family: fb-mul
summary: comb from the top place of a word down, shifting the product
source: hankerson2004 Algorithm 2.35
domain: any a, b
constant_time: same-trace-and-addresses
---*/
#include "fb/fb.h"

/* c = a b, unreduced; c apart from a and b. */
void FB(mul_comb_left_to_right)(mc_word *c, const mc_word *a, const mc_word *b)
{
    for (uint8_t j = 0; j < 2 * FB_WORDS; j++)
        c[j] = 0;
    for (uint8_t bit = MC_WORD_BITS; bit--;) {
        mc_word carry = 0;
        for (uint8_t j = 0; j < 2 * FB_WORDS; j++) {
            mc_word word = c[j];
            c[j] = (mc_word)(word << 1) | carry;
            carry = word >> (MC_WORD_BITS - 1);
        }
        for (uint8_t k = 0; k < FB_WORDS; k++) {
            mc_word mask = mc_word_barrier((mc_word)(0 - (a[k] >> bit & 1)));
            for (uint8_t j = 0; j < FB_WORDS; j++)
                c[k + j] ^= b[j] & mask;
        }
    }
}
