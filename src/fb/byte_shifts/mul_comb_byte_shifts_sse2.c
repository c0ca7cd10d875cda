/*---
name: comb-byte-shifts-sse2
family: fb-mul
summary: comb-byte-shifts in the 128-bit registers of SSE2, which it shifts by bytes in one instruction
source: dahab2006, improvement III, MMX-128
domain: any a, b
constant_time: same-trace
word_bits: 128
requires: MC_NATIVE_X86_64
ram_table_bytes: 16 * ((n * W + 15) // 16 * 16)
---*/
#include "fb/byte_shifts/byte_shifts.h"

#if MC_NATIVE_X86_64

/* c = a b, unreduced; c apart from a and b. */
void FB(mul_comb_byte_shifts_sse2)(mc_word *c, const mc_word *a, const mc_word *b)
{
    byte_shifts_sse2_multiply(c, a, b, 0);
}

#endif
