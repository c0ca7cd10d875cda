/*---
name: word
family: fp-mul-small
summary: product with a small integer, the quotient by a reciprocal of the prime
source: -
domain: any a below p, in any form; c below 2^18, public or secret
constant_time: same-trace-and-addresses
requires: !defined(FP_RUNTIME_MODULUS)
---*/
/* By Horner's rule over parts of c that leave room in a word, once where words have 32 bits. */
#include "fp/fp.h"

#ifndef FP_RUNTIME_MODULUS

#if MC_WORD_BITS == 8
#define PART 6
typedef uint32_t quotient;
#elif MC_WORD_BITS == 16
#define PART 9
typedef uint32_t quotient;
#else
#define PART 18
typedef uint64_t quotient;
#endif

/* t is below 2^(PART + 1) p. With h = t / 2^(FP_BITS - 3) and m = 2^(FP_BITS + PART + 3) / p, both rounded down, below
 * 2^(PART + 4), the number h m / 2^(PART + 6) is at most t / p, and less than (h + m + 1) / 2^(PART + 6) <= 1/2 below
 * it: rounded down it is the quotient or one less. */
#define RECIPROCAL  ((quotient)(FP_RECIPROCAL >> (21 - PART)))
#define LEADING_BIT (FP_BITS - 3)

/* t / 2^LEADING_BIT, at most 22 bits of the FP_WORDS + 1 words. */
static quotient leading(const mc_word *t)
{
    const uint8_t word = LEADING_BIT / MC_WORD_BITS, shift = LEADING_BIT % MC_WORD_BITS;
    quotient h = 0;
    for (uint8_t i = FP_WORDS; i > word; i--)
        h = (quotient)(h << (MC_WORD_BITS - 1) << 1) | t[i];
    return (quotient)(h << (MC_WORD_BITS - shift - 1) << 1) | (mc_word)(t[word] >> shift);
}

/* h m / 2^(PART + 6). */
static mc_word estimate(quotient h)
{
#if MC_WORD_BITS == 32
    return (mc_word)(mc_product((mc_word)h, (mc_word)RECIPROCAL) >> (PART + 6));
#else
    return (mc_word)(h * RECIPROCAL >> (PART + 6));
#endif
}

/* r = 2^PART r + a c mod p for c < 2^PART. */
static void multiply_add_part(mc_word *r, const mc_word *a, mc_word c)
{
    mc_word t[FP_WORDS + 1], carry = 0, borrow = 0;
    for (uint8_t i = 0; i < FP_WORDS; i++) {
        mc_dword sum = (mc_dword)((mc_dword)((mc_dword)r[i] << PART) + mc_product(a[i], c) + carry);
        t[i] = (mc_word)sum;
        carry = (mc_word)(sum >> MC_WORD_BITS);
    }
    t[FP_WORDS] = carry;
    mc_word q = estimate(leading(t));
    carry = 0;
    for (uint8_t i = 0; i < FP_WORDS; i++) {
        mc_dword product = (mc_dword)(mc_product(FP_MODULUS->n[i], q) + carry);
        mc_dword difference = (mc_dword)((mc_dword)t[i] - (mc_word)product - borrow);
        carry = (mc_word)(product >> MC_WORD_BITS);
        r[i] = (mc_word)difference;
        borrow = (mc_word)(difference >> MC_WORD_BITS) & 1;
    }
    fp_reduce_once(r, r, (mc_word)(t[FP_WORDS] - carry - borrow));
    fp_wipe(t, sizeof t);
}

void FP(mul_small_word)(mc_word *r, const mc_word *a, uint32_t c)
{
    mc_word factor[FP_WORDS];
    FP(copy)(factor, a);
    for (uint8_t i = 0; i < FP_WORDS; i++)
        r[i] = 0;
    for (uint8_t shift = 18; shift > 0; shift = (uint8_t)(shift - PART))
        multiply_add_part(r, factor, (mc_word)(c >> (shift - PART) & ((1UL << PART) - 1)));
    fp_wipe(factor, sizeof factor);
}

#endif
