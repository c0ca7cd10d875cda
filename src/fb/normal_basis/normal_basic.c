#include "fb/normal_basis/normal.h"

#if FB_HAS_NORMAL_BASIS

/* The word of the number a that begins at a bit, which may lie outside of it on either side. */
static mc_word normal_word_at(const mc_word *a, int bit)
{
    if (bit < 0)
        return bit <= -MC_WORD_BITS ? 0 : (mc_word)(a[0] << -bit);
    const int i = bit / MC_WORD_BITS, shift = bit % MC_WORD_BITS;
    mc_word word = i < FB_WORDS ? a[i] >> shift : 0;
    if (shift && i + 1 < FB_WORDS)
        word |= (mc_word)(a[i + 1] << (MC_WORD_BITS - shift));
    return word;
}

/* r = a rotated to the right, by less than m places. */
void FB(normal_sqr_times)(mc_word *r, const mc_word *a, unsigned count)
{
    mc_word rotated[FB_WORDS];
    for (int i = 0; i < FB_WORDS; i++) {
        const int bit = i * MC_WORD_BITS + (int)count;
        rotated[i] = normal_word_at(a, bit);
        if (count)
            rotated[i] |= normal_word_at(a, bit - FB_M);
    }
    rotated[FB_WORDS - 1] &= EC_TOP_WORD_MASK;
    FB(copy)(r, rotated);
    mc_wipe(rotated, sizeof rotated);
}

void FB(normal_sqr)(mc_word *r, const mc_word *a)
{
    FB(normal_sqr_times)(r, a, 1);
}

void FB(normal_sqrt)(mc_word *r, const mc_word *a)
{
    FB(normal_sqr_times)(r, a, FB_M - 1);
}

void FB(normal_coefficients)(uint8_t coefficients[FB_M], const mc_word *a)
{
    for (unsigned bit = 0; bit < FB_M; bit++)
        coefficients[FB_M - 1 - bit] = a[bit / MC_WORD_BITS] >> bit % MC_WORD_BITS & 1;
}

/* r: the sums of the bits of a from the highest down to each place of the bits of a from the highest down to each
 * place. Returns the sum of all. */
static mc_word normal_sums_from_top(mc_word *r, const mc_word *a)
{
    mc_word carry = 0; /* 0 or ~0 */
    for (uint8_t i = FB_WORDS; i--;) {
        mc_word word = a[i];
        for (uint8_t shift = 1; shift < MC_WORD_BITS; shift *= 2)
            word ^= word >> shift;
        r[i] = word ^ carry;
        carry = (mc_word)(0 - (r[i] & 1));
    }
    return carry & 1;
}

mc_word FB(normal_trace)(const mc_word *a)
{
    mc_word sums[FB_WORDS];
    const mc_word trace = normal_sums_from_top(sums, a);
    mc_wipe(sums, sizeof sums);
    return trace;
}

/* r_(i-1) + r_i = c_i with r_0 = 0: r_i = c_1 + ... + c_i. Round the circle, r_(m-1) + r_0 = c_0: all c_i add up to 0.
 */
mc_word FB(normal_solve_quadratic)(mc_word *r, const mc_word *c)
{
    const mc_word top = (mc_word)1 << (FB_M - 1) % MC_WORD_BITS;
    const mc_word trace = FB(normal_trace)(c);
    FB(copy)(r, c);
    r[FB_WORDS - 1] &= (mc_word)~top;
    normal_sums_from_top(r, r);
    return mc_word_mask_zero(trace);
}

#endif
