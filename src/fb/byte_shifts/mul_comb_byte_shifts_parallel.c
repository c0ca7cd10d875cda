/*---
name: comb-byte-shifts-parallel
family: fb-mul
summary: comb-byte-shifts with the sums of upper and of lower nibbles side by side, in one pass over a
source: dahab2006, the parallel method
domain: any a, b
constant_time: same-trace
ram_table_bytes: 16 * n * W
---*/
#include "fb/byte_shifts/byte_shifts.h"

/* c = a b, unreduced; c apart from a and b. */
void FB(mul_comb_byte_shifts_parallel)(mc_word *c, const mc_word *a, const mc_word *b)
{
    byte_shifts_word_multiply(c, a, b, 1);
}
