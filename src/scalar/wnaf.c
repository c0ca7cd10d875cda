/*---
name: wnaf
family: scalar-mult
summary: width-w NAF from the left, table in affine and sum in Lopez-Dahab coordinates
source: hankerson2004 Algorithm 3.36; tinyecck2008 Section 4
domain: any point, 0 <= k < 2^m
constant_time: no
windows: 2, 3, 4, 5
uses: field-mul-reduce, field-sqr-reduce, field-inv, coordinates
ram_table_bytes: 2 ** (w - 1) * n * W
recoding: wnaf
doublings: length - 1 + (w > 2)
additions: weight - 1 + 2 ** (w - 2) - 1
---*/
#include "scalar/scalar.h"

#define TABLE_POINTS (1 << (MC_WINDOW - 2))

MC_NOINLINE void make_table(EC(affine) *table, const EC(affine) *p, const MC_FLASH EC(curve) *curve)
{
    mc_word scratch[2 * TABLE_POINTS][EC_WORDS];
    EC(wnaf_table_var)(table, TABLE_POINTS, p, scratch, curve);
}

mc_status EC(MC_CONCATENATE(MC_CONCATENATE(scalar_mult_wnaf, MC_WINDOW), _var))(EC(affine) *r, const mc_word *k,
                                                                                const EC(affine) *p,
                                                                                const MC_FLASH EC(curve) *curve)
{
    mc_status status = EC(scalar_status)(k);
    if (status != MC_OK || EC(affine_mask_infinity)(p)) {
        EC(affine_set_infinity)(r);
        return status;
    }
    EC(affine) table[TABLE_POINTS];
    make_table(table, p, curve);
    int8_t digits[WNAF_DIGITS];
    uint16_t length = EC(recode_wnaf_var)(digits, k, MC_WINDOW);

    ec_projective sum;
    EC(projective_set_infinity)(&sum);
    for (uint16_t i = length; i--;) {
        if (i + 1 < length) /* the sum is infinity before the top digit */
            ec_double(&sum, &sum, curve);
        const int8_t digit = digits[i];
        if (digit)
            EC(add_signed_var)(&sum, &table[(digit < 0 ? -digit : digit) / 2], digit < 0, curve);
    }
    ec_to_affine_var(r, &sum);
    return MC_OK;
}
