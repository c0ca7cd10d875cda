/*---
name: affine-binary
family: scalar-mult
summary: double and add from the left in affine coordinates: an inversion for each, the least RAM
source: arruda2014 Algorithm 3 and Section 2.3.1.1; hankerson2004 Algorithm 3.27
domain: any point of a Weierstrass curve, 0 <= k < 2^l
requires: !FIELD_HAS_EDWARDS_CURVES
constant_time: no
uses: field-mul-reduce, field-sqr-reduce, field-inv, coordinates
recoding: binary
doublings: length - 1
additions: weight - 1
---*/
#include "scalar/scalar.h"

#if !FIELD_HAS_EDWARDS_CURVES

mc_status EC(scalar_mult_affine_binary_var)(EC(affine) *r, const mc_word *k, const EC(affine) *p,
                                            const MC_FLASH EC(curve) *curve)
{
    mc_status status = EC(scalar_status)(k);
    EC_RETURN_IF_ERROR_OR_INFINITY(r, status, p);
    uint16_t i = EC_SCALAR_BITS;
    while (i && !EC(scalar_bit)(k, i - 1))
        i--;
    EC(affine) sum;
    EC(affine_set_infinity)(&sum);
    if (i)
        sum = *p, i--;
    while (i--) {
        EC(affine_double_var)(&sum, &sum, curve);
        if (EC(scalar_bit)(k, i))
            EC(affine_add_var)(&sum, &sum, p, curve);
    }
    *r = sum;
    return MC_OK;
}

#endif
