/*---
name: interleaved-wtnaf-slopes
family: scalar-mult-double
summary: interleaved-wtnaf with points by their slopes and the sum in lambda coordinates; for q outside the subgroup of
  prime order, which verification refuses, bit by bit in affine coordinates
source: Moeller 2001; Solinas 2000 Algorithm 4; Oliveira, Lopez, Aranha and Rodriguez-Henriquez 2013
domain: Koblitz curves, else MC_ERROR_UNSUPPORTED; any q, 0 <= k, l < 2^m
requires: !FIELD_IS_PRIME
constant_time: no
curves: koblitz
windows: 4, 5
uses: fb-mul-reduce, fb-mul-each, fb-sqr-reduce, fb-inv, coordinates
ram_table_bytes: 2 ** (w - 1) * n * W
flash_table_bytes: 128 * n * W
---*/
#include "curve/generator.h"
#include "scalar/scalar.h"
#include "scalar/tau/wtnaf.h"

#if !FIELD_IS_PRIME

#include "curve/binary/fb_formulas.h"

#define SLOPES_WINDOW_OF_G 8
#define SLOPES_WINDOW      EC(MC_CONCATENATE(wtnaf_window, MC_WINDOW))

MC_NOINLINE void interleaved_slopes_make_table(EC(affine) *table, const EC(affine) *q, int8_t mu,
                                               const MC_FLASH EC(curve) *curve)
{
    mc_word scratch[WTNAF_TABLE_SCRATCH(MC_WINDOW)][EC_WORDS];
    EC(wtnaf_table_var)(table, q, &SLOPES_WINDOW, mu, scratch, curve);
    EC(affine_to_slope_each_var)(table, WTNAF_TABLE_POINTS(MC_WINDOW));
}

/* Digits of k for a point of prime order; returns their number. */
MC_NOINLINE uint16_t interleaved_slopes_recode(int8_t *digits, const mc_word *k, const MC_FLASH mc_wtnaf_window *window,
                                               const MC_FLASH EC(koblitz) *koblitz)
{
    mc_word r[2][EC_HALF_WORDS];
    EC(tau_reduce)(r, k, &koblitz->subgroup, koblitz->mu);
    return EC(recode_wtnaf_var)(digits, r, window, koblitz->mu);
}

/* r = k G + l q for any q. */
MC_NOINLINE void interleaved_slopes_any_point(EC(affine) *r, const mc_word *k, const mc_word *l, const EC(affine) *q,
                                              const MC_FLASH EC(curve) *curve)
{
    EC(affine) sum, g;
    EC(affine_generator)(&g, curve);
    EC(affine_set_infinity)(&sum);
    for (uint16_t i = EC_SCALAR_BITS; i--;) {
        EC(affine_double_var)(&sum, &sum, curve);
        if (k[i / MC_WORD_BITS] >> i % MC_WORD_BITS & 1)
            EC(affine_add_var)(&sum, &sum, &g, curve);
        if (l[i / MC_WORD_BITS] >> i % MC_WORD_BITS & 1)
            EC(affine_add_var)(&sum, &sum, q, curve);
    }
    *r = sum;
}

/* sum = tau^places sum + or - the point, which may be negated. */
static void interleaved_slopes_step(EC(lambda) *sum, uint16_t places, EC(affine_slope) *point, int8_t digit,
                                    const MC_FLASH EC(curve) *curve)
{
    EC(lambda_frobenius_times)(sum, (uint8_t)places);
    EC(slope_negate_masked)(point, (mc_word)(0 - (mc_word)(digit < 0)));
    EC(lambda_add_slope_var)(sum, point, curve);
}

static const MC_FLASH mc_wtnaf_digit *interleaved_slopes_digit(const MC_FLASH mc_wtnaf_window *window, int8_t digit)
{
    return &window->digits[(digit < 0 ? -digit : digit) / 2];
}

mc_status EC(MC_CONCATENATE(MC_CONCATENATE(scalar_mult_double_interleaved_wtnaf_slopes, MC_WINDOW),
                            _var))(EC(affine) *r, const mc_word *k, const mc_word *l, const EC(affine) *q,
                                   const MC_FLASH EC(curve) *curve)
{
    const MC_FLASH EC(koblitz) *koblitz = EC_CURVE_KOBLITZ(curve);
    mc_status status = koblitz ? EC(scalar_status)(k) : MC_ERROR_UNSUPPORTED;
    if (status == MC_OK)
        status = EC(scalar_status)(l);
    EC_RETURN_IF_ERROR(r, status);
    const MC_FLASH EC(affine_slope) *table_of_g = EC_GENERATOR_TABLE_KOBLITZ(curve, wtnaf_slopes8);
    if (!table_of_g)
        return EC(no_table)(r);
    if (!EC(affine_mask_infinity)(q) && !EC(affine_mask_subgroup)(q, curve)) {
        interleaved_slopes_any_point(r, k, l, q, curve);
        return MC_OK;
    }
    EC(affine_slope) table[WTNAF_TABLE_POINTS(MC_WINDOW)], point;
    int8_t digits_of_k[WTNAF_DIGITS(SLOPES_WINDOW_OF_G)], digits_of_l[WTNAF_DIGITS(MC_WINDOW)];
    uint16_t length_of_l = 0;
    const uint16_t length_of_k = interleaved_slopes_recode(digits_of_k, k, &EC(wtnaf_window8), koblitz);
    if (!EC(affine_mask_infinity)(q)) {
        interleaved_slopes_make_table(table, q, koblitz->mu, curve);
        length_of_l = interleaved_slopes_recode(digits_of_l, l, &SLOPES_WINDOW, koblitz);
    }
    EC(lambda) sum;
    EC(affine_set_infinity)(&point);
    EC(lambda_from_slope)(&sum, &point);
    uint16_t last = length_of_k > length_of_l ? length_of_k : length_of_l;
    for (uint16_t i = last; i--;) {
        const int8_t of_l = i < length_of_l ? digits_of_l[i] : 0, of_k = i < length_of_k ? digits_of_k[i] : 0;
        if (of_l) {
            point = table[interleaved_slopes_digit(&SLOPES_WINDOW, of_l)->slot];
            interleaved_slopes_step(&sum, last - i, &point, of_l, curve);
            last = i;
        }
        if (of_k) {
            point = table_of_g[interleaved_slopes_digit(&EC(wtnaf_window8), of_k)->slot];
            interleaved_slopes_step(&sum, last - i, &point, of_k, curve);
            last = i;
        }
    }
    EC(lambda_frobenius_times)(&sum, (uint8_t)last);
    field_inv_var(sum.z, sum.z);
    EC(lambda_to_affine_by_inverse)(r, sum.x, sum.y, sum.z);
    return MC_OK;
}

#endif
