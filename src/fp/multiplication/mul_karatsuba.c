/*---
name: karatsuba
family: fp-mul
summary: one level of subtractive Karatsuba over product scanning
source: Karatsuba and Ofman 1962; with |a0 - a1| |b0 - b1| as in hutter2015
domain: any a, b of FP_WORDS words
constant_time: same-trace-and-addresses
requires: FP_BITS > MC_WORD_BITS
---*/
/* With x = 2^(LOW MC_WORD_BITS): a b = z0 + (z0 + z2 - (a0 - a1)(b0 - b1)) x + z2 x^2, where z0 = a0 b0, z2 = a1 b1. */
#include "fp/multiplication/columns.h"

#if FP_BITS > MC_WORD_BITS

#define LOW  ((FP_WORDS + 1) / 2)
#define HIGH (FP_WORDS - LOW) /* LOW, or a word less */

/* Once in the code for all products of a size. */
MC_NOINLINE void multiply_lower_words(mc_word *c, const mc_word *a, const mc_word *b)
{
    columns_multiply(c, a, b, LOW);
}

#if HIGH == LOW
#define multiply_high multiply_lower_words
#else
MC_NOINLINE void multiply_high(mc_word *c, const mc_word *a, const mc_word *b)
{
    columns_multiply(c, a, b, HIGH);
}
#endif

/* r = (r ^ mask) - mask: -r modulo 2^(words MC_WORD_BITS) for a mask of ~0, r for 0. */
static void negate(mc_word *r, mc_word mask, uint8_t words)
{
    mc_word carry = mask & 1;
    for (uint8_t i = 0; i < words; i++) {
        mc_dword sum = (mc_dword)((mc_dword)(mc_word)(r[i] ^ mask) + carry);
        r[i] = (mc_word)sum;
        carry = (mc_word)(sum >> MC_WORD_BITS);
    }
}

/* r = |a0 - a1|; returns ~0 if a0 < a1, else 0. */
static mc_word difference(mc_word *r, const mc_word *a)
{
    mc_word borrow = 0;
    for (uint8_t i = 0; i < LOW; i++) {
        mc_dword t = (mc_dword)((mc_dword)a[i] - (i < HIGH ? a[LOW + i] : 0) - borrow);
        r[i] = (mc_word)t;
        borrow = (mc_word)(t >> MC_WORD_BITS) & 1;
    }
    mc_word negative = mc_word_mask_nonzero(borrow);
    negate(r, negative, LOW);
    return negative;
}

/* r += a, of so many words; returns the carry. */
static mc_word add(mc_word *r, const mc_word *a, uint8_t words)
{
    mc_word carry = 0;
    for (uint8_t i = 0; i < words; i++) {
        mc_dword sum = (mc_dword)((mc_dword)r[i] + a[i] + carry);
        r[i] = (mc_word)sum;
        carry = (mc_word)(sum >> MC_WORD_BITS);
    }
    return carry;
}

void FP(mul_karatsuba)(mc_word *c, const mc_word *a, const mc_word *b)
{
    /* The middle, modulo 2^((2 LOW + 1) MC_WORD_BITS): it is not negative and below 2 x^2. */
    mc_word da[LOW], db[LOW], middle[2 * LOW + 1];
    mc_word negative = difference(da, a);
    negative ^= difference(db, b);
    multiply_lower_words(c, a, b);
    multiply_high(c + 2 * LOW, a + LOW, b + LOW);
    multiply_lower_words(middle, da, db);
    middle[2 * LOW] = 0;
    negate(middle, (mc_word)~negative, 2 * LOW + 1);
    middle[2 * LOW] = (mc_word)(middle[2 * LOW] + add(middle, c, 2 * LOW));
    mc_word carry = add(middle, c + 2 * LOW, 2 * HIGH);
    for (uint8_t i = 2 * HIGH; i <= 2 * LOW; i++) {
        mc_dword sum = (mc_dword)((mc_dword)middle[i] + carry);
        middle[i] = (mc_word)sum;
        carry = (mc_word)(sum >> MC_WORD_BITS);
    }
    /* As a whole the product fits, so the carry ends in its last word. */
    const uint8_t words = 2 * FP_WORDS - LOW < 2 * LOW + 1 ? 2 * FP_WORDS - LOW : 2 * LOW + 1;
    carry = add(c + LOW, middle, words);
    for (uint8_t i = (uint8_t)(LOW + words); i < 2 * FP_WORDS; i++) {
        mc_dword sum = (mc_dword)((mc_dword)c[i] + carry);
        c[i] = (mc_word)sum;
        carry = (mc_word)(sum >> MC_WORD_BITS);
    }
    fp_wipe(da, sizeof da);
    fp_wipe(db, sizeof db);
    fp_wipe(middle, sizeof middle);
}

#endif
