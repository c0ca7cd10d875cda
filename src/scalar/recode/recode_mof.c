/*---
name: mof
family: recoding
summary: mutual opposite form 2 k - k from the left: digits 0, 1, -1, those not 0 in turns 1 and -1
source: Okeya, Schmidt-Samoa, Spahn and Takagi 2004
domain: 0 <= k < 2^l; no window
constant_time: no
widths: none
digits: below 2, odd, signed
density: 1/2
---*/
#include "scalar/recode/digits.h"

uint16_t EC(recode_mof_var)(int8_t *digits, const mc_word *k, uint8_t window)
{
    (void)window;
    return EC(store_from_left)(digits, EC(read_mof), k, 1);
}
