/*---
name: lopez-dahab
family: fb-mul
summary: Lopez-Dahab multiplication: digits of 4 bits, table of 16 products, unrolled additions of its rows
source: aranha2008 Algorithm 3
domain: any a, b
constant_time: same-trace
ram_table_bytes: 16 * n * W
---*/
#include "fb/mul_window4.h"
#include "fb/unroll.h"

FB_NOINLINE void add_digits(mc_word *c, const mc_word *a, uint8_t shift, const mc_word *table)
{
    for (uint8_t k = FB_WORDS; k; k--, c++) {
        const mc_word *row = table + window4_digit(*a++, shift) * ROW_WORDS;
#define ADD_WORD(j)                                                                                                    \
    if ((j) < ROW_WORDS)                                                                                               \
        c[j] ^= row[j];
        FB_UNROLL(ADD_WORD)
#undef ADD_WORD
    }
}

/* c = a b, unreduced; c apart from a and b. */
void FB(mul_lopez_dahab)(mc_word *c, const mc_word *a, const mc_word *b)
{
    window4_multiply(c, a, b, add_digits);
}
