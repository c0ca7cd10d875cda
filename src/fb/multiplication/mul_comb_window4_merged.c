/*---
name: comb-window4-merged
family: fb-mul
summary: comb with windows of 4 bits, two words of a at once: the product is loaded and stored half as often
source: tinyecck2008 Algorithm 4
domain: any a, b
constant_time: same-trace
ram_table_bytes: 16 * n * W
---*/
#include "fb/multiplication/mul_window4.h"

/* sum += rows[0] + rows[1] z^W */
static void add_two_rows(mc_word *sum, const mc_word *row, const mc_word *next)
{
    *sum++ ^= *row++;
    for (uint8_t j = ROW_WORDS - 1; j; j--)
        *sum++ ^= *row++ ^ *next++;
    *sum ^= *next;
}

MC_NOINLINE void mul_comb_window4_merged_add_digits(mc_word *c, const mc_word *a, uint8_t shift, const mc_word *table)
{
    for (uint8_t pairs = FB_WORDS / 2; pairs; pairs--, a += 2, c += 2)
        add_two_rows(c, table + window4_digit(a[0], shift) * ROW_WORDS, table + window4_digit(a[1], shift) * ROW_WORDS);
#if FB_WORDS % 2
    const mc_word *row = table + window4_digit(*a, shift) * ROW_WORDS;
    for (uint8_t j = ROW_WORDS; j; j--)
        *c++ ^= *row++;
#endif
}

/* c = a b, unreduced; c apart from a and b. */
void FB(mul_comb_window4_merged)(mc_word *c, const mc_word *a, const mc_word *b)
{
    mc_word table[WINDOW4_ROWS * ROW_WORDS];
    window4_multiply(c, a, b, table, FB_WORDS, ROW_WORDS, mul_comb_window4_merged_add_digits);
}
