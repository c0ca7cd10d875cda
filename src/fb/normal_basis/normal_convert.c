#include "fb/normal_basis/normal.h"

#if FB_NORMAL_TYPE

static const MC_FLASH mc_word normal_element[FB_WORDS] = FB_NORMAL_ELEMENT;
static const MC_FLASH mc_word normal_traces[FB_WORDS] = FB_NORMAL_TRACES;

/* Horner's rule for the sum of a_i beta^(2^i): squares the sum so far and adds a_i beta, from i = m - 1, bit 0, down.
 */
void FB(normal_to_polynomial)(mc_word *r, const mc_word *a)
{
    mc_word sum[FB_WORDS] = {0}, element[FB_WORDS];
    FB(from_flash)(element, normal_element);
    for (unsigned bit = 0; bit < FB_M; bit++) {
        fb_sqr(sum, sum);
        FB(add_masked)(sum, element, FB(mask_bit)(a, bit));
    }
    FB(copy)(r, sum);
    mc_wipe(sum, sizeof sum);
}

/* Tr(a delta), for the dual delta of beta: the coefficient of beta. */
static mc_word normal_coefficient(const mc_word *a)
{
    mc_word sum = 0;
    for (uint8_t i = 0; i < FB_WORDS; i++)
        sum ^= a[i] & normal_traces[i];
    for (uint8_t shift = MC_WORD_BITS / 2; shift; shift /= 2)
        sum ^= sum >> shift;
    return sum & 1;
}

/* The coefficient of beta^(2^i) in a is the one of beta in a^(2^(m-i)). Bits come in from the top: i = 0, m - 1, ..., 1
 * belong to bits m - 1, 0, ..., m - 2. */
void FB(normal_from_polynomial)(mc_word *r, const mc_word *a)
{
    mc_word power[FB_WORDS], result[FB_WORDS] = {0};
    FB(copy)(power, a);
    for (unsigned square = 0; square < FB_M; square++) {
        const unsigned bit = (square + FB_M - 1) % FB_M;
        result[bit / MC_WORD_BITS] |= (mc_word)(normal_coefficient(power) << bit % MC_WORD_BITS);
        fb_sqr(power, power);
    }
    FB(copy)(r, result);
    mc_wipe(power, sizeof power);
    mc_wipe(result, sizeof result);
}

#if FB_ENCODED_NORMAL
/* Bit 0 is the coefficient of beta^(2^(m-1)) in a, and so the one of beta in a^2. */
mc_word FB(normal_last_bit)(const mc_word *a)
{
    mc_word square[FB_WORDS];
    fb_sqr(square, a);
    const mc_word bit = normal_coefficient(square);
    mc_wipe(square, sizeof square);
    return bit;
}
#endif

#endif
