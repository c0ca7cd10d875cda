/*---
name: chain
family: fb-half-trace
summary: half-trace, the sum of the a^(4^i) for i <= (m - 1) / 2, by doubling the number of its terms: m - 1 squarings,
  many in a row, and few additions
source: as Itoh and Tsujii 1988 for the product of such powers
domain: any a
constant_time: same-trace
requires: FB_M % 2
uses: fb-sqr-times
---*/
#include "fb/fb.h"

#if FB_M % 2

/* r^2 + r = a + Tr(a); r may be a. Keeps sum, the first k of the n terms, and doubles k, or doubles it and adds 1, as
 * the bits of n say from the top; branches depend on m only. */
void FB(half_trace_chain)(mc_word *r, const mc_word *a)
{
    const unsigned terms = (FB_M + 1) / 2;
    mc_word sum[FB_WORDS], power[FB_WORDS];
    unsigned k = 1, top = 1;
    while (top <= terms / 2)
        top *= 2;
    FB(copy)(sum, a);
    for (unsigned bit = top / 2; bit; bit /= 2) {
        fb_sqr_times(power, sum, 2 * k);
        fb_add(sum, sum, power);
        k *= 2;
        if (terms & bit) {
            fb_sqr_times(sum, sum, 2);
            fb_add(sum, sum, a);
            k++;
        }
    }
    FB(copy)(r, sum);
}

#endif
