/* Sums of products of words by columns: the accumulator of product scanning, and the product and the square by it.
 *
 * A sum takes up to 255 products of two words, twice, and the rest of the sum of the column before. */
#ifndef MC_FP_COLUMNS_H
#define MC_FP_COLUMNS_H

#include "fp/fp.h"

/* `low` and `high` 2^MC_WORD_BITS: no carry leaves either. Three bytes are enough where a word is one. */
#if MC_WORD_BITS == 8
typedef struct {
    uint32_t low;
} column;
#else
typedef struct {
    mc_dword low, high;
} column;
#endif

MC_INLINE void column_add(column *sum, mc_word a, mc_word b)
{
    mc_dword product = (mc_dword)mc_product(a, b);
#if MC_WORD_BITS == 8
    sum->low += product;
#else
    sum->low += (mc_word)product;
    sum->high += product >> MC_WORD_BITS;
#endif
}

MC_INLINE void column_add_word(column *sum, mc_word a)
{
    sum->low += a;
}

/* sum += 2 other */
MC_INLINE void column_add_twice(column *sum, const column *other)
{
    sum->low += 2 * other->low;
#if MC_WORD_BITS != 8
    sum->high += 2 * other->high;
#endif
}

/* The lowest word of the sum, which is then divided by 2^MC_WORD_BITS. */
MC_INLINE mc_word column_next(column *sum)
{
    mc_word word = (mc_word)sum->low;
    sum->low >>= MC_WORD_BITS;
#if MC_WORD_BITS != 8
    sum->low += sum->high;
    sum->high = 0;
#endif
    return word;
}

/* c[2 words] = a b; c apart from a and b. */
MC_INLINE void columns_multiply(mc_word *restrict c, const mc_word *a, const mc_word *b, uint8_t words)
{
    column sum = {0};
    FP_UNROLL
    for (uint8_t k = 0; k < 2 * words - 1; k++) {
        uint8_t first = k < words ? 0 : (uint8_t)(k - words + 1), end = k < words ? (uint8_t)(k + 1) : words;
        FP_UNROLL
        for (uint8_t i = first; i < end; i++)
            column_add(&sum, a[i], b[k - i]);
        c[k] = column_next(&sum);
    }
    c[2 * words - 1] = (mc_word)sum.low;
}

/* c[2 words] = a^2; c apart from a. Products of two different words are summed once and doubled. */
MC_INLINE void columns_square(mc_word *restrict c, const mc_word *a, uint8_t words)
{
    column sum = {0};
    FP_UNROLL
    for (uint8_t k = 0; k < 2 * words - 1; k++) {
        uint8_t first = k < words ? 0 : (uint8_t)(k - words + 1);
        column crossed = {0};
        FP_UNROLL
        for (uint8_t i = first; 2 * i < k; i++)
            column_add(&crossed, a[i], a[k - i]);
        column_add_twice(&sum, &crossed);
        if (k % 2 == 0)
            column_add(&sum, a[k / 2], a[k / 2]);
        c[k] = column_next(&sum);
    }
    c[2 * words - 1] = (mc_word)sum.low;
}

#endif
