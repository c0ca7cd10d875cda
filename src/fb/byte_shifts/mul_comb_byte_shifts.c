/*---
name: comb-byte-shifts
family: fb-mul
summary: comb with windows of 4 bits, upper nibbles of all bytes before lower ones, so that all shifts but one are by
  bytes
source: dahab2006, improvement III
domain: any a, b
constant_time: same-trace
ram_table_bytes: 16 * n * W
---*/
#include "fb/byte_shifts/byte_shifts.h"

/* c = a b, unreduced; c apart from a and b. */
void FB(mul_comb_byte_shifts)(mc_word *c, const mc_word *a, const mc_word *b)
{
    byte_shifts_word_multiply(c, a, b, 0);
}
