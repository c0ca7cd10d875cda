/*---
name: interleaved-wnaf
family: scalar-mult-double
summary: width-w NAF of l with a table in RAM and NAF of k of width 6, 7 on words of 8 bits, 5 for size, with a table
  in flash, doublings in common; curves without a table in flash have width-w NAF of k too and a second table in RAM
source: Moeller 2001; hankerson2004 Algorithm 3.51
domain: any curve, any q, 0 <= k, l < 2^l
constant_time: no
windows: 4, 5
uses: field-mul-reduce, field-sqr-reduce, field-inv, coordinates
ram_table_bytes: 2 ** (w - 1) * n * W
flash_table_bytes: 32 * (1 + 1 // W) * n * W
---*/
#include "curve/generator.h"
#include "scalar/scalar.h"

#define DOUBLE_INTERLEAVED_WNAF_TABLE_POINTS (1 << (MC_WINDOW - 2))

MC_NOINLINE void double_interleaved_wnaf_make_table(EC(affine) *table, const EC(affine) *q,
                                                    const MC_FLASH EC(curve) *curve)
{
    mc_word scratch[2 * DOUBLE_INTERLEAVED_WNAF_TABLE_POINTS][EC_WORDS];
    EC(wnaf_table_var)(table, DOUBLE_INTERLEAVED_WNAF_TABLE_POINTS, q, scratch, curve);
}

/* sum += digit times a point. One of the tables, the one in flash unless null, has its odd multiples. */
MC_INLINE void double_interleaved_wnaf_add_multiple(ec_projective *sum, int8_t digit,
                                                    const MC_FLASH EC(affine) *in_flash, const EC(affine) *in_ram,
                                                    const MC_FLASH EC(curve) *curve)
{
    if (!digit)
        return;
    EC(affine) point;
    const uint8_t index = (uint8_t)(digit < 0 ? -digit : digit) / 2;
    if (in_flash)
        point = in_flash[index];
    else
        point = in_ram[index];
    EC(add_signed_var)(sum, &point, digit < 0, curve);
}

mc_status EC(MC_CONCATENATE(MC_CONCATENATE(scalar_mult_double_interleaved_wnaf, MC_WINDOW),
                            _var))(EC(affine) *r, const mc_word *k, const mc_word *l, const EC(affine) *q,
                                   const MC_FLASH EC(curve) *curve)
{
    if (EC(scalar_status)(k) != MC_OK || EC(scalar_status)(l) != MC_OK) {
        EC(affine_set_infinity)(r);
        return MC_ERROR_SCALAR_RANGE;
    }
    const MC_FLASH EC(affine) *in_flash = EC_WNAF_TABLE_OF_G(curve);
    EC(affine) table[DOUBLE_INTERLEAVED_WNAF_TABLE_POINTS],
        table_of_g[DOUBLE_INTERLEAVED_WNAF_TABLE_POINTS]; /* compilers drop the second if in_flash is a constant */
    if (!in_flash) {
        EC(affine) generator;
        EC(affine_generator)(&generator, curve);
        double_interleaved_wnaf_make_table(table_of_g, &generator, curve);
    }
    int8_t digits_of_k[RECODE_DIGITS], digits_of_l[RECODE_DIGITS];
    uint16_t length_of_k = EC(recode_wnaf_var)(digits_of_k, k, in_flash ? EC_WNAF_WINDOW_OF_G : MC_WINDOW),
             length_of_l = 0;
    if (!EC(affine_mask_infinity)(q)) {
        double_interleaved_wnaf_make_table(table, q, curve);
        length_of_l = EC(recode_wnaf_var)(digits_of_l, l, MC_WINDOW);
    }
    const uint16_t length = length_of_k > length_of_l ? length_of_k : length_of_l;
    ec_projective sum;
    EC(point_set_infinity)(&sum);
    for (uint16_t i = length; i--;) {
        if (i + 1 < length)
            ec_double(&sum, &sum, curve);
        double_interleaved_wnaf_add_multiple(&sum, i < length_of_l ? digits_of_l[i] : 0, 0, table, curve);
        double_interleaved_wnaf_add_multiple(&sum, i < length_of_k ? digits_of_k[i] : 0, in_flash, table_of_g, curve);
    }
    ec_to_affine_var(r, &sum);
    return MC_OK;
}
