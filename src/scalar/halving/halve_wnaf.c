/*---
name: halve-wnaf
family: scalar-mult
summary: width-w NAF of 2^(t-1) k modulo n, of t bits, its digits met by halving the point, a sum for each odd digit
source: Knudsen 1999; Fong, Hankerson, Lopez and Menezes 2004; hankerson2004 Algorithm 3.91
domain: points of prime order and infinity, else MC_ERROR_SUBGROUP; 0 <= k < 2^l
requires: !FIELD_IS_PRIME
constant_time: no
curves: binary
windows: 2, 3, 4, 5, 6
uses: fb-mul-reduce, fb-sqr-reduce, fb-inv, fb-sqrt, fb-half-trace, coordinates
recoding: wnaf
halvings: order_bits - 1
doublings: (length > order_bits) + (largest > 1) + (largest > 3) + (largest > 7) + (largest > 15)
additions: weight - sizes + sizes_ones - 1
ram_table_bytes: 3 * 2 ** (w - 2) * n * W
---*/
#include "scalar/halving/halving.h"

#if !FIELD_IS_PRIME

#define HALVE_WNAF_SUMS HALVING_SUMS(MC_WINDOW)

/* sums[j] = the sum of the +-P/2^(t-1-i) with the digit +-(2 j + 1). */
MC_NOINLINE void halve_wnaf_sum_by_digit(ec_projective *sums, const int8_t *digits, uint16_t length,
                                         const EC(affine) *p, const MC_FLASH EC(curve) *curve)
{
    const uint16_t top = curve->order_bits - 1;
    EC(affine_slope) half;
    EC(affine) point;
    for (uint8_t j = 0; j < HALVE_WNAF_SUMS; j++)
        EC(point_set_infinity)(&sums[j]);
    if (length > top + 1) { /* digits[top + 1] is 1 */
        ec_from_affine(&sums[0], p);
        ec_double(&sums[0], &sums[0], curve);
    }
    EC(affine_to_slope_var)(&half, p);
    for (uint16_t i = top;; i--) {
        const int8_t digit = i < length ? digits[i] : 0;
        if (digit) {
            EC(affine_from_slope)(&point, &half);
            EC(add_signed_var)(&sums[(digit < 0 ? -digit : digit) / 2], &point, digit < 0, curve);
        }
        if (!i)
            return;
        ec_halve(&half, curve);
    }
}

/* With one inversion for all. */
MC_NOINLINE void to_affine_each(EC(affine) *points, const ec_projective *sums)
{
    mc_word z[HALVE_WNAF_SUMS][EC_WORDS], scratch[HALVE_WNAF_SUMS][EC_WORDS];
    for (uint8_t j = 0; j < HALVE_WNAF_SUMS; j++) {
        field_copy(points[j].x, sums[j].x);
        field_copy(points[j].y, sums[j].y);
        field_copy(z[j], sums[j].z);
        if (ec_mask_infinity(&sums[j])) {
            EC(affine_set_infinity)(&points[j]);
            field_set_small(z[j], 1);
        }
    }
    ec_to_affine_each_var(points, z, HALVE_WNAF_SUMS, scratch);
}

mc_status EC(MC_CONCATENATE(MC_CONCATENATE(scalar_mult_halve_wnaf, MC_WINDOW), _var))(EC(affine) *r, const mc_word *k,
                                                                                      const EC(affine) *p,
                                                                                      const MC_FLASH EC(curve) *curve)
{
    mc_status status = EC(halving_status)(k, p, curve);
    EC_RETURN_IF_ERROR_OR_INFINITY(r, status, p);
    int8_t digits[RECODE_DIGITS];
    ec_projective sums[HALVE_WNAF_SUMS];
    EC(affine) points[HALVE_WNAF_SUMS];
    const uint16_t length = EC(halving_digits_var)(digits, k, MC_WINDOW, curve);
    halve_wnaf_sum_by_digit(sums, digits, length, p, curve);
    to_affine_each(points, sums);
    if (HALVE_WNAF_SUMS == 1)
        *r = points[0];
    else
        EC(sum_of_odd_multiples_var)(r, points, HALVE_WNAF_SUMS, curve);
    return MC_OK;
}

#endif
