/*---
name: itoh-tsujii
family: fb-inv
summary: inversion as a^(2^m - 2) by an addition chain for m - 1
source: hankerson2004 Section 2.3.6; Itoh and Tsujii 1988
domain: any a; the inverse of 0 is 0
constant_time: same-trace
uses: fb-mul-reduce, fb-sqr-reduce, fb-sqr-times
---*/
#include "fb/fb.h"

/* r = 1/a; r may be a. Keeps power = a^(2^k - 1) and doubles k, or doubles it and adds 1, as the bits of m - 1
 * say from the top; branches depend on m only. */
void FB(inv_itoh_tsujii)(mc_word *r, const mc_word *a)
{
    mc_word power[FB_WORDS], shifted[FB_WORDS];
    unsigned top = 1;
    while (top <= (FB_M - 1) / 2)
        top *= 2;
    FB(copy)(power, a);
    unsigned k = 1;
    for (unsigned bit = top / 2; bit; bit /= 2) {
        fb_sqr_times(shifted, power, k);
        fb_mul(power, shifted, power);
        k *= 2;
        if ((FB_M - 1) & bit) {
            fb_sqr(power, power);
            fb_mul(power, power, a);
            k++;
        }
    }
    fb_sqr(r, power);
    mc_wipe(power, sizeof power);
    mc_wipe(shifted, sizeof shifted);
}
