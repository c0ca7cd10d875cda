/*---
name: bits
family: fb-mul-montgomery
summary: Montgomery multiplication bit by bit: a multiple of f clears the lowest bit of the sum, which is shifted down
source: Koc and Acar 1998, bit-level
domain: any a, b
constant_time: same-trace-and-addresses
---*/
#include "fb/fb.h"

/* r = a b / z^(n W) mod f, n words of W bits; r may alias a or b. The degree of the sum stays below m: f, added where
 * its lowest bit is 1, brings z^m, which is shifted down at once. */
void FB(mul_montgomery_bits)(mc_word *r, const mc_word *a, const mc_word *b)
{
    mc_word sum[FB_WORDS] = {0};
    for (unsigned e = 0; e < FB_WORDS * MC_WORD_BITS; e++) {
        FB(add_masked)(sum, b, FB(mask_bit)(a, e));
        const mc_word is_odd = mc_word_barrier((mc_word)(0 - (sum[0] & 1)));
#define ADD_TERM(k) sum[(k) / MC_WORD_BITS] ^= is_odd & (mc_word)((mc_word)1 << (k) % MC_WORD_BITS);
        FB_TERMS(ADD_TERM)
        for (uint8_t j = 0; j < FB_WORDS; j++)
            sum[j] = (sum[j] >> 1) | (j + 1 < FB_WORDS ? (mc_word)(sum[j + 1] << (MC_WORD_BITS - 1)) : 0);
        ADD_TERM(FB_M - 1)
#undef ADD_TERM
    }
    FB(copy)(r, sum);
}
