/*---
name: sliding-window
family: scalar-mult
summary: windows of w bits from the left, each from a 1 to a 1; table of odd multiples in affine coordinates
source: hankerson2004 Algorithm 3.38 on bits
domain: any point, 0 <= k < 2^l
constant_time: no
windows: 2, 3, 4, 5
uses: field-mul-reduce, field-sqr-reduce, field-inv, coordinates
ram_table_bytes: 2 ** w * n * W
recoding: sliding-window
doublings: length
additions: weight + 2 ** (w - 1) - 2
---*/
#include "scalar/recode/digits.h"

#define SLIDING_WINDOW_TABLE_POINTS (1 << (MC_WINDOW - 1))

MC_NOINLINE void sliding_window_make_table(EC(affine) *table, const EC(affine) *p, const MC_FLASH EC(curve) *curve)
{
    mc_word scratch[2 * SLIDING_WINDOW_TABLE_POINTS][EC_WORDS];
    EC(wnaf_table_var)(table, SLIDING_WINDOW_TABLE_POINTS, p, scratch, curve);
}

mc_status EC(MC_CONCATENATE(MC_CONCATENATE(scalar_mult_sliding_window, MC_WINDOW),
                            _var))(EC(affine) *r, const mc_word *k, const EC(affine) *p,
                                   const MC_FLASH EC(curve) *curve)
{
    mc_status status = EC(scalar_status)(k);
    if (status != MC_OK || EC(affine_mask_infinity)(p)) {
        EC(affine_set_infinity)(r);
        return status;
    }
    EC(affine) table[SLIDING_WINDOW_TABLE_POINTS];
    sliding_window_make_table(table, p, curve);
    EC(sum_from_left_var)(r, EC(read_sliding_window), k, RECODE_DIGITS, MC_WINDOW, table, 2, curve);
    return MC_OK;
}
