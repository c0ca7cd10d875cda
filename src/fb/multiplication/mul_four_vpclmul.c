/*---
name: vpclmul
family: fb-mul-four
summary: four products side by side in registers of 512 bits by VPCLMULQDQ; on processors that lack it: composed
source: Weimerskirch and Paar 2003; Gueron and Kounavis 2010, for the reduction
domain: any a, b
constant_time: same-trace-and-addresses
requires: FB_HAS_WIDE
---*/
#include "fb/wide.h"

#if FB_HAS_WIDE

WIDE static void products_vpclmul(mc_word *r, const mc_word *a, const mc_word *b)
{
    const wide_element x = wide_load(a, a + FB_WORDS, a + 2 * FB_WORDS, a + 3 * FB_WORDS),
                       y = wide_load(b, b + FB_WORDS, b + 2 * FB_WORDS, b + 3 * FB_WORDS), product = wide_mul(x, y);
    wide_store(r, r + FB_WORDS, r + 2 * FB_WORDS, r + 3 * FB_WORDS, &product);
}

static void products_portable(mc_word *r, const mc_word *a, const mc_word *b)
{
    FB(mul_four_composed)(r, a, b);
}

typedef void mul_four_function(mc_word *r, const mc_word *a, const mc_word *b);

/* r[i] = a[i] b[i] mod f for i < 4; r may alias a or b. */
MC_BIND(FB(mul_four_vpclmul), mul_four_function, MC_HAS_WIDE, products_vpclmul, products_portable,
        (mc_word * r, const mc_word *a, const mc_word *b), (r, a, b))

#endif
