/* Reduction modulo p = 2^FP_BITS - c, for c of at most 33 bits (Crandall; hac Algorithm 14.47).
 *
 * FP_FOLD, of FP_FOLD_WORDS words, is 2^N mod p with N = FP_WORDS MC_WORD_BITS: c 2^(N - FP_BITS). Generated for primes
 * with (FP_FOLD + 1)^2 <= 2^N only, which makes two folds and a carry enough, whatever the product. */
#ifndef MC_FP_PSEUDO_MERSENNE_H
#define MC_FP_PSEUDO_MERSENNE_H

#include "fp/multiplication/rows.h"

static const MC_FLASH mc_word fold_factor[FP_FOLD_WORDS] = FP_FOLD;

/* r + top 2^N = low + high FP_FOLD, for c = low + high 2^N; top is at most FP_FOLD. */
MC_INLINE void fold_high(mc_word *restrict r, mc_word *restrict top, const mc_word *c)
{
    const mc_word *high = c + FP_WORDS;
    FP_UNROLL
    for (uint8_t i = 0; i < FP_WORDS; i++)
        r[i] = c[i];
    FP_UNROLL
    for (uint8_t i = 0; i < FP_FOLD_WORDS; i++) {
        /* A row of the product: r[i] to r[FP_WORDS - 1], then top[0] to top[i - 1]; its carry is top[i]. */
        top[i] = row_add(r + i, high, fold_factor[i], (uint8_t)(FP_WORDS - i));
        for (uint8_t j = 0; j < i; j++) {
            mc_dword sum = (mc_dword)(mc_product(high[FP_WORDS - i + j], fold_factor[i]) + top[j] + top[i]);
            top[j] = (mc_word)sum;
            top[i] = (mc_word)(sum >> MC_WORD_BITS);
        }
    }
}

#ifdef FP_PSEUDO_MERSENNE_C
/* r = a number below 2^FP_BITS + 2^(N - FP_BITS + 1) FP_FOLD c, congruent to r + top 2^N: the bits from FP_BITS on
 * count c times. The product has two words (tests/src/fp/test_fp.py has the bounds). */
MC_INLINE void fold_bits(mc_word *r, mc_word top)
{
    const uint8_t bits = FP_BITS % MC_WORD_BITS;
    mc_dword above = (mc_dword)((mc_dword)top << (MC_WORD_BITS - bits) | (mc_word)(r[FP_WORDS - 1] >> bits));
    mc_dword sum = (mc_dword)(above * (mc_word)FP_PSEUDO_MERSENNE_C);
    r[FP_WORDS - 1] &= (mc_word)(((mc_word)1 << bits) - 1);
    mc_word carry = 0;
    FP_UNROLL
    for (uint8_t i = 0; i < FP_WORDS; i++) {
        mc_dword word = (mc_dword)((mc_dword)r[i] + (mc_word)sum + carry);
        r[i] = (mc_word)word;
        carry = (mc_word)(word >> MC_WORD_BITS);
        sum >>= MC_WORD_BITS;
    }
}
#endif

/* r = a number below 2^N, congruent to r + top 2^N. A carry out of r + top FP_FOLD leaves less than FP_FOLD^2, to which
 * FP_FOLD can be added without another. */
MC_INLINE void fold_top(mc_word *r, const mc_word *top)
{
    mc_word over = 0, carry = 0;
    FP_UNROLL
    for (uint8_t i = 0; i < FP_FOLD_WORDS; i++) {
        mc_word row = row_add(r + i, top, fold_factor[i], FP_FOLD_WORDS);
        over |= row_carry(r + i + FP_FOLD_WORDS, row, (uint8_t)(FP_WORDS - FP_FOLD_WORDS - i));
    }
    mc_word mask = mc_word_mask_nonzero(over);
    FP_UNROLL
    for (uint8_t i = 0; i < FP_FOLD_WORDS; i++) {
        mc_dword sum = (mc_dword)((mc_dword)r[i] + (mc_word)(fold_factor[i] & mask) + carry);
        r[i] = (mc_word)sum;
        carry = (mc_word)(sum >> MC_WORD_BITS);
    }
    row_carry(r + FP_FOLD_WORDS, carry, FP_WORDS - FP_FOLD_WORDS);
}

/* r = a number below 2 p, congruent to c[2 FP_WORDS], of FP_WORDS words. */
MC_INLINE void fold(mc_word *restrict r, const mc_word *restrict c)
{
    mc_word top[FP_FOLD_WORDS];
    fold_high(r, top, c);
#if defined(FP_PSEUDO_MERSENNE_C) && FP_FOLD_WORDS == 1
    fold_bits(r, top[0]);
#else
    fold_top(r, top);
#ifdef FP_PSEUDO_MERSENNE_C
    fold_bits(r, 0);
#endif
#endif
    fp_wipe(top, sizeof top);
}

#endif
