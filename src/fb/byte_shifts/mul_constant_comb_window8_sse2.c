/*---
name: comb-window8-sse2
family: fb-mul-constant
summary: comb-window8 in the 128-bit registers of SSE2
source: dahab2006, multiplication by a constant with a table of 256 elements
domain: any a; the table of any b
constant_time: same-trace
word_bits: 128
uses: fb-reduce
requires: MC_NATIVE_X86_64
ram_table_bytes: 256 * n * W
---*/
#include "fb/byte_shifts/byte_shifts.h"

#if MC_NATIVE_X86_64

/* r = a b mod f with the table of b; r may alias a. */
void FB(mul_constant_comb_window8_sse2)(mc_word *r, const mc_word *a, const mc_word (*table)[FB_WORDS])
{
    mc_word c[2 * FB_WORDS];
    byte_shifts_sse2_multiply_constant(c, a, table);
    fb_reduce(r, c);
}

#endif
