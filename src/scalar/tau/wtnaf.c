/*---
name: wtnaf
family: scalar-mult
summary: width-w tau-adic NAF of the scalar reduced modulo (tau^m - 1)/(tau - 1) or tau^m - 1, table in affine and
  sum in Lopez-Dahab coordinates
source: Solinas 2000 Algorithms 4 and 5; hankerson2004 Algorithm 3.70; tinyecck2008 Section 4
domain: Koblitz curves, else MC_ERROR_UNSUPPORTED; any point, 0 <= k < 2^m
requires: !FIELD_IS_PRIME
constant_time: no
curves: koblitz
windows: 2, 3, 4, 5, 6
uses: fb-mul-reduce, fb-sqr-reduce, fb-inv, coordinates
ram_table_bytes: 2 ** (w - 1) * n * W
recoding: wtnaf
density: 1 / (w + 1)
additions: weight - 1 + 2 ** (w - 2) - 1
frobenius_maps: length - 1 + (0, 1, 5, 12, 41)[w - 2]
---*/
#include "scalar/scalar.h"
#include "scalar/tau/wtnaf.h"

#if !FIELD_IS_PRIME

#define WTNAF_WINDOW EC(MC_CONCATENATE(wtnaf_window, MC_WINDOW))

MC_NOINLINE void wtnaf_make_table(EC(affine) *table, const EC(affine) *p, int8_t mu, const MC_FLASH EC(curve) *curve)
{
    mc_word scratch[WTNAF_TABLE_SCRATCH(MC_WINDOW)][EC_WORDS];
    EC(wtnaf_table_var)(table, p, &WTNAF_WINDOW, mu, scratch, curve);
}

mc_status EC(MC_CONCATENATE(MC_CONCATENATE(scalar_mult_wtnaf, MC_WINDOW), _var))(EC(affine) *r, const mc_word *k,
                                                                                 const EC(affine) *p,
                                                                                 const MC_FLASH EC(curve) *curve)
{
    const MC_FLASH EC(koblitz) *koblitz = EC_CURVE_KOBLITZ(curve);
    mc_status status = koblitz ? EC(scalar_status)(k) : MC_ERROR_UNSUPPORTED;
    EC_RETURN_IF_ERROR_OR_INFINITY(r, status, p);
    EC(affine) table[WTNAF_TABLE_POINTS(MC_WINDOW)];
    wtnaf_make_table(table, p, koblitz->mu, curve);
    int8_t digits[WTNAF_DIGITS(MC_WINDOW)];
    uint16_t length = EC(scalar_wtnaf_var)(digits, k, p, &WTNAF_WINDOW, koblitz, curve);

    ec_projective sum;
    EC(point_set_infinity)(&sum);
    uint16_t last = length;
    for (uint16_t i = length; i--;) {
        const int8_t digit = digits[i];
        if (!digit && i)
            continue;
        if (last < length) /* the sum is infinity before the top digit */
            ec_frobenius_times(&sum, (uint8_t)(last - i));
        last = i;
        if (digit)
            EC(add_signed_var)(&sum, &table[WTNAF_WINDOW.digits[(digit < 0 ? -digit : digit) / 2].slot], digit < 0,
                               curve);
    }
    ec_to_affine_var(r, &sum);
    return MC_OK;
}

#endif
