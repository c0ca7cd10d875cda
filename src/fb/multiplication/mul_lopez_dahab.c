/*---
name: lopez-dahab
family: fb-mul
summary: Lopez-Dahab multiplication: digits of 4 bits, table of 16 products, unrolled additions of its rows
source: aranha2008 Algorithm 3
domain: any a, b
constant_time: same-trace
ram_table_bytes: 16 * n * W
---*/
#include "fb/multiplication/mul_lopez_dahab.h"

MC_NOINLINE void mul_lopez_dahab_add_digits(mc_word *c, const mc_word *a, uint8_t shift, const mc_word *table)
{
    lopez_dahab_add_digits(c, a, FB_WORDS, shift, table, ROW_WORDS);
}

/* c = a b, unreduced; c apart from a and b. */
void FB(mul_lopez_dahab)(mc_word *c, const mc_word *a, const mc_word *b)
{
    mc_word table[WINDOW4_ROWS * ROW_WORDS];
    window4_multiply(c, a, b, table, FB_WORDS, ROW_WORDS, mul_lopez_dahab_add_digits);
}
