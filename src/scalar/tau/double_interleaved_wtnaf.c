/*---
name: interleaved-wtnaf
family: scalar-mult-double
summary: width-w tau-adic NAF of l with a table in RAM and width-8 tau-adic NAF of k with a table in flash, Frobenius
  maps in common
source: Moeller 2001; Solinas 2000 Algorithm 4
domain: Koblitz curves, else MC_ERROR_UNSUPPORTED; any q, 0 <= k, l < 2^m
requires: !FIELD_IS_PRIME
constant_time: no
curves: koblitz
windows: 4, 5
uses: fb-mul-reduce, fb-sqr-reduce, fb-inv, coordinates
ram_table_bytes: 2 ** (w - 1) * n * W
flash_table_bytes: 128 * n * W
---*/
#include "curve/generator.h"
#include "scalar/scalar.h"
#include "scalar/tau/wtnaf.h"

#if !FIELD_IS_PRIME

#define DOUBLE_INTERLEAVED_WTNAF_WINDOW_OF_G 8
#define DOUBLE_INTERLEAVED_WTNAF_WINDOW      EC(MC_CONCATENATE(wtnaf_window, MC_WINDOW))

MC_NOINLINE void double_interleaved_wtnaf_make_table(EC(affine) *table, const EC(affine) *q, int8_t mu,
                                                     const MC_FLASH EC(curve) *curve)
{
    mc_word scratch[WTNAF_TABLE_SCRATCH(MC_WINDOW)][EC_WORDS];
    EC(wtnaf_table_var)(table, q, &DOUBLE_INTERLEAVED_WTNAF_WINDOW, mu, scratch, curve);
}

/* Digits of k for the generator; returns their number. */
MC_NOINLINE uint16_t recode_for_generator(int8_t *digits, const mc_word *k, const MC_FLASH EC(koblitz) *koblitz)
{
    mc_word r[2][EC_HALF_WORDS];
    EC(tau_reduce)(r, k, &koblitz->subgroup, koblitz->mu);
    return EC(recode_wtnaf_var)(digits, r, &EC(wtnaf_window8), koblitz->mu);
}

static mc_status double_interleaved_wtnaf_status_of(const mc_word *k, const mc_word *l, const MC_FLASH EC(curve) *curve)
{
    if (!EC_CURVE_KOBLITZ(curve))
        return MC_ERROR_UNSUPPORTED;
    mc_status status = EC(scalar_status)(k);
    return status == MC_OK ? EC(scalar_status)(l) : status;
}

mc_status EC(MC_CONCATENATE(MC_CONCATENATE(scalar_mult_double_interleaved_wtnaf, MC_WINDOW),
                            _var))(EC(affine) *r, const mc_word *k, const mc_word *l, const EC(affine) *q,
                                   const MC_FLASH EC(curve) *curve)
{
    const MC_FLASH EC(koblitz) *koblitz = EC_CURVE_KOBLITZ(curve);
    mc_status status = double_interleaved_wtnaf_status_of(k, l, curve);
    EC_RETURN_IF_ERROR(r, status);
    const MC_FLASH EC(affine) *table_of_g = EC_GENERATOR_TABLE_KOBLITZ(curve, wtnaf8);
    if (!table_of_g)
        return EC(no_table)(r);
    EC(affine) table[WTNAF_TABLE_POINTS(MC_WINDOW)], point;
    int8_t digits_of_k[WTNAF_DIGITS(DOUBLE_INTERLEAVED_WTNAF_WINDOW_OF_G)], digits_of_l[WTNAF_DIGITS(MC_WINDOW)];
    uint16_t length_of_k = recode_for_generator(digits_of_k, k, koblitz), length_of_l = 0;
    if (!EC(affine_mask_infinity)(q)) {
        double_interleaved_wtnaf_make_table(table, q, koblitz->mu, curve);
        length_of_l = EC(scalar_wtnaf_var)(digits_of_l, l, q, &DOUBLE_INTERLEAVED_WTNAF_WINDOW, koblitz, curve);
    }
    ec_projective sum;
    EC(point_set_infinity)(&sum);
    for (uint16_t i = length_of_k > length_of_l ? length_of_k : length_of_l; i--;) {
        ec_frobenius(&sum, &sum);
        int8_t digit = i < length_of_l ? digits_of_l[i] : 0;
        if (digit)
            EC(add_signed_var)(&sum,
                               &table[DOUBLE_INTERLEAVED_WTNAF_WINDOW.digits[(digit < 0 ? -digit : digit) / 2].slot],
                               digit < 0, curve);
        digit = i < length_of_k ? digits_of_k[i] : 0;
        if (digit) {
            point = table_of_g[EC(wtnaf_window8).digits[(digit < 0 ? -digit : digit) / 2].slot];
            EC(add_signed_var)(&sum, &point, digit < 0, curve);
        }
    }
    ec_to_affine_var(r, &sum);
    return MC_OK;
}

#endif
