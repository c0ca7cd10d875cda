/*---
name: integer-products
family: fb-mul
summary: products of words by the processor's integer multiplication, on bits so far apart that no carry meets the next
source: Pornin, Constant-Time Mul and BearSSL's notes on GHASH; schoolbook over words
domain: any a, b; constant time where the processor's multiplication is
constant_time: same-trace-and-addresses
---*/
#include "fb/fb.h"

/* Bits between those that are multiplied at a time. A place of the product counts at most MC_WORD_BITS / STRIDE,
 * rounded up, ones, fewer than 2^STRIDE, so the count stays below the next place; its lowest bit is the coefficient
 * over F_2. */
#if MC_WORD_BITS == 64
#define STRIDE 5
#elif MC_WORD_BITS == 32
#define STRIDE 4
#else
#define STRIDE 3
#endif

/* Every STRIDE-th bit, from bit 0 on. */
static inline mc_dword comb(void)
{
    mc_dword bits = 1;
    for (uint8_t i = STRIDE; i < 2 * MC_WORD_BITS; i *= 2)
        bits |= bits << i;
    return bits;
}

/* a b over F_2[z]. */
static inline mc_dword multiply(mc_word a, mc_word b)
{
    mc_word parts[STRIDE];
    mc_dword product = 0;
    for (uint8_t j = 0; j < STRIDE; j++)
        parts[j] = b & (mc_word)(comb() << j);
    for (uint8_t k = 0; k < STRIDE; k++) {
        mc_dword sum = 0;
        for (uint8_t i = 0; i < STRIDE; i++)
            sum ^= (mc_dword)(a & (mc_word)(comb() << i)) * parts[(k + STRIDE - i) % STRIDE];
        product |= sum & (mc_dword)(comb() << k);
    }
    return product;
}

/* c = a b, unreduced; c apart from a and b. */
void FB(mul_integer_products)(mc_word *c, const mc_word *a, const mc_word *b)
{
    for (uint8_t i = 0; i < 2 * FB_WORDS; i++)
        c[i] = 0;
    for (uint8_t i = 0; i < FB_WORDS; i++) {
        for (uint8_t j = 0; j < FB_WORDS; j++) {
            const mc_dword product = multiply(a[i], b[j]);
            c[i + j] ^= (mc_word)product;
            c[i + j + 1] ^= (mc_word)(product >> MC_WORD_BITS);
        }
    }
}
