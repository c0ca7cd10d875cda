/*---
name: comb-window4-merged-four
family: fb-mul
summary: comb with windows of 4 bits, four words of a at once, as comb-window4-merged two
source: tinyecck2008 Section 5.1
domain: any a, b
constant_time: same-trace
ram_table_bytes: 16 * n * W
---*/
#include "fb/multiplication/mul_merged.h"

MC_NOINLINE void mul_comb_window4_merged_four_add_digits(mc_word *c, const mc_word *a, uint8_t shift,
                                                         const mc_word *table)
{
    add_merged_digits(c, a, shift, table, 4);
}

/* c = a b, unreduced; c apart from a and b. */
void FB(mul_comb_window4_merged_four)(mc_word *c, const mc_word *a, const mc_word *b)
{
    mc_word table[WINDOW4_ROWS * ROW_WORDS];
    window4_multiply(c, a, b, table, FB_WORDS, ROW_WORDS, mul_comb_window4_merged_four_add_digits);
}
