/*---
name: separate
family: scalar-mult-double
summary: two multiplications and an affine addition
source: -
domain: any q, 0 <= k, l < 2^m
constant_time: no
uses: scalar-mult, coordinates
---*/
#include "scalar/scalar.h"

mc_status EC(scalar_mult_double_separate_var)(EC(affine) *r, const mc_word *k, const mc_word *l, const EC(affine) *q,
                                              const MC_FLASH EC(curve) *curve)
{
    EC(affine) left;
    EC(affine_generator)(&left, curve);
    mc_status status = ec_scalar_mult_var(&left, k, &left, curve);
    if (status == MC_OK)
        status = ec_scalar_mult_var(r, l, q, curve);
    EC_RETURN_IF_ERROR(r, status);
    EC(affine_add_var)(r, r, &left, curve);
    return MC_OK;
}
