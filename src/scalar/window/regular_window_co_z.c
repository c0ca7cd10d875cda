/*---
name: regular-window-co-z
family: scalar-mult
summary: fixed window of w digits that are 1 or -1, table of odd multiples that share their Z: one inversion, the same
  doublings and additions for every scalar
source: Okeya and Takagi 2003; Meloni 2007 for the table; hankerson2004 Algorithm 3.23
domain: points of prime order and infinity, else MC_ERROR_SUBGROUP; 0 <= k < 2^l. The point is public. Exceptional cases
  proved away or masked
curves: prime
requires: FIELD_IS_PRIME && !FIELD_HAS_EDWARDS_CURVES
constant_time: same-trace
windows: 3, 4, 5
uses: fp-mul-reduce, fp-sqr-reduce, fp-inv, window-step
ram_table_bytes: 2 ** w * n * W
doublings: ((l + w - 1) // w - 1) * w + 2
additions: (l + w - 1) // w - 1 + 2 ** (w - 1) - 1
---*/
#include "scalar/multi/common_z.h"
#include "scalar/window/regular.h"

#if FIELD_IS_PRIME && !FIELD_HAS_EDWARDS_CURVES

/* The scalar is first made odd and at most n by k mod n or n less that: the sum of one digit for each window, odd and
 * below 2^w in size (scalar/recode/digits.h).
 *
 * Exceptional cases: before the addition of a digit d the sum is 2^w j p with j > 0, and i = 2^w j + d is odd and, but
 * for the last window, at most (n - 1) / 2^w + 1. They would be i = 0 and i - 2 d = 0 modulo n, and i - 2 d is odd and
 * below i + 2^(w+1) - 1 in size: less than n if that is at least 2^(w+1) + 2. Of the last window i is the scalar: i = n
 * is k = 0 and gives infinity with Z = 0; i = n + 2 d, d < 0, doubles, and a mask chooses. */
#define WINDOW_CO_Z_WINDOWS      ((EC_SCALAR_BITS + MC_WINDOW - 1) / MC_WINDOW)
#define WINDOW_CO_Z_TABLE_POINTS (1 << (MC_WINDOW - 1))

/* The table's scratch is not there while the table is used. */
MC_NOINLINE void window_co_z_make_table(EC(affine) *table, EC(common_z) *common, const EC(affine) *p,
                                        const MC_FLASH EC(curve) *curve BLINDING_PARAMETER)
{
    mc_word factors[WINDOW_CO_Z_TABLE_POINTS - 1][EC_WORDS];
    EC(common_z_table)(table, common, WINDOW_CO_Z_TABLE_POINTS, p, factors, curve BLINDING_PASS(blinding));
}

static void window_co_z_add_last(EC(common_z_sum) *sum, const EC(affine) *point, const EC(common_z) *common,
                                 const MC_FLASH EC(curve) *curve)
{
    EC(common_z_sum) twice;
    EC(common_z_from_table)(&twice, point);
    EC(common_z_double)(&twice, 1, ec_common_z_a(common, curve));
    const mc_word equal = mc_word_barrier(EC(common_z_add)(sum, point));
    field_select(sum->x, twice.x, equal);
    field_select(sum->y2, twice.y2, equal);
    field_select(sum->z, twice.z, equal);
    mc_wipe(&twice, sizeof twice);
}

/* r = k p for odd k, at most n. */
static void window_co_z_multiply(EC(affine) *r, const mc_word *k, const EC(affine) *p,
                                 const MC_FLASH EC(curve) *curve BLINDING_PARAMETER)
{
    EC(affine) table[WINDOW_CO_Z_TABLE_POINTS], point;
    EC(common_z) common;
    EC(common_z_sum) sum;
    window_co_z_make_table(table, &common, p, curve BLINDING_PASS(blinding));
    EC(regular_multiple)(&point, k, WINDOW_CO_Z_WINDOWS - 1, MC_WINDOW, WINDOW_CO_Z_WINDOWS, table);
    EC(common_z_from_table)(&sum, &point);
    for (uint16_t window = WINDOW_CO_Z_WINDOWS - 1; window--;) {
        EC(regular_multiple)(&point, k, window, MC_WINDOW, WINDOW_CO_Z_WINDOWS, table);
        if (window) {
            ec_window_step(sum.x, point.x, ec_common_z_a(&common, curve), MC_WINDOW);
            continue;
        }
        EC(common_z_double)(&sum, MC_WINDOW, ec_common_z_a(&common, curve));
        window_co_z_add_last(&sum, &point, &common, curve);
    }
    EC(common_z_to_affine)(r, &sum, &common);
    mc_wipe(&point, sizeof point);
    mc_wipe(&sum, sizeof sum);
}

mc_status EC(MC_CONCATENATE(scalar_mult_regular_window_co_z, MC_WINDOW))(EC(affine) *r, const mc_word *k,
                                                                         const EC(affine) *p,
                                                                         const MC_FLASH EC(curve) *curve)
{
    if (EC_SCALAR_BITS < LEAST_BITS_PROVED && curve->order_bits < MC_WINDOW + 2)
        return EC(scalar_mult_double_add_co_z)(r, k, p, curve);
    EC(blinding) blinding;
    mc_status status = EC(scalar_status)(k);
    if (status == MC_OK && !EC(affine_mask_subgroup)(p, curve))
        status = MC_ERROR_SUBGROUP;
    ec_blinding_begin(&blinding, &status);
    EC_RETURN_IF_ERROR_OR_INFINITY(r, status, p);
    mc_word odd[EC_SCALAR_WORDS];
    const mc_word flip = EC(scalar_make_odd)(odd, k, curve);
    window_co_z_multiply(r, odd, p, curve BLINDING_PASS(&blinding));
    ec_blinding_end(&blinding);
    EC(affine_negate_masked)(r, flip);
    mc_wipe(odd, sizeof odd);
    return MC_OK;
}

#endif
