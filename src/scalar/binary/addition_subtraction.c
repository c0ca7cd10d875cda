/*---
name: addition-subtraction
family: scalar-mult
summary: non-adjacent form from the left
source: arruda2014 Algorithm 5; hankerson2004 Algorithm 3.31
domain: any point, 0 <= k < 2^l
constant_time: no
uses: field-mul-reduce, field-sqr-reduce, field-inv, coordinates
recoding: naf
doublings: length - 1
additions: weight - 1
---*/
#include "scalar/recode/digits.h"

mc_status EC(scalar_mult_addition_subtraction_var)(EC(affine) *r, const mc_word *k, const EC(affine) *p,
                                                   const MC_FLASH EC(curve) *curve)
{
    mc_status status = EC(scalar_status)(k);
    EC_RETURN_IF_ERROR_OR_INFINITY(r, status, p);
    int8_t digits[RECODE_DIGITS];
    const uint16_t length = EC(recode_naf_var)(digits, k, 2);
    EC(affine) point = *p;
    EC(sum_from_left_var)(r, EC(read_stored), digits, length, 2, &point, 2, curve);
    return MC_OK;
}
