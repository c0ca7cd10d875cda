/*---
name: edwards-mof-list
family: scalar-mult-double
summary: mutual opposite forms of both scalars from the left, of width w for l with a table in RAM and of width 6, or 7
  on words of 8 bits, for k with a table in flash, none stored; doublings in common; formulas as in edwards-list
source: Moeller 2001; Okeya, Schmidt-Samoa, Spahn and Takagi 2004; Hisil, Wong, Carter and Dawson 2008, 3.1
domain: curves with tables of multiples of their generator (codegen/generator_tables.py), else MC_ERROR_UNSUPPORTED; any
  q, 0 <= k, l < 2^l
curves: edwards
requires: FIELD_HAS_EDWARDS_CURVES
constant_time: no
windows: 3, 4, 5
uses: fp-mul-reduce, fp-inv
ram_table_bytes: 2 ** w * n * W
flash_table_bytes: 32 * (1 + 1 // W) * n * W
---*/
#include "curve/generator.h"
#include "curve/prime/fp_extended_list.h"
#include "scalar/recode/digits.h"

#include <string.h>

#if FIELD_HAS_EDWARDS_CURVES

#define MOF_LIST_POINTS (1 << (MC_WINDOW - 2))

/* A point for additions: x or X, Y, Z, d X Y/Z. */
typedef mc_word mof_list_summand[EXTENDED_TABLE_ELEMENTS - NEXT_X][EC_WORDS];

/* q, 3 q, 5 q, ... in a table; the sum is infinity before and any multiple after. Twice q lies in the last place until
 * that is written. */
static void mof_list_make_table(mof_list_summand *table, mc_word (*e)[EC_WORDS], const EC(affine) *q,
                                const MC_FLASH EC(curve) *curve)
{
    mof_list_summand *const twice = table + MOF_LIST_POINTS - 1;
    EC(extended_list_add)(e, q, (mc_word)~0, curve);
    for (uint8_t i = 0;;) {
        EC(extended_list_keep)(e);
        memcpy(table[i], e[NEXT_X], sizeof table[i]);
        if (++i == MOF_LIST_POINTS)
            return;
        if (i == 1) {
            EC(extended_list_double)(e, curve);
            EC(extended_list_keep)(e);
            memcpy(*twice, e[NEXT_X], sizeof *twice);
            memcpy(e[NEXT_X], table[0], sizeof table[0]);
        } else
            memcpy(e[NEXT_X], *twice, sizeof *twice);
        EC(extended_list_add_kept)(e, curve);
    }
}

mc_status EC(MC_CONCATENATE(MC_CONCATENATE(scalar_mult_double_edwards_mof_list, MC_WINDOW),
                            _var))(EC(affine) *r, const mc_word *k, const mc_word *l, const EC(affine) *q,
                                   const MC_FLASH EC(curve) *curve)
{
    if (EC(scalar_status)(k) != MC_OK || EC(scalar_status)(l) != MC_OK) {
        EC(affine_set_infinity)(r);
        return MC_ERROR_SCALAR_RANGE;
    }
    const MC_FLASH EC(affine) *in_flash = EC_WNAF_TABLE_OF_G(curve);
    if (!in_flash)
        return EC(no_table)(r);
    mc_word e[EXTENDED_TABLE_ELEMENTS][EC_WORDS];
    mof_list_summand table[MOF_LIST_POINTS];
    EC(mof_digits) of_k = {k, RECODE_DIGITS, 0, EC_WNAF_WINDOW_OF_G}, of_l = {l, RECODE_DIGITS, 0, MC_WINDOW};
    EC(extended_list_begin)(e, curve);
    mof_list_make_table(table, e, q, curve);
    EC(extended_list_begin)(e, curve);
    EC(mof_digits_next)(&of_k);
    EC(mof_digits_next)(&of_l);
    for (uint16_t i = (of_k.place > of_l.place ? of_k.place : of_l.place) + 1; i--;) {
        EC(extended_list_double)(e, curve);
        if (EC(mof_digits_are_at)(&of_k, i)) {
            EC(affine) point = in_flash[EC(mof_digits_index)(&of_k)];
            if (of_k.digit < 0)
                EC(affine_negate)(&point, &point);
            EC(extended_list_add)(e, &point, (mc_word)~0, curve);
            EC(mof_digits_next)(&of_k);
        }
        if (EC(mof_digits_are_at)(&of_l, i)) {
            memcpy(e[NEXT_X], table[EC(mof_digits_index)(&of_l)], sizeof table[0]);
            if (of_l.digit < 0) {
                field_negate(e[NEXT_X], e[NEXT_X]);
                field_negate(e[NEXT_T], e[NEXT_T]);
            }
            EC(extended_list_add_kept)(e, curve);
            EC(mof_digits_next)(&of_l);
        }
    }
    EC(extended_list_end)(r, e);
    return MC_OK;
}

#endif
