/*---
name: direct
family: fb-normal-mul
summary: products of words of b, rotated by d, and of the sum of the rotations of a that d asks for; every rotation is
  read from a table of the places within a word
source: Dahab, Hankerson, Hu, Long, Lopez and Menezes 2006, Section 3; Ning and Yin 2001
domain: any a, b
constant_time: same-trace-and-addresses
ram_table_bytes: 2 * (2 * n + 1) * 8 * W * W
requires: FB_HAS_NORMAL_BASIS && FB_NORMAL_TYPE % 2 == 0
---*/
#include "fb/normal_basis/normal.h"

#if FB_HAS_NORMAL_BASIS && FB_NORMAL_TYPE % 2 == 0

#define DIRECT_WORDS (2 * FB_WORDS + 1)
typedef mc_word normal_direct_table[MC_WORD_BITS][DIRECT_WORDS];

/* table[s] = the number a, twice in a row, without its s lowest bits. */
static void normal_direct_fill(normal_direct_table table, const mc_word *a)
{
    const uint8_t at = FB_M / MC_WORD_BITS, shift = FB_M % MC_WORD_BITS;
    for (uint8_t i = 0; i < DIRECT_WORDS; i++)
        table[0][i] = i < FB_WORDS ? a[i] : 0;
    for (uint8_t i = 0; i < FB_WORDS; i++) {
        table[0][at + i] ^= (mc_word)(a[i] << shift);
        table[0][at + i + 1] ^= a[i] >> (MC_WORD_BITS - shift);
    }
    for (uint8_t s = 1; s < MC_WORD_BITS; s++)
        for (uint8_t i = 0; i < DIRECT_WORDS; i++) {
            const mc_word above = i + 1 < DIRECT_WORDS ? table[s - 1][i + 1] : 0;
            table[s][i] = table[s - 1][i] >> 1 | (mc_word)(above << (MC_WORD_BITS - 1));
        }
}

/* Where a rotated to the left by w < 2 m places begins. It has more than m bits there. */
static inline const mc_word *normal_direct_rotated(const normal_direct_table table, unsigned w)
{
    const unsigned bit = w == 0 ? 0 : w <= FB_M ? FB_M - w : 2 * FB_M - w;
    return table[bit % MC_WORD_BITS] + bit / MC_WORD_BITS;
}

/* r += (b rotated by d) & (the sum of a rotated by w + up, for the `count` w). */
static inline void normal_direct_add(mc_word *r, const normal_direct_table a, const mc_word *b, const uint16_t *w,
                                     unsigned count, unsigned up)
{
    mc_word sum[FB_WORDS] = {0};
    for (unsigned n = 0; n < count; n++) {
        const mc_word *rotated = normal_direct_rotated(a, w[n] + up);
        for (uint8_t i = 0; i < FB_WORDS; i++)
            sum[i] ^= rotated[i];
    }
    for (uint8_t i = 0; i < FB_WORDS; i++)
        r[i] ^= sum[i] & b[i];
}

/* r = a b; r may alias a or b. An even type's basis is its own dual, so that beta^(2^w) is a term of beta beta^(2^d)
 * exactly if Tr(beta beta^(2^d) beta^(2^w)) = 1: the coefficient of beta in a b is the sum of b_d a_w over these. For
 * m - d they are those for d, plus m - d. */
void FB(normal_mul_direct)(mc_word *r, const mc_word *a, const mc_word *b)
{
    normal_direct_table x, y;
    normal_direct_fill(x, a);
    normal_direct_fill(y, b);
    const uint16_t *products = FB(normal_products), one[] = {1};
    for (uint8_t i = 0; i < FB_WORDS; i++)
        r[i] = 0;
    normal_direct_add(r, x, normal_direct_rotated(y, 0), one, 1, 0);
    for (unsigned d = 1; d <= FB_M / 2; d++) {
        const unsigned count = *products++;
        normal_direct_add(r, x, normal_direct_rotated(y, d), products, count, 0);
        if (2 * d != FB_M)
            normal_direct_add(r, x, normal_direct_rotated(y, FB_M - d), products, count, FB_M - d);
        products += count;
    }
    r[FB_WORDS - 1] &= EC_TOP_WORD_MASK;
}

#endif
