/*---
name: comb-window3
family: fb-mul
summary: comb with windows of 3 bits, in loops: half the table of 4 bits and half as many rows more to add
source: hankerson2004 Algorithm 2.36 with w = 3
domain: any a, b
constant_time: same-trace
ram_table_bytes: 8 * n * W
---*/
#include "fb/multiplication/mul_window4.h"

#define WINDOW 3
#define ROWS   (1 << WINDOW)

/* table[u * ROW_WORDS ...] = u b for the 8 polynomials u of degree at most 2. */
MC_NOINLINE void make_table(mc_word *table, const mc_word *b)
{
    mc_word carry1 = 0, carry2 = 0;
    for (uint8_t j = 0; j < ROW_WORDS; j++) {
        mc_word b1 = j < FB_WORDS ? b[j] : 0;
        mc_word b2 = (mc_word)(b1 << 1) | carry1;
        mc_word b4 = (mc_word)(b2 << 1) | carry2;
        carry1 = b1 >> (MC_WORD_BITS - 1);
        carry2 = b2 >> (MC_WORD_BITS - 1);
        mc_word *column = table++;
        window4_store(column, ROW_WORDS, 0, b1, b2);
        window4_store(column + 4 * ROW_WORDS, ROW_WORDS, b4, b1, b2);
    }
}

/* c = c z^3 */
MC_NOINLINE void shift_window(mc_word *c)
{
    mc_word carry = 0;
    for (uint8_t j = 0; j < 2 * FB_WORDS; j++) {
        mc_word word = c[j];
        c[j] = (mc_word)(word << WINDOW) | carry;
        carry = word >> (MC_WORD_BITS - WINDOW);
    }
}

/* c += (digits of a at `shift`) times the rows, word k of a at word k of c. */
MC_NOINLINE void mul_comb_window3_add_digits(mc_word *c, const mc_word *a, uint8_t shift, const mc_word *table)
{
    for (uint8_t k = FB_WORDS; k; k--, c++) {
        const mc_word *row = table + (*a++ >> shift & (ROWS - 1)) * ROW_WORDS;
        mc_word *sum = c;
        for (uint8_t j = ROW_WORDS; j; j--)
            *sum++ ^= *row++;
    }
}

/* c = a b, unreduced; c apart from a and b. The digits of a word that are left over at its top make a shorter first
 * window. */
void FB(mul_comb_window3)(mc_word *c, const mc_word *a, const mc_word *b)
{
    mc_word table[ROWS * ROW_WORDS];
    make_table(table, b);
    for (uint8_t j = 0; j < 2 * FB_WORDS; j++)
        c[j] = 0;
    for (int8_t shift = (MC_WORD_BITS - 1) / WINDOW * WINDOW; shift >= 0; shift -= WINDOW) {
        mul_comb_window3_add_digits(c, a, (uint8_t)shift, table);
        if (shift)
            shift_window(c);
    }
}
