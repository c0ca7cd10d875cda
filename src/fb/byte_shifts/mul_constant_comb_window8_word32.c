/*---
name: comb-window8-word32
family: fb-mul-constant
summary: comb-window8 with words of 32 bits where those of the library have 64
source: dahab2006, multiplication by a constant with a table of 256 elements, in C
domain: any a; the table of any b
constant_time: same-trace
word_bits: 32
uses: fb-reduce
requires: MC_WORD_BITS == 64 && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
ram_table_bytes: 256 * n * W
---*/
#include "fb/byte_shifts/byte_shifts.h"

#if MC_WORD_BITS == 64 && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__

/* r = a b mod f with the table of b; r may alias a. */
void FB(mul_constant_comb_window8_word32)(mc_word *r, const mc_word *a, const mc_word (*table)[FB_WORDS])
{
    mc_word c[2 * FB_WORDS];
    byte_shifts_word32_multiply_constant(c, a, table);
    fb_reduce(r, c);
}

#endif
