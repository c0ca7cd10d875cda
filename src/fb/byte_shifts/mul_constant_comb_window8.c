/*---
name: comb-window8
family: fb-mul-constant
summary: comb with windows of 8 bits: a byte of a chooses a row, shifts are by bytes
source: dahab2006, multiplication by a constant with a table of 256 elements
domain: any a; the table of any b
constant_time: same-trace
uses: fb-reduce
ram_table_bytes: 256 * n * W
---*/
#include "fb/byte_shifts/byte_shifts.h"

/* r = a b mod f with the table of b; r may alias a. */
void FB(mul_constant_comb_window8)(mc_word *r, const mc_word *a, const mc_word (*table)[FB_WORDS])
{
    mc_word c[2 * FB_WORDS];
    byte_shifts_word_multiply_constant(c, a, table);
    fb_reduce(r, c);
}
