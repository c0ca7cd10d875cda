/*---
name: by-kind
family: scalar-mult
summary: for programs that know their curve only when they run: regular-wtnaf-wide/4 for points of prime order of
  Koblitz curves, ladder-wide for the rest; regular-wtnaf/5 and ladder on processors that are not for these
source: -
domain: any point, 0 <= k < 2^m. The point is public
curves: binary
requires: !FIELD_IS_PRIME
constant_time: same-trace
uses: fb-mul-reduce, fb-sqr-reduce, fb-inv, coordinates
ram_table_bytes: 48 * ((n + 1) // 2 * 2) * W
doublings: (1 - koblitz) * l
additions: (1 - koblitz) * l + koblitz * (((l + 3) // 3 + 4) // 4 + 4)
---*/
#include "scalar/scalar.h"

#if !FIELD_IS_PRIME

#if FB_HAS_WIDE
#define BY_KIND_KOBLITZ   EC(scalar_mult_regular_wtnaf_wide4)
#define BY_KIND_VALIDATED EC(scalar_mult_validated_wide)
#define BY_KIND_OTHER     EC(scalar_mult_ladder_wide)
#else
#define BY_KIND_KOBLITZ   EC(scalar_mult_regular_wtnaf5)
#define BY_KIND_VALIDATED EC(scalar_mult_regular_wtnaf5)
#define BY_KIND_OTHER     EC(scalar_mult_ladder)
#endif

mc_status EC(scalar_mult_by_kind)(EC(affine) *r, const mc_word *k, const EC(affine) *p, const MC_FLASH EC(curve) *curve)
{
    if (!EC_CURVE_KOBLITZ(curve))
        return BY_KIND_OTHER(r, k, p, curve);
    const EC(affine) point = *p; /* r may be p */
    const mc_status status = BY_KIND_KOBLITZ(r, k, &point, curve);
    return status == MC_ERROR_SUBGROUP ? BY_KIND_OTHER(r, k, &point, curve) : status;
}

mc_status EC(scalar_mult_by_kind_validated)(EC(affine) *r, const mc_word *k, const EC(affine) *p,
                                            const MC_FLASH EC(curve) *curve)
{
    return EC_CURVE_KOBLITZ(curve) ? BY_KIND_VALIDATED(r, k, p, curve) : BY_KIND_OTHER(r, k, p, curve);
}

#endif
