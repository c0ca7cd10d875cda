/*---
name: regular-window
family: scalar-mult
summary: fixed window of w digits that are 1 or -1, table of odd multiples in affine coordinates: the same doublings and
  additions for every scalar
source: Okeya and Takagi 2003; Joye and Tunstall 2009
domain: any point, 0 <= k < 2^l. The point is public. Exceptional cases of additions proved away or masked
constant_time: same-trace
windows: 3, 4, 5
uses: field-mul-reduce, field-sqr-reduce, field-inv, coordinates
ram_table_bytes: 2 ** w * n * W
doublings: ((l + w - 1) // w - 1) * w + 1
additions: (l + w - 1) // w - 1 + 1 + 2 ** (w - 1) - 1
---*/
#include "scalar/blinding.h"
#include "scalar/window/regular.h"

/* An odd k < 2^l is a sum of digits 1 and -1 (scalar/recode/digits.h). A window of w of them is an odd number of size
 * below 2^w. An even k is taken as k + 1, and p is taken off at the end, which every scalar pays for.
 *
 * Exceptional cases on a curve of prime order n of l or l - 1 bits: before the addition of a window the sum is 2^w j p
 * with 0 < j, and 2^w j + d for a digit d is a prefix of k and so below n but for the last one or two windows: the sum
 * is neither infinity nor +-d p there, |d| being less than 2^w. The additions of the last two windows and of -p are
 * complete, and all are where the group's order is not prime or small. */
#define REGULAR_WINDOW_WINDOWS      ((EC_SCALAR_BITS + MC_WINDOW - 1) / MC_WINDOW)
#define REGULAR_WINDOW_TABLE_POINTS (1 << (MC_WINDOW - 1))
#define COMPLETE_WINDOWS            2

MC_NOINLINE void regular_window_make_table(EC(affine) *table, const EC(affine) *p, const MC_FLASH EC(curve) *curve)
{
    mc_word scratch[2 * REGULAR_WINDOW_TABLE_POINTS][EC_WORDS];
    EC(wnaf_table_var)(table, REGULAR_WINDOW_TABLE_POINTS, p, scratch, curve);
}

static void regular_window_add(ec_projective *sum, const EC(affine) *point, uint8_t complete,
                               const MC_FLASH EC(curve) *curve)
{
    if (complete || EC_CURVE_COFACTOR(curve) != 1 || EC_SCALAR_BITS < LEAST_BITS_PROVED)
        ec_add_mixed_complete(sum, sum, point, curve);
    else
        ec_add_mixed(sum, sum, point, curve);
}

/* sum -= p if k is even; the choice is masked. */
static void correct(ec_projective *sum, const mc_word *k, const EC(affine) *p, const MC_FLASH EC(curve) *curve)
{
    EC(affine) negative;
    ec_projective corrected;
    EC(affine_negate)(&negative, p);
    ec_add_mixed_complete(&corrected, sum, &negative, curve);
    EC(point_select)(sum, &corrected, mc_word_barrier((mc_word)((k[0] & 1) - 1)));
    mc_wipe(&corrected, sizeof corrected);
}

mc_status EC(MC_CONCATENATE(scalar_mult_regular_window, MC_WINDOW))(EC(affine) *r, const mc_word *k,
                                                                    const EC(affine) *p,
                                                                    const MC_FLASH EC(curve) *curve)
{
    EC(blinding) blinding;
    mc_status status = EC(scalar_status)(k);
    ec_blinding_begin(&blinding, &status);
    EC_RETURN_IF_ERROR_OR_INFINITY(r, status, p);
    EC(affine) table[REGULAR_WINDOW_TABLE_POINTS], point;
    regular_window_make_table(table, p, curve);
    ec_projective sum;
    EC(regular_multiple)(&point, k, REGULAR_WINDOW_WINDOWS - 1, MC_WINDOW, REGULAR_WINDOW_WINDOWS, table);
    ec_from_affine(&sum, &point);
    ec_blind_point(&sum, &blinding, curve);
    ec_blinding_end(&blinding);
    for (uint16_t window = REGULAR_WINDOW_WINDOWS - 1; window--;) {
        for (uint8_t i = 0; i < MC_WINDOW; i++)
            ec_double(&sum, &sum, curve);
        EC(regular_multiple)(&point, k, window, MC_WINDOW, REGULAR_WINDOW_WINDOWS, table);
        regular_window_add(&sum, &point, window < COMPLETE_WINDOWS, curve);
    }
    correct(&sum, k, p, curve);
    ec_to_affine(r, &sum);
    mc_wipe(&point, sizeof point);
    mc_wipe(&sum, sizeof sum);
    return MC_OK;
}
