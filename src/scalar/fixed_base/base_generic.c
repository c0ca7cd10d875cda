/*---
name: generic
family: scalar-mult-base
summary: the multiplication bound for secrets, on the generator; no table
source: -
domain: 0 <= k < 2^m
constant_time: same-trace
uses: scalar-mult
---*/
#include "scalar/scalar.h"

mc_status EC(scalar_mult_base_generic)(EC(affine) *r, const mc_word *k, const MC_FLASH EC(curve) *curve)
{
    EC(affine_generator)(r, curve);
    return ec_scalar_mult_whole(r, k, r, curve); /* scalar/split.c has split it, if anything has */
}
