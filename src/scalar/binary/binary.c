/*---
name: binary
family: scalar-mult
summary: double and add from the left
source: hankerson2004 Algorithm 3.27; arruda2014 Algorithm 3
domain: any point, 0 <= k < 2^l
constant_time: no
uses: field-mul-reduce, field-sqr-reduce, field-inv, coordinates
recoding: binary
doublings: length - 1
additions: weight - 1
---*/
#include "scalar/recode/digits.h"

mc_status EC(scalar_mult_binary_var)(EC(affine) *r, const mc_word *k, const EC(affine) *p,
                                     const MC_FLASH EC(curve) *curve)
{
    mc_status status = EC(scalar_status)(k);
    EC_RETURN_IF_ERROR_OR_INFINITY(r, status, p);
    EC(affine) point = *p;
    EC(sum_from_left_var)(r, EC(read_sliding_window), k, RECODE_DIGITS, 1, &point, 2, curve);
    return MC_OK;
}
