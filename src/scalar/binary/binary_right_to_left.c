/*---
name: binary-right-to-left
family: scalar-mult
summary: double and add from the right: multiples by powers of two and their sum both in projective coordinates
source: arruda2014 Algorithm 2; hankerson2004 Algorithm 3.26
domain: any point, 0 <= k < 2^l
requires: EC_HAS_ADD
constant_time: no
uses: field-mul-reduce, field-sqr-reduce, field-inv, coordinates
recoding: binary
doublings: length - 1
additions: weight - 1
---*/
#include "scalar/binary/from_right.h"

#if EC_HAS_ADD

mc_status EC(scalar_mult_binary_right_to_left_var)(EC(affine) *r, const mc_word *k, const EC(affine) *p,
                                                   const MC_FLASH EC(curve) *curve)
{
    mc_status status = EC(scalar_status)(k);
    EC_RETURN_IF_ERROR_OR_INFINITY(r, status, p);
    ec_projective sum;
    EC(sums_from_right_var)(&sum, 1, EC(read_bits_from_right), k, 1, p, curve);
    ec_to_affine_var(r, &sum);
    return MC_OK;
}

#endif
