/*---
name: wnaf
family: recoding
summary: width-w non-adjacent form: digits 0 or odd and below 2^(w-1) in size, of w neighbours at most one not 0
source: hankerson2004 Algorithm 3.35
domain: 0 <= k < 2^l, 2 <= w <= 8
constant_time: no
widths: 2 to 8
digits: below 2**(w-1), odd, signed, apart w
density: 1/(w+1)
---*/
#include "scalar/recode/digits.h"

uint16_t EC(recode_wnaf_var)(int8_t *digits, const mc_word *k, uint8_t window)
{
    return EC(store_from_right)(digits, EC(read_wnaf_from_right), k, window);
}
