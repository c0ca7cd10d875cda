/*---
name: regular
family: recoding
summary: digits odd and below 2^w in size at every w-th place, none of them 0
source: Joye and Tunstall 2009; Okeya and Takagi 2003
domain: 0 <= k < 2^l, 1 <= w <= 7; for even k the digits are those of k + 1
constant_time: same-trace-and-addresses
widths: 1 to 7
digits: below 2**w, odd, signed, step w, none 0
density: 1/w
---*/
#include "scalar/recode/digits.h"

uint16_t EC(recode_regular)(int8_t *digits, const mc_word *k, uint8_t window)
{
    const uint16_t windows = (EC_SCALAR_BITS + window - 1) / window;
    for (uint16_t i = 0; i < RECODE_DIGITS; i++)
        digits[i] = 0;
    for (uint16_t i = 0; i < windows; i++)
        digits[i * window] = (int8_t)(2 * EC(regular_signs)(k, i, window, windows) + 1 - (1 << window));
    return (windows - 1) * window + 1;
}
