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
#include "fb/mul_registers.h"

#if FB_M > MC_WORD_BITS

/* Words of the low half; the high half has as many, or one less, and is then padded with a zero word. */
#define HALF ((FB_WORDS + 1) / 2)
#define HIGH (FB_WORDS - HALF)

FB_NOINLINE void multiply_half(mc_word *c, const mc_word *a, const mc_word *b)
{
    mc_word table[WINDOW4_ROWS * (HALF + 1)];
    registers_multiply(c, a, b, table, HALF, HALF + 1);
}

/* high = the high half of a, sum = the sum of both halves. */
FB_NOINLINE void split(mc_word *high, mc_word *sum, const mc_word *a)
{
    for (uint8_t j = 0; j < HALF; j++) {
        high[j] = j < HIGH ? a[HALF + j] : 0;
        sum[j] = a[j] ^ high[j];
    }
}

/* c = a b, unreduced; c apart from a and b. */
void FB(mul_karatsuba_ld_registers)(mc_word *c, const mc_word *a, const mc_word *b)
{
    mc_word a_high[HALF], b_high[HALF], a_sum[HALF], b_sum[HALF];
    mc_word high[2 * HALF], middle[2 * HALF];
    split(a_high, a_sum, a);
    split(b_high, b_sum, b);
    multiply_half(c, a, b);
    multiply_half(high, a_high, b_high);
    multiply_half(middle, a_sum, b_sum);
    for (uint8_t j = 0; j < 2 * HALF; j++)
        middle[j] ^= c[j] ^ high[j];
    for (uint8_t j = 0; j < 2 * HIGH; j++)
        c[2 * HALF + j] = high[j];
    for (uint8_t j = 0; j < 2 * HALF; j++)
        c[HALF + j] ^= middle[j];
}

#endif
