/*---
name: wmof
family: scalar-mult
summary: mutual opposite form of width w from the left, its digits made from those of k as they are needed: none are
  stored; table of odd multiples in affine coordinates
source: Okeya, Schmidt-Samoa, Spahn and Takagi 2004
domain: any point, 0 <= k < 2^l
constant_time: no
windows: 2, 3, 4, 5
uses: field-mul-reduce, field-sqr-reduce, field-inv, coordinates
ram_table_bytes: 2 ** (w - 1) * n * W
recoding: wmof
doublings: length - (w == 2)
additions: weight + 2 ** (w - 2) - 2
---*/
#include "scalar/recode/digits.h"

#define WMOF_TABLE_POINTS (1 << (MC_WINDOW - 2))

MC_NOINLINE void wmof_make_table(EC(affine) *table, const EC(affine) *p, const MC_FLASH EC(curve) *curve)
{
    mc_word scratch[2 * WMOF_TABLE_POINTS][EC_WORDS];
    EC(wnaf_table_var)(table, WMOF_TABLE_POINTS, p, scratch, curve);
}

mc_status EC(MC_CONCATENATE(MC_CONCATENATE(scalar_mult_wmof, MC_WINDOW), _var))(EC(affine) *r, const mc_word *k,
                                                                                const EC(affine) *p,
                                                                                const MC_FLASH EC(curve) *curve)
{
    mc_status status = EC(scalar_status)(k);
    if (status != MC_OK || EC(affine_mask_infinity)(p)) {
        EC(affine_set_infinity)(r);
        return status;
    }
    EC(affine) table[WMOF_TABLE_POINTS];
    wmof_make_table(table, p, curve);
    EC(sum_from_left_var)(r, EC(read_mof), k, RECODE_DIGITS, MC_WINDOW, table, 2, curve);
    return MC_OK;
}
