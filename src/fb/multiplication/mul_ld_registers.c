/*---
name: ld-registers
family: fb-mul
summary: Lopez-Dahab multiplication, running sum in registers
source: aranha2008 Algorithm 4
domain: any a, b
constant_time: same-trace
ram_table_bytes: 16 * n * W
---*/
#include "fb/multiplication/mul_registers.h"

/* c = a b, unreduced; c apart from a and b. */
void FB(mul_ld_registers)(mc_word *c, const mc_word *a, const mc_word *b)
{
    mc_word table[WINDOW4_ROWS * ROW_WORDS];
    registers_multiply(c, a, b, table, FB_WORDS, ROW_WORDS);
}
