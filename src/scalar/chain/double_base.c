/*---
name: double-base
family: scalar-mult
summary: double-base chain: doublings, triplings and additions of p or -p, no table
source: Doche and Habsieger 2008; Dimitrov, Imbert and Mishra 2005
domain: any point, 0 <= k < 2^l
constant_time: no
uses: field-mul-reduce, field-sqr-reduce, field-inv, coordinates
recoding: double-base
doublings: twos
triplings: threes
additions: weight - 1
---*/
#include "scalar/scalar.h"

mc_status EC(scalar_mult_double_base_var)(EC(affine) *r, const mc_word *k, const EC(affine) *p,
                                          const MC_FLASH EC(curve) *curve)
{
    mc_chain_step steps[CHAIN_STEPS];
    const mc_status status = EC(scalar_status)(k);
    const uint16_t length = status == MC_OK ? EC(recode_chain_double_base_var)(steps, k) : 0;
    if (length == 0 || EC(affine_mask_infinity)(p))
        EC(affine_set_infinity)(r);
    else
        EC(chain_multiply_var)(r, steps, length, p, curve);
    return status;
}
