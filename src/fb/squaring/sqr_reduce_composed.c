/*---
name: composed
family: fb-sqr-reduce
summary: unreduced square, then reduction, with the members that the build binds
source: -
domain: any a
constant_time: same-trace
uses: fb-sqr, fb-reduce
---*/
#include "fb/fb.h"

/* r = a^2 mod f; r may be a. */
void FB(sqr_reduce_composed)(mc_word *r, const mc_word *a)
{
    mc_word c[2 * FB_WORDS];
    fb_sqr_unreduced(c, a);
    fb_reduce(r, c);
}
