/*---
name: composed
family: fb-mul-reduce
summary: unreduced product, then reduction, with the members that the build binds
source: -
domain: any a, b
constant_time: same-trace
uses: fb-mul, fb-reduce
---*/
#include "fb/fb.h"

/* r = a b mod f; r may alias a or b. */
void FB(mul_reduce_composed)(mc_word *r, const mc_word *a, const mc_word *b)
{
    mc_word c[2 * FB_WORDS];
    fb_mul_unreduced(c, a, b);
    fb_reduce(r, c);
}
