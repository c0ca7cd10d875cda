/*---
name: composed
family: fb-mul-each
summary: one reduced product after the other
source: -
domain: any a, b; count > 0 is public
constant_time: same-trace-and-addresses
uses: fb-mul-reduce
---*/
#include "fb/fb.h"

void FB(mul_each_composed)(mc_word *r, const mc_word *a, const mc_word *b, uint8_t count)
{
    for (uint8_t i = 0; i < count; i++)
        fb_mul(r + i * FB_WORDS, a + i * FB_WORDS, b);
}
