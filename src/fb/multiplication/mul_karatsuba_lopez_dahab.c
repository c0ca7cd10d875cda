/*---
name: karatsuba-lopez-dahab
family: fb-mul
summary: one level of Karatsuba's method over Lopez-Dahab multiplication
source: aranha2008 Algorithm 2 over Algorithm 3
domain: any a, b
constant_time: same-trace
requires: FB_M > MC_WORD_BITS
ram_table_bytes: 16 * (n + 3) // 2 * W
---*/
#include "fb/multiplication/mul_karatsuba.h"
#include "fb/multiplication/mul_lopez_dahab.h"

#if FB_M > MC_WORD_BITS

MC_NOINLINE void mul_karatsuba_lopez_dahab_add_digits(mc_word *c, const mc_word *a, uint8_t shift, const mc_word *table)
{
    lopez_dahab_add_digits(c, a, HALF, shift, table, HALF + 1);
}

MC_NOINLINE void mul_karatsuba_lopez_dahab_multiply_half(mc_word *c, const mc_word *a, const mc_word *b)
{
    mc_word table[WINDOW4_ROWS * (HALF + 1)];
    window4_multiply(c, a, b, table, HALF, HALF + 1, mul_karatsuba_lopez_dahab_add_digits);
}

void FB(mul_karatsuba_lopez_dahab)(mc_word *c, const mc_word *a, const mc_word *b)
{
    karatsuba_multiply(c, a, b, mul_karatsuba_lopez_dahab_multiply_half);
}

#endif
