/*---
name: edwards-list
family: scalar-mult
summary: a doubling and an addition for every bit, of the point or, by a mask, of infinity, by one list of complete
  formulas that a loop reads; little code, no table
source: Hisil, Wong, Carter and Dawson 2008, 3.1; Coron 1999, Section 3.1
domain: any point, 0 <= k < 2^l; no case has a branch of its own
curves: edwards
requires: FIELD_HAS_EDWARDS_CURVES
constant_time: same-trace-and-addresses
uses: fp-mul-reduce, fp-inv
doublings: l
additions: l
---*/
#include "curve/prime/fp_extended_list.h"
#include "scalar/blinding.h"
#include "scalar/scalar.h"

#if FIELD_HAS_EDWARDS_CURVES

mc_status EC(scalar_mult_edwards_list)(EC(affine) *r, const mc_word *k, const EC(affine) *p,
                                       const MC_FLASH EC(curve) *curve)
{
    EC(blinding) blinding;
    mc_status status = EC(scalar_status)(k);
    ec_blinding_begin(&blinding, &status);
    EC_RETURN_IF_ERROR(r, status);
    mc_word e[EXTENDED_ELEMENTS][EC_WORDS];
    EC(extended_list_begin)(e, curve);
    ec_blind_quotient(e[SUM_Y], e[SUM_Z], &blinding);
    ec_blinding_end(&blinding);
    for (uint16_t i = EC_SCALAR_BITS; i--;) {
        EC(extended_list_double)(e, curve);
        EC(extended_list_add)(e, p, mc_word_barrier((mc_word)(0 - (mc_word)EC(scalar_bit)(k, i))), curve);
        ec_counts_as(1, 1);
    }
    EC(extended_list_end)(r, e);
    return MC_OK;
}

#endif
