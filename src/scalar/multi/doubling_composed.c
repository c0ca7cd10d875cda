/*---
name: composed
family: doubling
summary: a doubling of X, 2 Y, Z by the field's bound operations
source: hankerson2004 Algorithm 3.23, without its division by two
domain: any points, infinity included
curves: prime
requires: FIELD_IS_PRIME && !FIELD_HAS_EDWARDS_CURVES
constant_time: same-trace
uses: fp-mul-reduce, fp-sqr-reduce, fp-add, fp-sub
---*/
#include "scalar/scalar.h"

#if FIELD_IS_PRIME && !FIELD_HAS_EDWARDS_CURVES

/* With A = 3 X^2 + a Z^4 and B = X (2 Y)^2: X3 = A^2 - 2 B, 2 Y3 = 2 A (B - X3) - (2 Y)^4, Z3 = (2 Y) Z. Infinity needs
 * no case of its own: Z3 = 0. */
void EC(doubling_composed)(mc_word *sum, const mc_word *az4, mc_word *power)
{
    mc_word *const x = sum, *const y2 = x + EC_WORDS, *const z = y2 + EC_WORDS;
    mc_word a[EC_WORDS], b[EC_WORDS];
    fp_sqr(b, x);
    fp_add(a, b, b);
    fp_add(a, a, b);
    if (az4)
        fp_add(a, a, az4);
    fp_sqr(power, y2);
    fp_mul(b, x, power);
    fp_sqr(power, power);
    fp_mul(z, z, y2);
    fp_sqr(x, a);
    fp_sub(x, x, b);
    fp_sub(x, x, b);
    fp_sub(b, b, x);
    fp_mul(b, b, a);
    fp_add(b, b, b);
    fp_sub(y2, b, power);
}

#endif
