/* The table that the windowed multiplications share: row u is the product u(z) b(z), for the 16 polynomials u
 * of degree at most 3. Sizes are arguments that callers give as constants. */
#ifndef MC_FB_MUL_WINDOW4_H
#define MC_FB_MUL_WINDOW4_H

#include "fb/fb.h"

#define WINDOW4_ROWS 16
/* Words of a row for b of degree below `bits`: as many as b, or one more. */
#define WINDOW4_ROW_WORDS(bits) MC_WORDS((bits) + 3)

#define ROW_WORDS WINDOW4_ROW_WORDS(FB_M) /* for whole elements */

/* Digit of 4 bits at `shift`. */
MC_INLINE uint8_t window4_digit(mc_word word, uint8_t shift)
{
#if MC_WORD_BITS == 8 /* where a shift by a variable is a loop */
    return shift ? word >> 4 : word & 15;
#else
    return word >> shift & 15;
#endif
}

/* Words of four rows: high + 0, b1, b2, b1 + b2. */
MC_INLINE void window4_store(mc_word *column, uint8_t row_words, mc_word high, mc_word b1, mc_word b2)
{
    __asm__("" : "+r"(column)); /* one pointer that moves, not four: 8-bit processors have two or three */
    column[0] = high;
    column[row_words] = high ^ b1;
    column[2 * row_words] = high ^ b2;
    column[3 * row_words] = high ^ b1 ^ b2;
}

/* table[u * row_words ...] = u b. Goes through b once and fills a column of the table for each word. It is not
 * inlined so that processors with few pointers have all of them for the four groups of rows. */
MC_NOINLINE void window4_table(mc_word *table, const mc_word *b, uint8_t words, uint8_t row_words)
{
    mc_word carry1 = 0, carry2 = 0, carry4 = 0;
    for (uint8_t j = 0; j < row_words; j++) {
        mc_word b1 = j < words ? b[j] : 0;
        mc_word b2 = (mc_word)(b1 << 1) | carry1;
        mc_word b4 = (mc_word)(b2 << 1) | carry2;
        mc_word b8 = (mc_word)(b4 << 1) | carry4;
        carry1 = b1 >> (MC_WORD_BITS - 1);
        carry2 = b2 >> (MC_WORD_BITS - 1);
        carry4 = b4 >> (MC_WORD_BITS - 1);
        mc_word *column = table++;
        window4_store(column, row_words, 0, b1, b2);
        window4_store(column += 4 * row_words, row_words, b4, b1, b2);
        window4_store(column += 4 * row_words, row_words, b8, b1, b2);
        window4_store(column += 4 * row_words, row_words, b8 ^ b4, b1, b2);
    }
}

/* c = c z^4, over `words` words. */
MC_INLINE void window4_shift(mc_word *c, uint8_t words)
{
    mc_word carry = 0;
    for (uint8_t j = 0; j < words; j++) {
        mc_word word = c[j];
        c[j] = (mc_word)(word << 4) | carry;
        carry = word >> (MC_WORD_BITS - 4);
    }
}

/* c += (digits of a at `shift`) times the rows, word k of a at word k of c. */
typedef void window4_add_digits(mc_word *c, const mc_word *a, uint8_t shift, const mc_word *table);

/* c = a b, of 2 * words words; a and b of `words` words, c apart from both; table: room for WINDOW4_ROWS rows of
 * row_words. */
MC_INLINE void window4_multiply(mc_word *c, const mc_word *a, const mc_word *b, mc_word *table, uint8_t words,
                                uint8_t row_words, window4_add_digits *add_digits)
{
    window4_table(table, b, words, row_words);
    for (uint8_t j = 0; j < 2 * words; j++)
        c[j] = 0;
    for (int8_t shift = MC_WORD_BITS - 4; shift >= 0; shift = (int8_t)(shift - 4)) {
        add_digits(c, a, (uint8_t)shift, table);
        if (shift)
            window4_shift(c, (uint8_t)(2 * words));
    }
}

#endif
