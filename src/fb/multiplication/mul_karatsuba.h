/* One level of Karatsuba's method (aranha2008 Algorithm 2), for any number of words, odd ones included. */
#ifndef MC_FB_MUL_KARATSUBA_H
#define MC_FB_MUL_KARATSUBA_H

#include "fb/fb.h"

#if FB_M > MC_WORD_BITS /* else there are no halves */

/* Words of the low half; the high half has as many, or one less, and is then padded with a zero word. */
#define HALF ((FB_WORDS + 1) / 2)
#define HIGH (FB_WORDS - HALF)

/* c = a b, of 2 HALF words; a and b of HALF words; c apart from both. */
typedef void karatsuba_multiply_half(mc_word *c, const mc_word *a, const mc_word *b);

/* high = the high half of a, sum = the sum of both halves. */
MC_NOINLINE void karatsuba_split(mc_word *high, mc_word *sum, const mc_word *a)
{
    for (uint8_t j = 0; j < HALF; j++) {
        high[j] = j < HIGH ? a[HALF + j] : 0;
        sum[j] = a[j] ^ high[j];
    }
}

/* c = a b, unreduced; c apart from a and b. */
MC_INLINE void karatsuba_multiply(mc_word *c, const mc_word *a, const mc_word *b,
                                  karatsuba_multiply_half *multiply_half)
{
    mc_word a_high[HALF], b_high[HALF], a_sum[HALF], b_sum[HALF];
    mc_word high[2 * HALF], middle[2 * HALF];
    karatsuba_split(a_high, a_sum, a);
    karatsuba_split(b_high, b_sum, b);
    multiply_half(c, a, b);
    multiply_half(high, a_high, b_high);
    multiply_half(middle, a_sum, b_sum);
    for (uint8_t j = 0; j < 2 * HALF; j++)
        middle[j] ^= c[j] ^ high[j];
    for (uint8_t j = 0; j < 2 * HIGH; j++)
        c[2 * HALF + j] = high[j];
    for (uint8_t j = 0; j < 2 * HALF; j++)
        c[HALF + j] ^= middle[j];
}

#endif
#endif
