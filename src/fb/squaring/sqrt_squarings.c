/*---
name: squarings
family: fb-sqrt
summary: square root as a^(2^(m-1)), m - 1 squarings: no constant, least code
source: hankerson2004 Section 3.6.2
domain: any a
constant_time: same-trace
uses: fb-sqr-times
---*/
#include "fb/fb.h"

/* r^2 = a; r may be a. */
void FB(sqrt_squarings)(mc_word *r, const mc_word *a)
{
    fb_sqr_times(r, a, FB_M - 1);
}
