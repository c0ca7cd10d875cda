/*---
name: glv-wmof
family: scalar-mult
summary: endomorphism; both halves of the scalar in mutual opposite form of width w from the left, over one table of odd
  multiples that share their Z
source: Gallant, Lambert and Vanstone 2001; Okeya, Schmidt-Samoa, Spahn and Takagi 2004; Meloni 2007 for the table
domain: curves with an endomorphism, else MC_ERROR_UNSUPPORTED; any point, 0 <= k < 2^l
curves: glv
requires: defined(FP_GLV_BITS)
constant_time: no
windows: 3, 4, 5
uses: fp-mul-reduce, fp-sqr-reduce, fp-inv
ram_table_bytes: 2 ** (w - 1) * n * W
recoding: wmof
doublings: length
additions: weight - 1 + 2 ** (w - 2) - 1
---*/
#include "scalar/glv/glv.h"
#include "scalar/multi/common_z.h"

#ifdef FP_GLV_BITS

/* Once a half has begun, its part of the sum is not 0: a digit is followed by at least w - 1 zeros, or ends the string,
 * so that 2^(w - 1) times an odd number is larger than the next digit. */
#define GLV_WMOF_TABLE_POINTS (1 << (MC_WINDOW - 2))

MC_NOINLINE void glv_wmof_make_table(EC(affine) *table, EC(common_z) *common, const EC(affine) *p,
                                     const MC_FLASH EC(curve) *curve BLINDING_PARAMETER)
{
    mc_word factors[GLV_WMOF_TABLE_POINTS - 1][EC_WORDS];
    EC(common_z_table)(table, common, GLV_WMOF_TABLE_POINTS, p, factors, curve BLINDING_PASS(blinding));
}

/* The sum of the digits' multiples; infinity if there are none. */
static void glv_wmof_sum(EC(affine) *r, EC(glv_digits) *digits, const mc_word *beta, const EC(affine) *table,
                         const EC(common_z) *common, const MC_FLASH EC(curve) *curve)
{
    EC(common_z_sum) sum;
    uint8_t has_begun = 0;
    for (uint16_t place = FP_GLV_BITS + 1; place--;) {
        if (has_begun)
            EC(common_z_double)(&sum, 1, ec_common_z_a(common, curve));
        for (uint8_t i = 0; i < 2; i++) {
            EC(affine) point;
            if (!EC(mof_digits_are_at)(&digits[i].of_size, place))
                continue;
            point = table[EC(glv_digits_index)(&digits[i])];
            EC(glv_digits_apply)(&point, &digits[i], beta);
            if (has_begun)
                (void)EC(common_z_add)(&sum, &point);
            else
                EC(common_z_from_table)(&sum, &point);
            has_begun = 1;
            EC(glv_digits_next)(&digits[i]);
        }
    }
    if (has_begun)
        EC(common_z_to_affine)(r, &sum, common);
    else
        EC(affine_set_infinity)(r);
}

mc_status EC(MC_CONCATENATE(MC_CONCATENATE(scalar_mult_glv_wmof, MC_WINDOW), _var))(EC(affine) *r, const mc_word *k,
                                                                                    const EC(affine) *p,
                                                                                    const MC_FLASH EC(curve) *curve)
{
    const MC_FLASH EC(glv) *glv = EC_CURVE_GLV(curve);
    EC(blinding) blinding;
    mc_status status = glv ? EC(scalar_status)(k) : MC_ERROR_UNSUPPORTED;
    ec_blinding_begin(&blinding, &status);
    EC_RETURN_IF_ERROR_OR_INFINITY(r, status, p);
    mc_word sizes[2][EC_HALF_WORDS], negative[2], beta[EC_WORDS];
    EC(glv_digits) digits[2];
    EC(affine) table[GLV_WMOF_TABLE_POINTS];
    EC(common_z) common;
    EC(glv_split)(sizes, negative, k, glv);
    EC(glv_digits_begin)(digits, sizes, negative, MC_WINDOW);
    field_from_flash(beta, glv->beta);
    glv_wmof_make_table(table, &common, p, curve BLINDING_PASS(&blinding));
    ec_blinding_end(&blinding);
    glv_wmof_sum(r, digits, beta, table, &common, curve);
    return MC_OK;
}

#endif
