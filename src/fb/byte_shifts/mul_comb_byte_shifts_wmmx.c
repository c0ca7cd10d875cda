/*---
name: comb-byte-shifts-wmmx
family: fb-mul
summary: comb-byte-shifts in the 64-bit registers of Wireless MMX
source: dahab2006, improvement III, wMMX
domain: any a, b
constant_time: same-trace
word_bits: 64
requires: MC_NATIVE_WMMX
ram_table_bytes: 16 * n * W
---*/
#include "fb/byte_shifts/byte_shifts.h"

#if MC_NATIVE_WMMX

/* c = a b, unreduced; c apart from a and b. */
void FB(mul_comb_byte_shifts_wmmx)(mc_word *c, const mc_word *a, const mc_word *b)
{
    byte_shifts_wmmx_begin();
    byte_shifts_wmmx_multiply(c, a, b, 0);
}

#endif
