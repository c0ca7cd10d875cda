/* Reduction modulo a prime p, where p or 2 p is x^n minus a sum of few small multiples of powers of x =
 * 2^FP_BLOCK_BITS (Solinas, Generalized Mersenne Numbers, 1999).
 *
 * FP_ROWS, generated, says which blocks of a product make each block of its residue; FP_FOLD_ROWS the same for a carry
 * out of the last block. Blocks are added by digits of FP_DIGIT_BITS, into a signed sum that carries to the next. */
#ifndef MC_FP_GENERALISED_MERSENNE_H
#define MC_FP_GENERALISED_MERSENNE_H

#include "fp/fp.h"

/* A row has at most 2^(FP_DIGIT_BITS - 2) times a digit in absolute value. */
#if FP_DIGIT_BITS == 8
typedef uint8_t digit;
typedef int16_t digit_sum;
#elif FP_DIGIT_BITS == 16
typedef uint16_t digit;
typedef int32_t digit_sum;
#elif FP_DIGIT_BITS == 32
typedef uint32_t digit;
typedef int64_t digit_sum;
#else
typedef uint64_t digit;
__extension__ typedef __int128 digit_sum;
#endif

#define BLOCK_DIGITS (FP_BLOCK_BITS / FP_DIGIT_BITS)
#define FOLD_DIGITS  (FP_BLOCKS * BLOCK_DIGITS)

/* Digit i of c. */
MC_INLINE digit_sum digit_at(const mc_word *c, uint8_t i)
{
#if FP_DIGIT_BITS == MC_WORD_BITS
    return c[i];
#else
    const uint8_t in_word = MC_WORD_BITS / FP_DIGIT_BITS;
    return (digit)(c[i / in_word] >> (i % in_word * FP_DIGIT_BITS));
#endif
}

/* The next block of d: sum, a carry, and a sum of blocks' digits j; the carry stays in it. */
#define ADD_BLOCK(d, block, terms)                                                                                     \
    FP_UNROLL                                                                                                          \
    for (uint8_t j = 0; j < BLOCK_DIGITS; j++) {                                                                       \
        sum += terms;                                                                                                  \
        (d)[(block) * BLOCK_DIGITS + j] = (digit)sum;                                                                  \
        sum >>= FP_DIGIT_BITS;                                                                                         \
    }

/* r = d. */
MC_INLINE void words_of(mc_word *r, const digit *d)
{
#if FP_DIGIT_BITS == MC_WORD_BITS
    for (uint8_t i = 0; i < FP_WORDS; i++)
        r[i] = d[i];
#else
    const uint8_t in_word = MC_WORD_BITS / FP_DIGIT_BITS;
    FP_UNROLL
    for (uint8_t i = 0; i < FP_WORDS; i++) {
        r[i] = 0;
        for (uint8_t j = 0; j < in_word && i * in_word + j < FOLD_DIGITS; j++)
            r[i] |= (mc_word)d[i * in_word + j] << (j * FP_DIGIT_BITS);
    }
#endif
}

/* d += carry x^n, where x^n is replaced by the congruent sum; returns the new carry. */
MC_INLINE digit_sum fold_carry(digit *d, digit_sum top)
{
    digit_sum sum = 0;
#define ROW(block, multiple)                                                                                           \
    sum += multiple;                                                                                                   \
    FP_UNROLL                                                                                                          \
    for (uint8_t j = 0; j < BLOCK_DIGITS; j++) {                                                                       \
        sum += d[(block) * BLOCK_DIGITS + j];                                                                          \
        d[(block) * BLOCK_DIGITS + j] = (digit)sum;                                                                    \
        sum >>= FP_DIGIT_BITS;                                                                                         \
    }
    FP_FOLD_ROWS(ROW)
#undef ROW
    return sum;
}

/* r = a number below 2^(n FP_BLOCK_BITS), congruent to c < 2^(2 n FP_BLOCK_BITS). */
MC_INLINE void fold(mc_word *r, const mc_word *c)
{
    digit d[FOLD_DIGITS];
    digit_sum sum = 0;
#define T(block)          digit_at(c, (uint8_t)((block) * BLOCK_DIGITS + j))
#define ROW(block, terms) ADD_BLOCK(d, block, terms)
    FP_ROWS(ROW)
#undef ROW
#undef T
    /* The first carry is small. If one comes out again, the rest is so near 0 or 2^(n FP_BLOCK_BITS) that the next
     * leaves none. */
    sum = fold_carry(d, sum);
    fold_carry(d, sum);
    words_of(r, d);
    fp_wipe(d, sizeof d);
}

#endif
