/*---
name: by-kind
family: scalar-mult
summary: for programs that know their curve only when they run: regular-wtnaf/5 for points of prime order of Koblitz
  curves, ladder for the rest
source: -
domain: any point, 0 <= k < 2^m. The point is public
curves: binary
requires: !FIELD_IS_PRIME
constant_time: same-trace
uses: fb-mul-reduce, fb-sqr-reduce, fb-inv, coordinates
ram_table_bytes: 16 * n * W
doublings: (1 - koblitz) * l
additions: (1 - koblitz) * l + koblitz * ((l + 4) // 4 + 7)
frobenius_maps: koblitz * ((l + 4) // 4 * 4 + 11)
---*/
#include "scalar/scalar.h"

#if !FIELD_IS_PRIME

mc_status EC(scalar_mult_by_kind)(EC(affine) *r, const mc_word *k, const EC(affine) *p, const MC_FLASH EC(curve) *curve)
{
    if (EC_CURVE_KOBLITZ(curve) && EC(affine_mask_subgroup)(p, curve))
        return EC(scalar_mult_regular_wtnaf5)(r, k, p, curve);
    return EC(scalar_mult_ladder)(r, k, p, curve);
}

#endif
