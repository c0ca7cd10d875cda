/*---
name: edwards-list
family: scalar-mult-double
summary: bits of both scalars from the left, doublings and additions by one list of complete formulas that a loop
  reads; little code, no table
source: Hisil, Wong, Carter and Dawson 2008, 3.1; Straus 1964
domain: any q, 0 <= k, l < 2^l
curves: edwards
requires: FIELD_HAS_EDWARDS_CURVES
constant_time: no
uses: fp-mul-reduce, fp-inv
---*/
#include "curve/prime/fp_extended_list.h"
#include "scalar/scalar.h"

#if FIELD_HAS_EDWARDS_CURVES

mc_status EC(scalar_mult_double_edwards_list_var)(EC(affine) *r, const mc_word *k, const mc_word *l,
                                                  const EC(affine) *q, const MC_FLASH EC(curve) *curve)
{
    if (EC(scalar_status)(k) != MC_OK || EC(scalar_status)(l) != MC_OK) {
        EC(affine_set_infinity)(r);
        return MC_ERROR_SCALAR_RANGE;
    }
    EC(affine) generator;
    mc_word e[EXTENDED_ELEMENTS][EC_WORDS];
    EC(affine_generator)(&generator, curve);
    EC(extended_list_begin)(e, curve);
    uint8_t begun = 0;
    for (uint16_t i = EC_SCALAR_BITS; i--;) {
        const uint8_t k_bit = EC(scalar_bit)(k, i), l_bit = EC(scalar_bit)(l, i);
        if (begun)
            EC(extended_list_double)(e, curve);
        if (k_bit)
            EC(extended_list_add)(e, &generator, (mc_word)~0, curve);
        if (l_bit)
            EC(extended_list_add)(e, q, (mc_word)~0, curve);
        begun |= k_bit | l_bit;
    }
    EC(extended_list_end)(r, e);
    return MC_OK;
}

#endif
