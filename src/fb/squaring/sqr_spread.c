/*---
name: spread
family: fb-sqr
summary: squaring by spreading the bits of each half word with shifts and masks, no table
source: Warren, Hacker's Delight, 2nd edition, Section 7-2 (outer perfect shuffle with zeros)
domain: any a
constant_time: same-trace-and-addresses
---*/
#include "fb/fb.h"

/* A word: every second group of so many bits is ones, from the lowest group on. */
#define GROUPS(bits) ((mc_word)((mc_word) ~(mc_word)0 / (((mc_word)1 << (bits)) + 1)))

/* The square of the lower half of a word: bit i goes to 2 i. */
static inline mc_word spread(mc_word half)
{
    for (uint8_t bits = MC_WORD_BITS / 4; bits; bits /= 2)
        half = (mc_word)((half | half << bits) & GROUPS(bits));
    return half;
}

/* c = a^2, unreduced; c apart from a. */
void FB(sqr_spread)(mc_word *c, const mc_word *a)
{
    for (uint8_t i = 0; i < FB_WORDS; i++) {
        c[2 * i] = spread((mc_word)(a[i] & (((mc_word)1 << MC_WORD_BITS / 2) - 1)));
        c[2 * i + 1] = spread(a[i] >> MC_WORD_BITS / 2);
    }
}
