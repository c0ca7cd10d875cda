/*---
name: common-z-wnaf
family: scalar-mult-double
summary: width-w NAF of l with a table in RAM whose points share their Z, and width-6 NAF of k with a table in flash,
  doublings in common
source: Moeller 2001; Meloni 2007 for the table; hankerson2004 Algorithms 3.23 and 3.51
domain: curves with tables of multiples of their generator (codegen/generator_tables.py), else MC_ERROR_UNSUPPORTED; q
  of prime order or infinity; 0 <= k, l < 2^l
curves: prime
requires: FIELD_IS_PRIME && !FIELD_HAS_EDWARDS_CURVES
constant_time: no
windows: 4, 5
uses: fp-mul-reduce, fp-sqr-reduce, fp-inv, doubling
ram_table_bytes: 2 ** (w - 1) * n * W
flash_table_bytes: 32 * n * W
---*/
#include "curve/generator.h"
#include "scalar/multi/common_z.h"
#include "scalar/scalar.h"

#if FIELD_IS_PRIME && !FIELD_HAS_EDWARDS_CURVES

#define DOUBLE_COMMON_Z_WINDOW_OF_G  6
#define DOUBLE_COMMON_Z_TABLE_POINTS (1 << (MC_WINDOW - 2))

/* The sum, on the curve on which the points of the table are affine, and the factors that bring G there: Z^2, 2 Z^3. */
typedef struct {
    EC(common_z_sum) sum;
    EC(common_z) common;
    mc_word squared[EC_WORDS], cubed[EC_WORDS];
    uint8_t is_infinity;
} common_z_state;

/* The table's scratch is not there while the table is used. */
MC_NOINLINE void double_common_z_make_table(EC(affine) *table, EC(common_z) *common, const EC(affine) *q,
                                            const MC_FLASH EC(curve) *curve)
{
    mc_word factors[DOUBLE_COMMON_Z_TABLE_POINTS - 1][EC_WORDS];
#if MC_BLINDS_COORDINATES
    EC(blinding) none; /* q is public */
    field_set_small(none.factor, 1);
#endif
    EC(common_z_table)(table, common, DOUBLE_COMMON_Z_TABLE_POINTS, q, factors, curve BLINDING_PASS(&none));
}

/* sum += +-point, of X and 2 Y. Infinity may arise in between: -q is not excluded, nor is q = G. */
static void double_common_z_add(common_z_state *state, EC(affine) *point, uint8_t negative,
                                const MC_FLASH EC(curve) *curve)
{
    if (negative)
        field_negate(point->y, point->y);
    if (state->is_infinity)
        EC(common_z_from_table)(&state->sum, point);
    else if (EC(common_z_add)(&state->sum, point)) {
        EC(common_z_from_table)(&state->sum, point);
        EC(common_z_double)(&state->sum, 1, &state->common, curve);
    }
    state->is_infinity = (uint8_t)(field_mask_zero(state->sum.z) & 1);
}

/* q is not infinity. */
static void double_common_z_sum(EC(affine) *r, const int8_t *digits_of_k, uint16_t length_of_k,
                                const int8_t *digits_of_l, uint16_t length_of_l, const EC(affine) *q,
                                const MC_FLASH EC(affine) *in_flash, const MC_FLASH EC(curve) *curve)
{
    common_z_state state;
    EC(affine) table[DOUBLE_COMMON_Z_TABLE_POINTS], point;
    double_common_z_make_table(table, &state.common, q, curve);
    fp_sqr(state.squared, state.common.z);
    fp_mul(state.cubed, state.squared, state.common.z);
    fp_add(state.cubed, state.cubed, state.cubed);
    state.is_infinity = 1;
    uint8_t doublings = 0;
    for (uint16_t i = length_of_k > length_of_l ? length_of_k : length_of_l; i--;) {
        const int8_t of_k = i < length_of_k ? digits_of_k[i] : 0, of_l = i < length_of_l ? digits_of_l[i] : 0;
        doublings++;
        if (!of_k && !of_l && i && doublings < UINT8_MAX)
            continue;
        if (!state.is_infinity)
            EC(common_z_double)(&state.sum, doublings, &state.common, curve);
        doublings = 0;
        if (of_l) {
            point = table[(of_l < 0 ? -of_l : of_l) / 2];
            double_common_z_add(&state, &point, of_l < 0, curve);
        }
        if (of_k) {
            point = in_flash[(of_k < 0 ? -of_k : of_k) / 2];
            fp_mul(point.x, point.x, state.squared);
            fp_mul(point.y, point.y, state.cubed);
            double_common_z_add(&state, &point, of_k < 0, curve);
        }
    }
    if (state.is_infinity)
        EC(affine_set_infinity)(r);
    else
        EC(common_z_to_affine)(r, &state.sum, &state.common);
}

mc_status EC(MC_CONCATENATE(MC_CONCATENATE(scalar_mult_double_common_z_wnaf, MC_WINDOW),
                            _var))(EC(affine) *r, const mc_word *k, const mc_word *l, const EC(affine) *q,
                                   const MC_FLASH EC(curve) *curve)
{
    if (EC(scalar_status)(k) != MC_OK || EC(scalar_status)(l) != MC_OK) {
        EC(affine_set_infinity)(r);
        return MC_ERROR_SCALAR_RANGE;
    }
    const MC_FLASH EC(affine) *in_flash = EC_GENERATOR_TABLE(curve, wnaf6);
    if (!in_flash)
        return EC(no_table)(r);
    int8_t digits_of_k[RECODE_DIGITS], digits_of_l[RECODE_DIGITS];
    const uint16_t length_of_k = EC(recode_wnaf_var)(digits_of_k, k, DOUBLE_COMMON_Z_WINDOW_OF_G);
    EC(affine) other = *q;
    uint16_t length_of_l = 0;
    if (EC(affine_mask_infinity)(q)) /* any point will do */
        EC(affine_generator)(&other, curve);
    else
        length_of_l = EC(recode_wnaf_var)(digits_of_l, l, MC_WINDOW);
    double_common_z_sum(r, digits_of_k, length_of_k, digits_of_l, length_of_l, &other, in_flash, curve);
    return MC_OK;
}

#endif
