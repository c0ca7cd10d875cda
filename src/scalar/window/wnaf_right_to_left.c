/*---
name: wnaf-right-to-left
family: scalar-mult
summary: width-w NAF from the right, used digit by digit as it appears: a sum in projective coordinates for each size
  of digit, joined at the end
source: Yao 1976; hankerson2004 Algorithm 3.35 for the digits
domain: any point, 0 <= k < 2^l
requires: EC_HAS_ADD
constant_time: no
windows: 3, 4, 5
uses: field-mul-reduce, field-sqr-reduce, field-inv, coordinates
ram_table_bytes: 2 ** (w - 2) * 3 * n * W
recoding: wnaf
doublings: length
additions: weight + (largest - 3) / 2
---*/
#include "scalar/binary/from_right.h"

#if EC_HAS_ADD

#define WNAF_RIGHT_TO_LEFT_SUMS (1 << (MC_WINDOW - 2))

/* sums[0] becomes the sum of (2 i + 1) sums[i]: with S_j the sum of sums[i] for i >= j it is S_0 + 2 (S_1 + S_2 + ...).
 */
static void join(ec_projective *sums, const MC_FLASH EC(curve) *curve)
{
    ec_projective total;
    EC(point_set_infinity)(&total);
    for (uint8_t i = WNAF_RIGHT_TO_LEFT_SUMS - 1; i; i--) {
        ec_add_var(&total, &total, &sums[i], curve);
        ec_add_var(&sums[i - 1], &sums[i - 1], &sums[i], curve);
    }
    ec_double(&total, &total, curve);
    ec_add_var(&sums[0], &sums[0], &total, curve);
}

mc_status EC(MC_CONCATENATE(MC_CONCATENATE(scalar_mult_wnaf_right_to_left, MC_WINDOW),
                            _var))(EC(affine) *r, const mc_word *k, const EC(affine) *p,
                                   const MC_FLASH EC(curve) *curve)
{
    mc_status status = EC(scalar_status)(k);
    EC_RETURN_IF_ERROR_OR_INFINITY(r, status, p);
    ec_projective sums[WNAF_RIGHT_TO_LEFT_SUMS];
    EC(sums_from_right_var)(sums, WNAF_RIGHT_TO_LEFT_SUMS, EC(read_wnaf_from_right), k, MC_WINDOW, p, curve);
    join(sums, curve);
    ec_to_affine_var(r, &sums[0]);
    return MC_OK;
}

#endif
