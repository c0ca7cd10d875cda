/*---
name: fixed-window
family: scalar-mult
summary: digits of base 2^w from the left, table of every multiple below 2^w in affine coordinates
source: Brauer 1939; hankerson2004 Section 3.3.1
domain: any point, 0 <= k < 2^l
constant_time: no
windows: 2, 3, 4, 5
uses: field-mul-reduce, field-sqr-reduce, field-inv, coordinates
ram_table_bytes: (2 ** w - 1) * 2 * n * W
recoding: fixed-window
doublings: length
additions: weight + 2 ** w - 4
---*/
#include "scalar/recode/digits.h"

#define FIXED_WINDOW_TABLE_POINTS ((1 << MC_WINDOW) - 1)

MC_NOINLINE void fixed_window_make_table(EC(affine) *table, const EC(affine) *p, const MC_FLASH EC(curve) *curve)
{
    mc_word scratch[2 * FIXED_WINDOW_TABLE_POINTS][EC_WORDS];
    EC(multiples_table_var)(table, FIXED_WINDOW_TABLE_POINTS, p, scratch, curve);
}

mc_status EC(MC_CONCATENATE(MC_CONCATENATE(scalar_mult_fixed_window, MC_WINDOW), _var))(EC(affine) *r, const mc_word *k,
                                                                                        const EC(affine) *p,
                                                                                        const MC_FLASH EC(curve) *curve)
{
    mc_status status = EC(scalar_status)(k);
    if (status != MC_OK || EC(affine_mask_infinity)(p)) {
        EC(affine_set_infinity)(r);
        return status;
    }
    EC(affine) table[FIXED_WINDOW_TABLE_POINTS];
    fixed_window_make_table(table, p, curve);
    EC(sum_from_left_var)(r, EC(read_fixed_window), k, RECODE_DIGITS, MC_WINDOW, table, 1, curve);
    return MC_OK;
}
