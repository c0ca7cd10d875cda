/*---
name: ladder
family: scalar-mult
summary: Montgomery ladder on x-coordinates by Lopez and Dahab, 6M + 4S a bit (5M + 4S for b = 1), m iterations for
  every scalar
source: aranha2008 Algorithm 9; Lopez and Dahab 1999
domain: any point, 0 <= k < 2^m; x = 0, k p and (k + 1) p infinity by masks
curves: binary
requires: !FIELD_IS_PRIME
constant_time: same-trace-and-addresses
uses: fb-mul-reduce, fb-sqr-reduce, fb-inv
doublings: l
additions: l
---*/
#include "scalar/scalar.h"

#if !FIELD_IS_PRIME
#include "scalar/ladder/ladder.h"

mc_status EC(scalar_mult_ladder)(EC(affine) *r, const mc_word *k, const EC(affine) *p, const MC_FLASH EC(curve) *curve)
{
    return ladder_multiply(r, k, p, curve, ladder_steps);
}

#endif
