/*---
name: composed
family: fb-mul-four
summary: four calls of the reduced product that the build binds
source: -
domain: any a, b
constant_time: same-trace-and-addresses
uses: fb-mul-reduce
---*/
#include "fb/fb.h"

void FB(mul_four_composed)(mc_word *r, const mc_word *a, const mc_word *b)
{
    for (uint8_t i = 0; i < 4; i++)
        fb_mul(r + i * FB_WORDS, a + i * FB_WORDS, b + i * FB_WORDS);
}
