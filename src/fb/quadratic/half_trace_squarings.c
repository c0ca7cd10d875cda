/*---
name: squarings
family: fb-half-trace
summary: half-trace, the sum of the a^(4^i) for i <= (m - 1) / 2, by m - 1 squarings
source: hankerson2004 Section 3.6.2
domain: any a
constant_time: same-trace
requires: FB_M % 2
uses: fb-sqr-reduce
---*/
#include "fb/fb.h"

#if FB_M % 2

/* r^2 + r = a + Tr(a); r may be a. */
void FB(half_trace_squarings)(mc_word *r, const mc_word *a)
{
    mc_word sum[FB_WORDS];
    FB(copy)(sum, a);
    FB(copy)(r, a);
    for (uint16_t i = (FB_M - 1) / 2; i; i--) {
        fb_sqr(r, r);
        fb_sqr(r, r);
        fb_add(sum, sum, r);
    }
    FB(copy)(r, sum);
}

#endif
