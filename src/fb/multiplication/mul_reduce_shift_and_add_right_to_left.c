/*---
name: shift-and-add-right-to-left
family: fb-mul-reduce
summary: shift and add from the lowest bit of a, reducing b z at each step
source: hankerson2004 Algorithm 2.33
domain: any a, b
constant_time: same-trace-and-addresses
---*/
#include "fb/fb.h"

/* r = a b mod f; r may alias a or b. */
void FB(mul_reduce_shift_and_add_right_to_left)(mc_word *r, const mc_word *a, const mc_word *b)
{
    mc_word sum[FB_WORDS] = {0}, shifted[FB_WORDS];
    FB(copy)(shifted, b);
    for (unsigned e = 0; e < FB_M; e++) {
        FB(add_masked)(sum, shifted, FB(mask_bit)(a, e));
        FB(mul_z)(shifted, shifted);
    }
    FB(copy)(r, sum);
}
