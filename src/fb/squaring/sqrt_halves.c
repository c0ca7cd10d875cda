/*---
name: halves
family: fb-sqrt
summary: square root by even and odd places and one multiplication by sqrt(z), a constant of the field
source: Fong, Hankerson, Lopez and Menezes 2004, Section 3
domain: any a
constant_time: same-trace
uses: fb-mul-reduce
flash_table_bytes: n * W
---*/
#include "fb/squaring/sqrt_halves.h"

static const MC_FLASH mc_word sqrt_z[FB_WORDS] = FB_SQRT_Z;

/* r^2 = a; r may be a. */
void FB(sqrt_halves)(mc_word *r, const mc_word *a)
{
    mc_word even[FB_WORDS], odd[FB_WORDS], root[FB_WORDS];
    sqrt_split(even, odd, a);
    FB(from_flash)(root, sqrt_z);
    fb_mul(odd, odd, root);
    fb_add(r, even, odd);
}
