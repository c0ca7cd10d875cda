/*---
name: comb-byte-shifts-mmx
family: fb-mul
summary: comb-byte-shifts in the 64-bit registers mm0 to mm7, by MMX instructions
source: dahab2006, improvement III, MMX-64
domain: any a, b
constant_time: same-trace
word_bits: 64
requires: MC_NATIVE_X86_64
ram_table_bytes: 16 * n * W
---*/
#include "fb/byte_shifts/byte_shifts.h"

#if MC_NATIVE_X86_64

/* c = a b, unreduced; c apart from a and b. */
void FB(mul_comb_byte_shifts_mmx)(mc_word *c, const mc_word *a, const mc_word *b)
{
    byte_shifts_mmx_multiply(c, a, b, 0);
    byte_shifts_mmx_leave();
}

#endif
