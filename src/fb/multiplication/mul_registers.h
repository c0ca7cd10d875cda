/* Lopez-Dahab multiplication with the running sum in registers (aranha2008 Algorithm 4), for operands of any
 * constant number of words: whole elements, or the halves of Karatsuba's method.
 *
 * The paper unrolls all digits so that the names of the registers rotate. Here they rotate by themselves: word j
 * of the new sum is word j of a row plus word j + 1 of the old sum, so going up through j overwrites no word that
 * is still needed, and no word moves. */
#ifndef MC_FB_MUL_REGISTERS_H
#define MC_FB_MUL_REGISTERS_H

#include "fb/multiplication/mul_window4.h"
#include "fb/unroll.h"

/* Adds the digits of a at `shift` times words 0 ... width - 1 of the rows at `table` to c, which has
 * words + width - 1 words; sets c instead if `first`. Rows are row_words apart. */
MC_INLINE void registers_add_digits(mc_word *c, const mc_word *a, uint8_t words, uint8_t shift, const mc_word *table,
                                    uint8_t row_words, uint8_t width, uint8_t first)
{
    mc_word sum[FB_UNROLL_MAX + 1] = {0};
    const mc_word *end = a + words;
    do {
        const mc_word *row = table + window4_digit(*a++, shift) * row_words;
#define ADD_ROW(j)                                                                                                     \
    if ((j) < width)                                                                                                   \
        sum[j] = row[j] ^ sum[(j) + 1];
        FB_UNROLL(ADD_ROW)
#undef ADD_ROW
        *c = first ? sum[0] : *c ^ sum[0];
        c++;
    } while (a != end);
#define ADD_REST(j)                                                                                                    \
    if ((j) > 0 && (j) < width)                                                                                        \
        c[(j) - 1] = first ? sum[j] : c[(j) - 1] ^ sum[j];
    FB_UNROLL(ADD_REST)
#undef ADD_REST
}

MC_NOINLINE void registers_first_digits(mc_word *c, const mc_word *a, const mc_word *table, uint8_t words,
                                        uint8_t row_words)
{
    registers_add_digits(c, a, words, MC_WORD_BITS - 4, table, row_words, row_words, 1);
}

MC_NOINLINE void registers_more_digits(mc_word *c, const mc_word *a, const mc_word *table, uint8_t words,
                                       uint8_t row_words, uint8_t shift)
{
    registers_add_digits(c, a, words, shift, table, row_words, row_words, 0);
}

/* c = a b, of 2 * words words; a and b of `words` words; table: room for WINDOW4_ROWS rows of row_words. The parts are
 * not inlined, so that each has the processor's registers for itself. */
MC_INLINE void registers_multiply(mc_word *c, const mc_word *a, const mc_word *b, mc_word *table, uint8_t words,
                                  uint8_t row_words)
{
    window4_table(table, b, words, row_words);
    if (row_words == words)
        c[2 * words - 1] = 0;
    registers_first_digits(c, a, table, words, row_words);
    for (int8_t shift = MC_WORD_BITS - 8; shift >= 0; shift = (int8_t)(shift - 4)) {
        window4_shift(c, (uint8_t)(2 * words));
        registers_more_digits(c, a, table, words, row_words, (uint8_t)shift);
    }
}

#endif
