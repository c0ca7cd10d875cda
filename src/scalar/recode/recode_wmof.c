/*---
name: wmof
family: recoding
summary: windows of w digits of the mutual opposite form from the left: digits 0 or odd and below 2^(w-1) in size
source: Okeya, Schmidt-Samoa, Spahn and Takagi 2004
domain: 0 <= k < 2^l, 2 <= w <= 8
constant_time: no
widths: 2 to 8
digits: below 2**(w-1), odd, signed, third w+1
density: 1/(w+1)
---*/
#include "scalar/recode/digits.h"

uint16_t EC(recode_wmof_var)(int8_t *digits, const mc_word *k, uint8_t window)
{
    return EC(store_from_left)(digits, EC(read_mof), k, window);
}
