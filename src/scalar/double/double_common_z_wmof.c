/*---
name: common-z-wmof
family: scalar-mult-double
summary: mutual opposite form of l of width w with a table in RAM whose points share their Z, and of k of width 6, 7
  on words of 8 bits, 5 for size, with a table in flash, doublings in common; digits made from the left as they are
  needed, none stored; width 2 for q of a small order
source: Moeller 2001; Okeya, Schmidt-Samoa, Spahn and Takagi 2004; Meloni 2007 for the table; hankerson2004 Algorithm
  3.23
domain: curves with tables of multiples of their generator (codegen/generator_tables.py), else MC_ERROR_UNSUPPORTED; any
  q, 0 <= k, l < 2^l
curves: prime
requires: FIELD_IS_PRIME && !FIELD_HAS_EDWARDS_CURVES
constant_time: no
windows: 4, 5
uses: fp-mul-reduce, fp-sqr-reduce, fp-inv, doubling, addition
ram_table_bytes: 2 ** (w - 1) * n * W
flash_table_bytes: 32 * (1 + 1 // W) * n * W
---*/
#include "curve/generator.h"
#include "scalar/multi/common_z.h"
#include "scalar/recode/digits.h"
#include "scalar/window/regular.h"

/* Without a window this file is compiled for x as a fraction, by the window that the image binds. */
#ifdef MC_WINDOW
#define DOUBLE_COMMON_Z_IS_MEMBER 1
#else
#define DOUBLE_COMMON_Z_IS_MEMBER 0
#ifdef EC_COMPARES_FRACTIONS
#define MC_WINDOW MC_CONCATENATE(EC_WINDOW_OF_, MC_SCALAR_MULT_DOUBLE)
#endif
#endif

#if FIELD_IS_PRIME && !FIELD_HAS_EDWARDS_CURVES && defined(MC_WINDOW)

#define DOUBLE_COMMON_Z_TABLE_POINTS  (1 << (MC_WINDOW - 2))
#define DOUBLE_COMMON_Z_WINDOW_OF_ONE 2 /* a table of one point: digits 1 and -1 */

/* The sum, on the curve on which the points of the table are affine, and the factors that bring G there: Z^2, 2 Z^3. */
typedef struct {
    EC(common_z_sum) sum;
    EC(common_z) common;
    mc_word squared[EC_WORDS], cubed[EC_WORDS];
#ifdef ec_addition
    mc_word zero[EC_WORDS];
#endif
    uint8_t is_infinity;
} common_z_state;

/* The table's scratch is not there while the table is used. Points of order 2 and of odd orders below 2^(w-1) have
 * multiples that are equal, opposite or infinity where the table adds them up: a factor of Z is then 0, so Z is, and
 * for no others. (Two multiples 2 i - 1 and 2 are so if the order divides 2 i - 3 or 2 i + 1.) */
MC_NOINLINE void double_common_z_odd_multiples(EC(affine) *table, EC(common_z) *common, const EC(affine) *q,
                                               const MC_FLASH EC(curve) *curve)
{
    mc_word factors[DOUBLE_COMMON_Z_TABLE_POINTS - 1][EC_WORDS];
#if MC_BLINDS_COORDINATES
    EC(blinding) none; /* q is public */
    field_set_small(none.factor, 1);
#endif
    EC(common_z_table)(table, common, DOUBLE_COMMON_Z_TABLE_POINTS, q, factors, curve BLINDING_PASS(&none));
}

/* The table for q, not infinity, and the factors for G; returns the window whose digits it serves. */
static uint8_t double_common_z_make_table(EC(affine) *table, common_z_state *state, const EC(affine) *q,
                                          const MC_FLASH EC(curve) *curve)
{
    EC(common_z) *const common = &state->common;
    uint8_t window = MC_WINDOW;
    double_common_z_odd_multiples(table, common, q, curve);
    if (field_mask_zero(common->z)) {
        window = DOUBLE_COMMON_Z_WINDOW_OF_ONE;
        field_copy(table->x, q->x);
        fp_add(table->y, q->y, q->y);
        field_set_small(common->z, 1);
        field_from_flash(common->a, curve->a);
    }
    fp_sqr(state->squared, common->z);
    fp_mul(state->cubed, state->squared, common->z);
    fp_add(state->cubed, state->cubed, state->cubed);
#ifdef ec_addition
    fp_sub(state->zero, state->cubed, state->cubed);
#endif
    return window;
}

/* A word of Z nearly always tells that the sum is not infinity. */
static void double_common_z_mark_infinity(common_z_state *state)
{
    state->is_infinity = !state->sum.z[0] && field_mask_zero(state->sum.z);
}

/* sum = 2^times sum: infinity after a point of order two. */
MC_NOINLINE void double_common_z_twice(common_z_state *state, uint8_t times, const MC_FLASH EC(curve) *curve)
{
    if (state->is_infinity)
        return;
    EC(common_z_double)(&state->sum, times, ec_common_z_a(&state->common, curve));
    double_common_z_mark_infinity(state);
}

/* sum += +-point, which is of X and 2 Y and not infinity; it may be the sum or its negative. */
static void double_common_z_add(common_z_state *state, EC(affine) *point, uint8_t negative,
                                const MC_FLASH EC(curve) *curve)
{
#ifdef ec_addition
    if (negative)
        fp_sub(point->y, state->zero, point->y);
    uint8_t is_equal = 0;
    if (!state->is_infinity) {
        ec_counts_as(0, 1);
        ec_addition(state->sum.x, point->x);
        double_common_z_mark_infinity(state);
        is_equal = state->is_infinity && field_mask_zero(state->sum.x);
        if (!is_equal)
            return;
    }
#else
    if (negative)
        field_negate(point->y, point->y);
    if (!state->is_infinity && !EC(common_z_add)(&state->sum, point)) {
        double_common_z_mark_infinity(state);
        return;
    }
    const uint8_t is_equal = !state->is_infinity;
#endif
    EC(common_z_from_table)(&state->sum, point);
    state->is_infinity = 0;
    if (is_equal)
        double_common_z_twice(state, 1, curve);
}

/* sum += digit G, which is infinity on curves of tiny orders alone. */
static void double_common_z_add_of_g(common_z_state *state, const EC(mof_digits) *digits,
                                     const MC_FLASH EC(affine) *in_flash, const MC_FLASH EC(curve) *curve)
{
    EC(affine) point = in_flash[EC(mof_digits_index)(digits)];
    if (EC_SCALAR_BITS < LEAST_BITS_PROVED && EC(affine_mask_infinity)(&point))
        return;
    fp_mul(point.x, point.x, state->squared);
    fp_mul(point.y, point.y, state->cubed);
    double_common_z_add(state, &point, digits->digit < 0, curve);
}

/* Apart, since it is called from four places. */
MC_NOINLINE void double_common_z_next_digit(EC(mof_digits) *digits)
{
    EC(mof_digits_next)(digits);
}

/* k G + l q, or x as a fraction; q is not infinity. */
static void double_common_z_sum(EC(affine) *r, const mc_word *k, const mc_word *l, const EC(affine) *q,
                                const MC_FLASH EC(affine) *in_flash, uint8_t x_alone, const MC_FLASH EC(curve) *curve)
{
    common_z_state state;
    EC(affine) table[DOUBLE_COMMON_Z_TABLE_POINTS], point;
    EC(mof_digits) digits[2] = {{l, RECODE_DIGITS, 0, double_common_z_make_table(table, &state, q, curve)},
                                {k, RECODE_DIGITS, 0, EC_WNAF_WINDOW_OF_G}};
    for (uint8_t i = 0; i < 2; i++)
        double_common_z_next_digit(&digits[i]);
    state.is_infinity = 1;
    for (uint16_t place = RECODE_DIGITS; place;) {
        const uint16_t next = digits[0].place > digits[1].place ? digits[0].place : digits[1].place; /* or 0: no more */
        const uint8_t doublings = place - next < UINT8_MAX ? (uint8_t)(place - next) : UINT8_MAX;
        double_common_z_twice(&state, doublings, curve);
        place -= doublings;
        for (uint8_t i = 0; i < 2; i++) {
            if (!EC(mof_digits_are_at)(&digits[i], place))
                continue;
            if (i)
                double_common_z_add_of_g(&state, &digits[i], in_flash, curve);
            else {
                point = table[EC(mof_digits_index)(&digits[i])];
                double_common_z_add(&state, &point, digits[i].digit < 0, curve);
            }
            double_common_z_next_digit(&digits[i]);
        }
    }
    if (x_alone) { /* of infinity, too: if k or l is not 0, there is a sum, and X of its infinity is not 0 */
        field_copy(r->x, state.sum.x);
        fp_mul(r->y, state.sum.z, state.common.z);
        fp_sqr(r->y, r->y);
    } else if (state.is_infinity)
        EC(affine_set_infinity)(r);
    else
        EC(common_z_to_affine)(r, &state.sum, &state.common);
}

#if DOUBLE_COMMON_Z_IS_MEMBER

mc_status EC(MC_CONCATENATE(MC_CONCATENATE(scalar_mult_double_common_z_wmof, MC_WINDOW),
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
    const mc_word zero[EC_SCALAR_WORDS] = {0};
    EC(affine) other = *q;
    if (EC(affine_mask_infinity)(q)) { /* any point will do, 0 times */
        EC(affine_generator)(&other, curve);
        l = zero;
    }
    double_common_z_sum(r, k, l, &other, in_flash, 0, curve);
    return MC_OK;
}

#else

void EC(double_common_z_fraction)(EC(affine) *q, const mc_word *k, const mc_word *l, const MC_FLASH EC(curve) *curve)
{
    double_common_z_sum(q, k, l, q, EC_WNAF_TABLE_OF_G(curve), 1, curve);
}

#endif

#endif
