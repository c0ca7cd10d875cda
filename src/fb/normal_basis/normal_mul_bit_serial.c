/*---
name: bit-serial
family: fb-normal-mul
summary: each coefficient of the product by the same sum of products of coefficients, the operands rotated in between
source: Massey and Omura 1986; IEEE P1363 A.4.5
domain: any a, b
constant_time: same-trace-and-addresses
requires: FB_HAS_NORMAL_BASIS
---*/
#include "fb/normal_basis/normal.h"

#if FB_HAS_NORMAL_BASIS

/* F(k), 0 < k < p. */
static unsigned normal_bit_serial_class(unsigned k)
{
    return FB(normal_classes)[k < FB_NORMAL_CLASSES ? k : FB_NORMAL_P - k];
}

/* The coefficient of beta in the product. For odd T, that is 1, the products gamma^k gamma^-k count, too, as the sum
 * of all beta^(2^i). */
static uint8_t normal_bit_serial_coefficient(const uint8_t *a, const uint8_t *b)
{
    uint8_t sum = 0;
    for (unsigned k = 1; k <= FB_NORMAL_P - 2; k++)
        sum ^= a[normal_bit_serial_class(k + 1)] & b[normal_bit_serial_class(FB_NORMAL_P - k)];
    for (unsigned k = 0; FB_NORMAL_TYPE % 2 && k < FB_M / 2; k++)
        sum ^= (a[k] & b[FB_M / 2 + k]) ^ (a[FB_M / 2 + k] & b[k]);
    return sum;
}

/* r = a b; r may alias a or b. */
void FB(normal_mul_bit_serial)(mc_word *r, const mc_word *a, const mc_word *b)
{
    uint8_t x[2 * FB_M], y[2 * FB_M];
    FB(normal_coefficients)(x, a);
    FB(normal_coefficients)(y, b);
    for (unsigned i = 0; i < FB_M; i++) { /* twice in a row: a rotation is a place to begin */
        x[FB_M + i] = x[i];
        y[FB_M + i] = y[i];
    }
    for (uint8_t i = 0; i < FB_WORDS; i++)
        r[i] = 0;
    for (unsigned i = 0; i < FB_M; i++) {
        const unsigned bit = FB_M - 1 - i;
        r[bit / MC_WORD_BITS] |= (mc_word)((mc_word)normal_bit_serial_coefficient(x + i, y + i) << bit % MC_WORD_BITS);
    }
}

#endif
