/*---
name: binary
family: recoding
summary: digits 0 and 1: the bits
source: -
domain: 0 <= k < 2^l; no window
constant_time: no
widths: none
digits: below 2, odd
density: 1/2
---*/
#include "scalar/recode/digits.h"

uint16_t EC(recode_binary_var)(int8_t *digits, const mc_word *k, uint8_t window)
{
    (void)window;
    return EC(store_from_right)(digits, EC(read_bits_from_right), k, 1);
}
