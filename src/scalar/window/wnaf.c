/*---
name: wnaf
family: scalar-mult
summary: width-w NAF from the left, table of odd multiples in affine coordinates
source: hankerson2004 Algorithm 3.36; tinyecck2008 Section 4
domain: any point, 0 <= k < 2^l
constant_time: no
windows: 3, 4, 5, 6
uses: field-mul-reduce, field-sqr-reduce, field-inv, coordinates
ram_table_bytes: 2 ** (w - 1) * n * W
recoding: wnaf
doublings: length
additions: weight + 2 ** (w - 2) - 2
---*/
#include "scalar/recode/digits.h"

#define WNAF_TABLE_POINTS (1 << (MC_WINDOW - 2))

MC_NOINLINE void wnaf_make_table(EC(affine) *table, const EC(affine) *p, const MC_FLASH EC(curve) *curve)
{
    mc_word scratch[2 * WNAF_TABLE_POINTS][EC_WORDS];
    EC(wnaf_table_var)(table, WNAF_TABLE_POINTS, p, scratch, curve);
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
    EC(affine) table[WNAF_TABLE_POINTS];
    wnaf_make_table(table, p, curve);
    int8_t digits[RECODE_DIGITS];
    const uint16_t length = EC(recode_wnaf_var)(digits, k, MC_WINDOW);
    EC(sum_from_left_var)(r, EC(read_stored), digits, length, MC_WINDOW, table, 2, curve);
    return MC_OK;
}
