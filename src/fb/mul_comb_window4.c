/*---
name: comb-window4
family: fb-mul
summary: comb with windows of 4 bits, in loops: the smallest code
source: tinyecck2008 Algorithm 2, which is aranha2008 Algorithm 3; row 0 of the table is kept, to need no branch
domain: any a, b
constant_time: same-trace
ram_table_bytes: 16 * n * W
---*/
#include "fb/mul_window4.h"

#define ROW_WORDS WINDOW4_ROW_WORDS(FB_M)

/* c = a b, unreduced; c apart from a and b. */
void FB(mul_comb_window4)(mc_word *c, const mc_word *a, const mc_word *b)
{
    mc_word table[WINDOW4_ROWS * ROW_WORDS];
    window4_table(table, b, FB_WORDS, ROW_WORDS);
    for (uint8_t j = 0; j < 2 * FB_WORDS; j++)
        c[j] = 0;
    for (int8_t shift = MC_WORD_BITS - 4; shift >= 0; shift -= 4) {
        for (uint8_t k = 0; k < FB_WORDS; k++) {
            const mc_word *row = table + (uint8_t)(a[k] >> shift & 15) * ROW_WORDS;
            mc_word *sum = c + k;
            for (uint8_t j = ROW_WORDS; j; j--)
                *sum++ ^= *row++;
        }
        if (shift)
            window4_shift(c, 2 * FB_WORDS);
    }
}
