/* Arithmetic modulo the group orders: identities between its functions, for the sanitizers to watch.
 * (tests/test_fp.py compares the values with Python's.) */
#include "fb/fb.h"

#define MC_FP_BITS FB_M
#include "curve/fb_curve.h"
#include "fp/fp.h"

#include <stdio.h>
#include <string.h>

static int failures;

static void check(mc_word condition, const char *curve, const char *what)
{
    if (condition)
        return;
    printf("%s: %s\n", curve, what);
    failures++;
}

static void check_modulus(const char *curve, const MC_FLASH FP(modulus) *m)
{
    uint8_t octets[64];
    mc_word a[FP_WORDS], b[FP_WORDS], product[FP_WORDS], sum[FP_WORDS];
    for (unsigned round = 0; round < 20; round++) {
        memset(octets, 0xff - (int)round, sizeof octets);
        FP(from_octets)(a, octets, sizeof octets - round, m);
        check(FP(mask_below)(a, m), curve, "residue not below the order");
        FP(to_montgomery)(b, a, m);
        FP(from_montgomery)(sum, b, m);
        check(FP(mask_equal)(sum, a), curve, "not back from Montgomery form");

        fp_inv(product, b, m);
        FP(mul)(product, product, a, m); /* a R / R / a = 1 */
        memset(b, 0, sizeof b);
        b[0] = !FP(mask_zero)(a);
        check(FP(mask_equal)(product, b), curve, "a / a is not 1");

        FP(add)(sum, a, product, m);
        FP(sub)(sum, sum, product, m);
        check(FP(mask_equal)(sum, a), curve, "a + b - b is not a");
    }
}

int main(void)
{
#define CHECK(curve) check_modulus(#curve, &mc_##curve##_order);
    FB_CURVES(CHECK)
    return failures != 0;
}
