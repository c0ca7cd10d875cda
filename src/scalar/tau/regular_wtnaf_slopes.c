/*---
name: regular-wtnaf-slopes
family: scalar-mult
summary: regular-wtnaf with the table's points by their slopes and the sum in lambda coordinates
source: Oliveira, Aranha, Lopez and Rodriguez-Henriquez 2014; Joye and Tunstall 2009; Solinas 2000
domain: Koblitz curves, else MC_ERROR_UNSUPPORTED; points of prime order and infinity, else MC_ERROR_SUBGROUP;
  0 <= k < 2^m. The point is public. Exceptional cases of additions proved away or masked: scalar/tau/regular.h
requires: !FIELD_IS_PRIME
constant_time: same-trace
curves: koblitz
windows: 4, 5, 6
uses: fb-mul-reduce, fb-mul-each, fb-sqr-reduce, fb-inv, coordinates
ram_table_bytes: 2 ** (w - 1) * n * W
additions: (l + w - 1 - (w > 5) * (w - 3)) // (w - 1) + 2 ** (w - 2) - 1
frobenius_maps: (l + w - 1 - (w > 5) * (w - 3)) // (w - 1) * (w - 1)
  + (0, 1, 5, 12, 41)[w - 2]
---*/
#include "scalar/tau/regular_frame.h"

#if !FIELD_IS_PRIME

#define REGULAR_SLOPES_WINDOW EC(MC_CONCATENATE(wtnaf_window, MC_WINDOW))

MC_NOINLINE void regular_slopes_make_table(EC(affine) *table, const EC(affine) *p, int8_t mu,
                                           const MC_FLASH EC(curve) *curve)
{
    mc_word scratch[WTNAF_TABLE_SCRATCH(MC_WINDOW)][EC_WORDS];
    EC(wtnaf_table_var)(table, p, &REGULAR_SLOPES_WINDOW, mu, scratch, curve);
    EC(affine_to_slope_each_var)(table, WTNAF_TABLE_POINTS(MC_WINDOW));
}

/* table[index], in its place where that may be read, else in `room`. */
static EC(affine_slope) *slope_at(EC(affine_slope) *room, EC(affine_slope) *table, uint8_t index)
{
#if EC_LOOKUP_COPIES
    EC(affine_lookup)(room, table, WTNAF_TABLE_POINTS(MC_WINDOW), index);
    return room;
#else
    (void)room;
    return &table[index];
#endif
}

/* Only on small curves a multiple of the point is infinity. */
static void negate_entry(EC(affine_slope) *entry, mc_word negative)
{
    if (EC_SCALAR_BITS < REGULAR_LEAST_DEGREE_PROVED)
        EC(slope_negate_masked)(entry, negative);
    else
        entry->y[0] = (mc_word)(entry->y[0] ^ (negative & 1));
}

mc_status EC(MC_CONCATENATE(scalar_mult_regular_wtnaf_slopes, MC_WINDOW))(EC(affine) *r, const mc_word *k,
                                                                          const EC(affine) *p,
                                                                          const MC_FLASH EC(curve) *curve)
{
    const MC_FLASH EC(koblitz) *koblitz = EC_CURVE_KOBLITZ(curve);
    EC(blinding) blinding;
    const mc_status status = EC(regular_begin)(&blinding, k, p, curve);
    EC_RETURN_IF_ERROR_OR_INFINITY(r, status, p);
    EC(affine) table[WTNAF_TABLE_POINTS(MC_WINDOW)], point;
    regular_slopes_make_table(table, p, koblitz->mu, curve);
    uint8_t digits[REGULAR_DIGITS(MC_WINDOW)];
    EC(recode_wtnaf_regular)(digits, k, &REGULAR_SLOPES_WINDOW, koblitz);

    EC(lambda) sum;
    for (uint8_t i = REGULAR_DIGITS(MC_WINDOW); i--;) {
        EC(affine_slope) *const entry = slope_at(&point, table, digits[i] >> 1);
        const mc_word negative = EC(regular_negative)(digits[i]);
        negate_entry(entry, negative);
        EC(regular_add_slope)(&sum, entry, i, MC_WINDOW, &blinding, curve);
        negate_entry(entry, negative);
    }
    EC(regular_sum_of_slopes)(r, &sum);
    REGULAR_END(blinding, digits, point, sum);
    return MC_OK;
}

#endif
