/*---
name: comb-byte-shifts-word32
family: fb-mul
summary: comb-byte-shifts with words of 32 bits where those of the library have 64
source: dahab2006, improvement III, in C
domain: any a, b
constant_time: same-trace
word_bits: 32
requires: MC_WORD_BITS == 64 && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
ram_table_bytes: 16 * n * W
---*/
#include "fb/byte_shifts/byte_shifts.h"

#if MC_WORD_BITS == 64 && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__

/* c = a b, unreduced; c apart from a and b. */
void FB(mul_comb_byte_shifts_word32)(mc_word *c, const mc_word *a, const mc_word *b)
{
    byte_shifts_word32_multiply(c, a, b, 0);
}

#endif
