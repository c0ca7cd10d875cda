/*---
name: binary
family: scalar-mult
summary: double and add from the left, sum in Lopez-Dahab coordinates
source: hankerson2004 Algorithm 3.27
domain: any point, 0 <= k < 2^m
constant_time: no
uses: field-mul-reduce, field-sqr-reduce, field-inv, coordinates
recoding: binary
density: 1 / 2
doublings: bits - 1
additions: ones - 1
---*/
#include "scalar/scalar.h"

mc_status EC(scalar_mult_binary_var)(EC(affine) *r, const mc_word *k, const EC(affine) *p,
                                     const MC_FLASH EC(curve) *curve)
{
    mc_status status = EC(scalar_status)(k);
    if (status != MC_OK) {
        EC(affine_set_infinity)(r);
        return status;
    }
    uint16_t i = EC_SCALAR_BITS;
    while (i && !EC(scalar_bit)(k, i - 1))
        i--;
    ec_projective sum;
    EC(projective_set_infinity)(&sum);
    if (i) { /* the top bit */
        ec_from_affine(&sum, p);
        i--;
    }
    while (i--) {
        ec_double(&sum, &sum, curve);
        if (EC(scalar_bit)(k, i))
            ec_add_mixed_var(&sum, &sum, p, curve);
    }
    ec_to_affine_var(r, &sum);
    return MC_OK;
}
