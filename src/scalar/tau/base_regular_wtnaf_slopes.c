/*---
name: regular-wtnaf-slopes
family: scalar-mult-base
summary: width-w tau-adic form with all digits odd, points alpha_u G by their slopes in flash, sum in lambda
  coordinates: the same additions for every scalar
source: Oliveira, Aranha, Lopez and Rodriguez-Henriquez 2014; Joye and Tunstall 2009; Solinas 2000
domain: Koblitz curves, else MC_ERROR_UNSUPPORTED; 0 <= k < 2^m. Exceptional cases of additions proved away or masked:
  scalar/tau/regular.h
requires: !FIELD_IS_PRIME
constant_time: same-trace
curves: koblitz
windows: 8, 9
uses: fb-mul-reduce, fb-mul-each, fb-sqr-reduce, fb-inv
flash_table_bytes: 2 ** (w - 1) * n * W
additions: (l + 2) // (w - 1)
frobenius_maps: (l + 2) // (w - 1) * (w - 1)
---*/
#include "curve/generator.h"
#include "scalar/tau/regular_frame.h"

#if !FIELD_IS_PRIME

#define BASE_SLOPES_WINDOW EC(MC_CONCATENATE(wtnaf_window, MC_WINDOW))

mc_status EC(MC_CONCATENATE(scalar_mult_base_regular_wtnaf_slopes, MC_WINDOW))(EC(affine) *r, const mc_word *k,
                                                                               const MC_FLASH EC(curve) *curve)
{
    const MC_FLASH EC(koblitz) *koblitz = EC_CURVE_KOBLITZ(curve);
    EC(blinding) blinding;
    const mc_status status = EC(regular_begin)(&blinding, k, NULL, curve);
    EC_RETURN_IF_ERROR(r, status);
    const MC_FLASH EC(affine_slope) *table = EC_GENERATOR_TABLE_KOBLITZ(curve, MC_CONCATENATE(wtnaf_slopes, MC_WINDOW));
    if (!table)
        return EC(no_table)(r);
    uint8_t digits[REGULAR_DIGITS(MC_WINDOW)];
    EC(recode_wtnaf_regular)(digits, k, &BASE_SLOPES_WINDOW, koblitz);

    EC(affine_slope) point;
    EC(lambda) sum;
    for (uint8_t i = REGULAR_DIGITS(MC_WINDOW); i--;) {
        EC(affine_lookup_flash)(&point, table, WTNAF_TABLE_POINTS(MC_WINDOW), digits[i] >> 1);
        EC(slope_negate_masked)(&point, EC(regular_negative)(digits[i]));
        EC(regular_add_slope)(&sum, &point, i, MC_WINDOW, &blinding, curve);
    }
    EC(regular_sum_of_slopes)(r, &sum);
    REGULAR_END(blinding, digits, point, sum);
    return MC_OK;
}

#endif
