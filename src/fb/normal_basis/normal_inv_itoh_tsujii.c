/*---
name: itoh-tsujii
family: fb-normal-inv
summary: inversion as a^(2^m - 2) by an addition chain for m - 1, in which all squares are rotations
source: Itoh and Tsujii 1988
domain: any a; the inverse of 0 is 0
constant_time: same-trace-and-addresses
uses: fb-normal-mul
requires: FB_HAS_NORMAL_BASIS
---*/
#include "fb/normal_basis/normal.h"

#if FB_HAS_NORMAL_BASIS

/* r = 1/a; r may be a. power = a^(2^k - 1); k doubles, or doubles and grows by 1, as the bits of m - 1 say from the
 * top. */
void FB(normal_inv_itoh_tsujii)(mc_word *r, const mc_word *a)
{
    mc_word power[FB_WORDS], shifted[FB_WORDS];
    unsigned top = 1, k = 1;
    while (top <= (FB_M - 1) / 2)
        top *= 2;
    FB(copy)(power, a);
    for (unsigned bit = top / 2; bit; bit /= 2) {
        FB(normal_sqr_times)(shifted, power, k);
        fb_normal_mul(power, shifted, power);
        k *= 2;
        if ((FB_M - 1) & bit) {
            FB(normal_sqr)(power, power);
            fb_normal_mul(power, power, a);
            k++;
        }
    }
    FB(normal_sqr)(r, power);
    mc_wipe(power, sizeof power);
    mc_wipe(shifted, sizeof shifted);
}

#endif
