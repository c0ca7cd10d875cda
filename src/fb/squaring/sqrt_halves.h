/* Square roots by halves: with a = e(z)^2 + z o(z)^2, the even and the odd places, sqrt(a) = e + sqrt(z) o. */
#ifndef MC_FB_SQRT_HALVES_H
#define MC_FB_SQRT_HALVES_H

#include "fb/fb.h"

/* The bits of the even places, close together, by masks and shifts: the inverse of spreading them. */
static inline mc_word even_bits(mc_word x)
{
    x &= (mc_word)0x5555555555555555U;
    x = (x | x >> 1) & (mc_word)0x3333333333333333U;
    x = (x | x >> 2) & (mc_word)0x0f0f0f0f0f0f0f0fU;
#if MC_WORD_BITS > 8
    x = (x | x >> 4) & (mc_word)0x00ff00ff00ff00ffU;
#endif
#if MC_WORD_BITS > 16
    x = (x | x >> 8) & (mc_word)0x0000ffff0000ffffU;
#endif
#if MC_WORD_BITS > 32
    x = (x | x >> 16) & (mc_word)0x00000000ffffffffU;
#endif
    return x;
}

/* even = e and odd = o, of half the degree; both apart from a. */
static inline void sqrt_split(mc_word *even, mc_word *odd, const mc_word *a)
{
    for (uint8_t i = 0; i < FB_WORDS; i++)
        even[i] = odd[i] = 0;
    for (uint8_t i = 0; i < FB_WORDS; i++) {
        const uint8_t shift = i % 2 ? MC_WORD_BITS / 2 : 0;
        even[i / 2] |= (mc_word)(even_bits(a[i]) << shift);
        odd[i / 2] |= (mc_word)(even_bits(a[i] >> 1) << shift);
    }
}

#endif
