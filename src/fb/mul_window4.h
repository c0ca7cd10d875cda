/* The table that the windowed multiplications share: row u is the product u(z) b(z), for the 16 polynomials u
 * of degree at most 3. Sizes are arguments that callers give as constants. */
#ifndef MC_FB_MUL_WINDOW4_H
#define MC_FB_MUL_WINDOW4_H

#include "fb/fb.h"

#define WINDOW4_ROWS 16
/* Words of a row for b of degree below `bits`: as many as b, or one more. */
#define WINDOW4_ROW_WORDS(bits) MC_WORDS((bits) + 3)

/* table[u * row_words ...] = u b. Goes through b once and fills a column of the table for each word. */
static inline __attribute__((always_inline)) void window4_table(mc_word *table, const mc_word *b, uint8_t words,
                                                                uint8_t row_words)
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
        mc_word *column = table + j;
        for (uint8_t u = 0; u < WINDOW4_ROWS; u++, column += row_words)
            *column = (mc_word)((u & 1 ? b1 : 0) ^ (u & 2 ? b2 : 0) ^ (u & 4 ? b4 : 0) ^ (u & 8 ? b8 : 0));
    }
}

/* c = c z^4, over `words` words. */
static inline __attribute__((always_inline)) void window4_shift(mc_word *c, uint8_t words)
{
    mc_word carry = 0;
    for (uint8_t j = 0; j < words; j++) {
        mc_word word = c[j];
        c[j] = (mc_word)(word << 4) | carry;
        carry = word >> (MC_WORD_BITS - 4);
    }
}

#endif
