/*---
name: naf
family: recoding
summary: non-adjacent form: digits 0, 1, -1, of two neighbours one at least 0
source: arruda2014 Algorithm 1; Reitwiesner 1960
domain: 0 <= k < 2^l; no window
constant_time: no
widths: none
digits: below 2, odd, signed, apart 2
density: 1/3
---*/
#include "scalar/recode/digits.h"

uint16_t EC(recode_naf_var)(int8_t *digits, const mc_word *k, uint8_t window)
{
    (void)window;
    return EC(store_from_right)(digits, EC(read_wnaf_from_right), k, 2);
}
