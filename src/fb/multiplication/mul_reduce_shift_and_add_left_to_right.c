/*---
name: shift-and-add-left-to-right
family: fb-mul-reduce
summary: shift and add from the highest bit of a, reducing the sum at each step
source: hankerson2004 Section 2.3.3
domain: any a, b
constant_time: same-trace-and-addresses
---*/
#include "fb/fb.h"

/* r = a b mod f; r may alias a or b. */
void FB(mul_reduce_shift_and_add_left_to_right)(mc_word *r, const mc_word *a, const mc_word *b)
{
    mc_word sum[FB_WORDS] = {0};
    for (unsigned e = FB_M; e--;) {
        FB(mul_z)(sum, sum);
        FB(add_masked)(sum, b, FB(mask_bit)(a, e));
    }
    FB(copy)(r, sum);
}
