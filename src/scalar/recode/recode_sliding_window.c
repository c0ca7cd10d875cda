/*---
name: sliding-window
family: recoding
summary: windows of w bits from the left, from a 1 to a 1: digits 0 or odd and below 2^w
source: hankerson2004 Algorithm 3.38 on bits; Knuth 1981 Section 4.6.3
domain: 0 <= k < 2^l, 1 <= w <= 7
constant_time: no
widths: 1 to 7
digits: below 2**w, odd, third w+1
density: 1/(w+1)
---*/
#include "scalar/recode/digits.h"

uint16_t EC(recode_sliding_window_var)(int8_t *digits, const mc_word *k, uint8_t window)
{
    return EC(store_from_left)(digits, EC(read_sliding_window), k, window);
}
