/*---
name: public-by-kind
family: scalar-mult
summary: for programs that know their curve only when they run, and public scalars: wtnaf-wide/4 on Koblitz curves, on
  others ladder-wide, which needs no more time than any that depends on the scalar; wtnaf/5 and ladder on processors
  that are not for these
source: -
domain: any point, 0 <= k < 2^m
curves: binary
requires: !FIELD_IS_PRIME
constant_time: no
uses: fb-mul-reduce, fb-sqr-reduce, fb-inv, coordinates
ram_table_bytes: 48 * ((n + 1) // 2 * 2) * W
doublings: (1 - koblitz) * l
additions: (1 - koblitz) * l + koblitz * (((l + 3) // 3 + 4) // 4 + 4)
---*/
#include "scalar/scalar.h"

#if !FIELD_IS_PRIME

mc_status EC(scalar_mult_public_by_kind_var)(EC(affine) *r, const mc_word *k, const EC(affine) *p,
                                             const MC_FLASH EC(curve) *curve)
{
#if FB_HAS_WIDE
    if (EC_CURVE_KOBLITZ(curve))
        return EC(scalar_mult_wtnaf_wide4_var)(r, k, p, curve);
    return EC(scalar_mult_ladder_wide)(r, k, p, curve);
#else
    if (EC_CURVE_KOBLITZ(curve))
        return EC(scalar_mult_wtnaf5_var)(r, k, p, curve);
    return EC(scalar_mult_ladder)(r, k, p, curve);
#endif
}

#endif
