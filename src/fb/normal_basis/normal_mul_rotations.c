/*---
name: rotations
family: fb-normal-mul
summary: for each distance d of two coefficients all their products at once, by words, then the rotations of these that
  beta beta^(2^d) asks for, sorted by their place within a word
source: Reyhani-Masoleh and Hasan 2003, Algorithm 2; Ning and Yin 2001, for shifts made once
domain: any a, b
constant_time: same-trace-and-addresses
ram_table_bytes: 2 * n * 8 * W * W
requires: FB_HAS_NORMAL_BASIS
---*/
#include "fb/normal_basis/normal.h"

#if FB_HAS_NORMAL_BASIS

/* Words of a sum of elements that are shifted to the left by less than m places. No m is a multiple of eight, as no
 * field of such a degree has a Gaussian normal basis: 2 m bits fit, and one bit less is there. */
#define ROTATIONS_WORDS (2 * FB_WORDS)

/* r = a rotated to the left by one place; r may be a. */
static void normal_rotations_left(mc_word *r, const mc_word *a)
{
    mc_word carry = a[FB_WORDS - 1] >> (FB_M - 1) % MC_WORD_BITS;
    for (uint8_t i = 0; i < FB_WORDS; i++) {
        const mc_word word = a[i];
        r[i] = (mc_word)(word << 1) | carry;
        carry = word >> (MC_WORD_BITS - 1);
    }
    r[FB_WORDS - 1] &= EC_TOP_WORD_MASK;
}

/* sum[s] += z, shifted to the left by so many whole words and s bits, for a rotation to the right by w < m. */
static inline void normal_rotations_add(mc_word (*sum)[ROTATIONS_WORDS], const mc_word *z, unsigned w)
{
    const unsigned left = w ? FB_M - w : 0;
    mc_word *to = sum[left % MC_WORD_BITS] + left / MC_WORD_BITS;
    for (uint8_t i = 0; i < FB_WORDS; i++)
        to[i] ^= z[i];
}

/* r = the sum of sum[s] z^s modulo z^m - 1. */
static void normal_rotations_close(mc_word *r, mc_word (*sum)[ROTATIONS_WORDS])
{
    mc_word *total = sum[MC_WORD_BITS - 1];
    for (uint8_t s = MC_WORD_BITS - 1; s--;) {
        mc_word carry = 0;
        for (uint8_t i = 0; i < ROTATIONS_WORDS; i++) {
            const mc_word word = total[i];
            total[i] = ((mc_word)(word << 1) | carry) ^ sum[s][i];
            carry = word >> (MC_WORD_BITS - 1);
        }
    }
    const uint8_t at = FB_M / MC_WORD_BITS, shift = FB_M % MC_WORD_BITS;
    for (uint8_t i = 0; i < FB_WORDS; i++)
        r[i] = total[i] ^ (mc_word)(total[at + i] >> shift) ^ (mc_word)(total[at + i + 1] << (MC_WORD_BITS - shift));
    r[FB_WORDS - 1] &= EC_TOP_WORD_MASK;
}

/* r = a b; r may alias a or b. With z_j = a_j b_(j+d) + a_(j+d) b_j, all z_j (beta beta^(2^d))^(2^j) are the rotations
 * of z to the right by the w of beta beta^(2^d). Of d = m/2, m even, each pair of coefficients is there twice. */
void FB(normal_mul_rotations)(mc_word *r, const mc_word *a, const mc_word *b)
{
    mc_word sum[MC_WORD_BITS][ROTATIONS_WORDS] = {{0}}, x[FB_WORDS], y[FB_WORDS], z[FB_WORDS];
    const uint16_t *products = FB(normal_products);
    for (uint8_t i = 0; i < FB_WORDS; i++) {
        x[i] = a[i];
        y[i] = b[i];
        z[i] = a[i] & b[i];
    }
    normal_rotations_add(sum, z, 1);
    for (unsigned d = 1; d <= FB_M / 2; d++) {
        normal_rotations_left(x, x);
        normal_rotations_left(y, y);
        const mc_word both = (mc_word)(0 - (mc_word)(2 * d != FB_M));
        for (uint8_t i = 0; i < FB_WORDS; i++)
            z[i] = (a[i] & y[i]) ^ (x[i] & b[i] & both);
        for (unsigned count = *products++; count; count--)
            normal_rotations_add(sum, z, *products++);
    }
    normal_rotations_close(r, sum);
}

#endif
