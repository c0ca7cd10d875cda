/*---
name: composed
family: window-step
summary: doublings by the bound member of their family, then an addition
source: Meloni 2007; hankerson2004 Algorithm 3.23
domain: a sum that is not infinity, and whose multiple is neither the point nor its opposite
curves: prime
requires: FIELD_IS_PRIME && !FIELD_HAS_EDWARDS_CURVES
constant_time: same-trace
uses: fp-mul-reduce, fp-sqr-reduce, fp-add, fp-sub, doubling
---*/
#include "scalar/multi/common_z.h"

#if FIELD_IS_PRIME && !FIELD_HAS_EDWARDS_CURVES

void EC(window_step_composed)(mc_word *sum, const mc_word *entry, const mc_word *a, uint8_t doublings)
{
    EC(common_z_double)((EC(common_z_sum) *)sum, doublings, a);
    (void)EC(common_z_add)((EC(common_z_sum) *)sum, (const EC(affine) *)entry);
}

#endif
