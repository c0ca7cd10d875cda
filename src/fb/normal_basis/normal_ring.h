/* Multiplication in normal basis through the ring F_2[x] / (x^p - 1), where x stands for gamma: an element becomes the
 * polynomial with the coefficient of beta^(2^F(k)) at x^k, and products are those of polynomials (Dahab, Hankerson, Hu,
 * Long, Lopez and Menezes 2006, Section 4).
 *
 * For even T the coefficients of x^k and x^-k are equal: with h = (p - 1) / 2 and A the part of x^1 ... x^h, a is
 * A(x) + A(1/x), and a b = A(x) b + A(1/x) b. The second term is the first read backwards. So half of a is
 * multiplied by x^h b, 2 h + 1 bits, and the rest is a sum of three coefficients for each that is wanted. */
#ifndef MC_FB_NORMAL_RING_H
#define MC_FB_NORMAL_RING_H

#include "fb/normal_basis/normal.h"

#if FB_HAS_NORMAL_BASIS

#if FB_NORMAL_TYPE % 2
#define RING_CENTRE 0
#else
#define RING_CENTRE (FB_NORMAL_P / 2)
#endif
#define RING_FULL_BITS     (RING_CENTRE + FB_NORMAL_CLASSES)
#define RING_WORDS         MC_WORDS(FB_NORMAL_CLASSES)
#define RING_FULL_WORDS    MC_WORDS(RING_FULL_BITS)
#define RING_PRODUCT_WORDS (RING_WORDS + RING_FULL_WORDS)

/* r, of `bits` bits: bit e is the coefficient of beta^(2^F(e - centre)), 0 in the centre. */
static inline void normal_ring_expand(mc_word *r, const uint8_t *coefficients, unsigned bits, unsigned centre)
{
    for (unsigned low = 0; low < bits; low += MC_WORD_BITS) {
        unsigned e = low + MC_WORD_BITS < bits ? low + MC_WORD_BITS : bits;
        mc_word word = 0;
        while (e-- > low)
            word = (mc_word)(2 * word + coefficients[FB(normal_classes)[e < centre ? centre - e : e - centre]]);
        r[low / MC_WORD_BITS] = word;
    }
    r[centre / MC_WORD_BITS] &= (mc_word) ~((mc_word)1 << centre % MC_WORD_BITS);
}

/* The factors: of the first the part that is multiplied, all of the second, times x^RING_CENTRE. */
static inline void normal_ring_factors(mc_word half[RING_WORDS], mc_word full[RING_FULL_WORDS], const mc_word *a,
                                       const mc_word *b)
{
    uint8_t coefficients[FB_M];
    FB(normal_coefficients)(coefficients, a);
    normal_ring_expand(half, coefficients, FB_NORMAL_CLASSES, 0);
    FB(normal_coefficients)(coefficients, b);
    normal_ring_expand(full, coefficients, RING_FULL_BITS, RING_CENTRE);
    mc_wipe(coefficients, sizeof coefficients);
}

static inline mc_word normal_ring_bit(const mc_word *product, unsigned e)
{
    return product[e / MC_WORD_BITS] >> e % MC_WORD_BITS & 1;
}

/* Coefficient of x^k, 0 < k < p, in the product modulo x^p - 1. For odd T the one of x^0 is added, as 1 is the sum of
 * all x^k; for even T it is 0, and k and p - k are the same. */
static inline mc_word normal_ring_coefficient(const mc_word *product, unsigned k)
{
#if FB_NORMAL_TYPE % 2
    return normal_ring_bit(product, k) ^ normal_ring_bit(product, FB_NORMAL_P + k) ^ normal_ring_bit(product, 0) ^
           normal_ring_bit(product, FB_NORMAL_P);
#else
    if (k > RING_CENTRE)
        k = FB_NORMAL_P - k;
    return normal_ring_bit(product, RING_CENTRE + k) ^ normal_ring_bit(product, RING_CENTRE - k) ^
           normal_ring_bit(product, RING_CENTRE + FB_NORMAL_P - k);
#endif
}

/* r = the product of the factors as an element: the coefficient of beta^(2^i) is the one of x^(2^i). */
static inline void normal_ring_collect(mc_word *r, const mc_word product[RING_PRODUCT_WORDS])
{
    unsigned k = 1, bit = FB_M;
    for (unsigned i = FB_WORDS; i--;) {
        mc_word word = 0;
        for (; bit > i * MC_WORD_BITS; bit--) {
            word = (mc_word)(2 * word + normal_ring_coefficient(product, k));
            k = 2 * k < FB_NORMAL_P ? 2 * k : 2 * k - FB_NORMAL_P;
        }
        r[i] = word;
    }
}

#endif
#endif
