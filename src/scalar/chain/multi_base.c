/*---
name: multi-base
family: scalar-mult
summary: chain with the bases 2, 3 and 5: doublings, triplings, quintuplings and additions of p or -p, no table
source: Yu, Wang, Li and Tian 2013; Mishra and Dimitrov 2007
domain: any point, 0 <= k < 2^l
constant_time: no
uses: field-mul-reduce, field-sqr-reduce, field-inv, coordinates
recoding: multi-base
doublings: twos
triplings: threes
quintuplings: fives
additions: weight - 1
---*/
#include "scalar/scalar.h"

mc_status EC(scalar_mult_multi_base_var)(EC(affine) *r, const mc_word *k, const EC(affine) *p,
                                         const MC_FLASH EC(curve) *curve)
{
    mc_chain_step steps[CHAIN_STEPS];
    const mc_status status = EC(scalar_status)(k);
    const uint16_t length = status == MC_OK ? EC(recode_chain_multi_base_var)(steps, k) : 0;
    if (length == 0 || EC(affine_mask_infinity)(p))
        EC(affine_set_infinity)(r);
    else
        EC(chain_multiply_var)(r, steps, length, p, curve);
    return status;
}
