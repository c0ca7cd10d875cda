/*---
name: ld-registers-light
family: fb-mul
summary: Lopez-Dahab multiplication, running sum in registers, in slices of the rows that need fewer of them
source: aranha2008 Section 5, variant of Algorithm 4 with fewer temporaries
domain: any a, b
constant_time: same-trace
ram_table_bytes: 16 * n * W
---*/
#include "fb/multiplication/mul_registers.h"

/* Words of the running sum at a time. */
#define SLICE_WORDS ((ROW_WORDS + 1) / 2)

MC_NOINLINE void mul_ld_registers_light_add_digits(mc_word *c, const mc_word *a, uint8_t shift, const mc_word *table)
{
    registers_add_digits(c, a, FB_WORDS, shift, table, ROW_WORDS, SLICE_WORDS, 0);
    registers_add_digits(c + SLICE_WORDS, a, FB_WORDS, shift, table + SLICE_WORDS, ROW_WORDS, ROW_WORDS - SLICE_WORDS,
                         0);
}

/* c = a b, unreduced; c apart from a and b. */
void FB(mul_ld_registers_light)(mc_word *c, const mc_word *a, const mc_word *b)
{
    mc_word table[WINDOW4_ROWS * ROW_WORDS];
    window4_multiply(c, a, b, table, FB_WORDS, ROW_WORDS, mul_ld_registers_light_add_digits);
}
