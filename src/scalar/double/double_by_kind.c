/*---
name: by-kind
family: scalar-mult-double
summary: for programs that know their curve only when they run: interleaved-wtnaf/5 on Koblitz curves, glv-wmof/5 on
  those of 128 bits of security with an endomorphism, and interleaved-wnaf/5 on others
source: -
domain: any curve, any q, 0 <= k, l < 2^l
constant_time: no
uses: field-mul-reduce, field-sqr-reduce, field-inv, coordinates
ram_table_bytes: 16 * n * W
---*/
#include "curve/generator.h"
#include "scalar/scalar.h"

/* Three kilobytes for each field. */
#ifdef FP_GLV_BITS
#define DOUBLES_BY_GLV (FP_GLV_BITS >= 128)
#else
#define DOUBLES_BY_GLV 0
#endif

mc_status EC(scalar_mult_double_by_kind_var)(EC(affine) *r, const mc_word *k, const mc_word *l, const EC(affine) *q,
                                             const MC_FLASH EC(curve) *curve)
{
#if !FIELD_IS_PRIME && MC_HAS_HOST_TABLES
    if (EC_CURVE_KOBLITZ(curve))
        return EC(scalar_mult_double_interleaved_wtnaf5_var)(r, k, l, q, curve);
#endif
#if DOUBLES_BY_GLV
    if (EC_CURVE_GLV(curve))
        return EC(scalar_mult_double_glv_wmof5_var)(r, k, l, q, curve);
#endif
    return EC(scalar_mult_double_interleaved_wnaf5_var)(r, k, l, q, curve);
}
