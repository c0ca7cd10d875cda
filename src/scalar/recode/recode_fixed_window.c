/*---
name: fixed-window
family: recoding
summary: base 2^w: digits 0 to 2^w - 1 at every w-th place
source: Brauer 1939
domain: 0 <= k < 2^l, 1 <= w <= 7
constant_time: no
widths: 1 to 7
digits: below 2**w, step w
density: (1-2**-w)/w
---*/
#include "scalar/recode/digits.h"

uint16_t EC(recode_fixed_window_var)(int8_t *digits, const mc_word *k, uint8_t window)
{
    return EC(store_from_left)(digits, EC(read_fixed_window), k, window);
}
