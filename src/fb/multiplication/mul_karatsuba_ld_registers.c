/*---
name: karatsuba-ld-registers
family: fb-mul
summary: one level of Karatsuba's method over Lopez-Dahab multiplication with the running sum in registers
source: aranha2008 Algorithm 2 over Algorithm 4
domain: any a, b
constant_time: same-trace
requires: FB_M > MC_WORD_BITS
ram_table_bytes: 16 * (n + 3) // 2 * W
---*/
#include "fb/multiplication/mul_karatsuba.h"
#include "fb/multiplication/mul_registers.h"

#if FB_M > MC_WORD_BITS

MC_NOINLINE void mul_karatsuba_ld_registers_multiply_half(mc_word *c, const mc_word *a, const mc_word *b)
{
    mc_word table[WINDOW4_ROWS * (HALF + 1)];
    registers_multiply(c, a, b, table, HALF, HALF + 1);
}

void FB(mul_karatsuba_ld_registers)(mc_word *c, const mc_word *a, const mc_word *b)
{
    karatsuba_multiply(c, a, b, mul_karatsuba_ld_registers_multiply_half);
}

#endif
