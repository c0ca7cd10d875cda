/* The product of two words as polynomials over F_2, by the processor's integer multiplication, on bits so far apart
 * that no carry meets the next (Pornin, Constant-Time Mul and BearSSL's notes on GHASH). Constant time where that is.
 */
#ifndef MC_FB_WORD_PRODUCT_H
#define MC_FB_WORD_PRODUCT_H

#include "fb/fb.h"

/* Bits between those that are multiplied at a time. A place of the product counts at most MC_WORD_BITS /
 * WORD_PRODUCT_STRIDE, rounded up, ones, fewer than 2^WORD_PRODUCT_STRIDE, so the count stays below the next place; its
 * lowest bit is the coefficient over F_2. */
#if MC_WORD_BITS == 64
#define WORD_PRODUCT_STRIDE 5
#elif MC_WORD_BITS == 32
#define WORD_PRODUCT_STRIDE 4
#else
#define WORD_PRODUCT_STRIDE 3
#endif

/* Every WORD_PRODUCT_STRIDE-th bit, from bit 0 on. */
static inline mc_dword word_product_comb(void)
{
    mc_dword bits = 1;
    for (uint8_t i = WORD_PRODUCT_STRIDE; i < 2 * MC_WORD_BITS; i *= 2)
        bits |= bits << i;
    return bits;
}

/* a b over F_2[z]. */
static inline mc_dword word_product(mc_word a, mc_word b)
{
    mc_word parts[WORD_PRODUCT_STRIDE];
    mc_dword product = 0;
    for (uint8_t j = 0; j < WORD_PRODUCT_STRIDE; j++)
        parts[j] = b & (mc_word)(word_product_comb() << j);
    for (uint8_t k = 0; k < WORD_PRODUCT_STRIDE; k++) {
        mc_dword sum = 0;
        for (uint8_t i = 0; i < WORD_PRODUCT_STRIDE; i++)
            sum ^= mc_product(a & (mc_word)(word_product_comb() << i),
                              parts[(k + WORD_PRODUCT_STRIDE - i) % WORD_PRODUCT_STRIDE]);
        product |= sum & (mc_dword)(word_product_comb() << k);
    }
    return product;
}

#endif
