/*---
name: composed
family: fb-sqr-times
summary: a^(2^count), one squaring after the other
source: -
domain: any a; count is public
constant_time: same-trace
uses: fb-sqr-reduce
---*/
#include "fb/fb.h"

/* r = a^(2^count); r may be a. */
void FB(sqr_times_composed)(mc_word *r, const mc_word *a, unsigned count)
{
    if (r != a)
        FB(copy)(r, a);
    while (count--)
        fb_sqr(r, r);
}
