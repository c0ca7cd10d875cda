/*---
name: comb-window4
family: fb-mul
summary: comb with windows of 4 bits, in loops: the smallest code
source: tinyecck2008 Algorithm 2, which is aranha2008 Algorithm 3; row 0 of the table is kept, to need no branch
domain: any a, b
constant_time: same-trace
ram_table_bytes: 16 * n * W
---*/
#include "fb/multiplication/mul_window4.h"

MC_NOINLINE void mul_comb_window4_add_digits(mc_word *c, const mc_word *a, uint8_t shift, const mc_word *table)
{
    for (uint8_t k = FB_WORDS; k; k--, c++) {
        const mc_word *row = table + window4_digit(*a++, shift) * ROW_WORDS;
        mc_word *sum = c;
        for (uint8_t j = ROW_WORDS; j; j--)
            *sum++ ^= *row++;
    }
}

/* c = a b, unreduced; c apart from a and b. */
void FB(mul_comb_window4)(mc_word *c, const mc_word *a, const mc_word *b)
{
    mc_word table[WINDOW4_ROWS * ROW_WORDS];
    window4_multiply(c, a, b, table, FB_WORDS, ROW_WORDS, mul_comb_window4_add_digits);
}
