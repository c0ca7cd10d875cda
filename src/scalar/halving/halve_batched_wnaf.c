/*---
name: halve-batched-wnaf
family: scalar-mult
summary: as halve-wnaf, the points of a digit added in pairs in affine coordinates, many pairs with one inversion
source: Fong, Hankerson, Lopez and Menezes 2004; Montgomery 1987 for the inversions
domain: points of prime order and infinity, else MC_ERROR_SUBGROUP; 0 <= k < 2^l
requires: !FIELD_IS_PRIME
constant_time: no
curves: binary
windows: 3, 4
uses: fb-mul-reduce, fb-sqr-reduce, fb-inv, fb-sqrt, fb-half-trace, coordinates
recoding: wnaf
halvings: order_bits - 1
doublings: (length > order_bits) + (largest > 1) + (largest > 3) + (largest > 7) + (largest > 15)
additions: weight - sizes + sizes_ones - 1
ram_table_bytes: 48 * n * W
---*/
#include <string.h>

#include "scalar/halving/halving.h"

#if !FIELD_IS_PRIME

#define HALVE_BATCHED_WNAF_SUMS HALVING_SUMS(MC_WINDOW)
#define ROOM  16 /* points at a time: more than SUMS, so that two of them have the same digit when it is full */
#define PAIRS (ROOM / 2)
#define NONE  255

/* Points, none infinity, that wait to be added to others with the same digit 2 j + 1. */
typedef struct {
    EC(affine) points[ROOM];
    uint8_t j[ROOM], count;
} waiting_points;

/* Drops points marked NONE. */
static void close_gaps(waiting_points *waiting)
{
    uint8_t kept = 0;
    for (uint8_t i = 0; i < waiting->count; i++) {
        if (waiting->j[i] == NONE)
            continue;
        if (kept != i) {
            waiting->points[kept] = waiting->points[i];
            waiting->j[kept] = waiting->j[i];
        }
        kept++;
    }
    waiting->count = kept;
}

/* Equal or opposite points: at once. Only where n is a sum of few powers of two can sums of the halves be that, as for
 * n = 2^t - 2^a + 1; of no curve here is a case known. tests/c/test_halve_batched.c calls it. */
static void add_special(waiting_points *waiting, uint8_t first, uint8_t second, const MC_FLASH EC(curve) *curve)
{
    EC(affine_add_var)(&waiting->points[first], &waiting->points[first], &waiting->points[second], curve);
    waiting->j[second] = NONE;
    if (EC(affine_mask_infinity)(&waiting->points[first]))
        waiting->j[first] = NONE;
}

/* Replaces every two points of a digit by their sum; returns 0 if no digit has two. */
MC_NOINLINE uint8_t add_pairs(waiting_points *waiting, const MC_FLASH EC(curve) *curve)
{
    mc_word differences[PAIRS][EC_WORDS], scratch[PAIRS][EC_WORDS];
    uint8_t first[PAIRS], second[PAIRS], last[HALVE_BATCHED_WNAF_SUMS], pairs = 0;
    const uint8_t count = waiting->count;
    memset(last, NONE, sizeof last);
    for (uint8_t i = 0; i < count; i++) {
        const uint8_t j = waiting->j[i], other = last[j];
        last[j] = other == NONE ? i : NONE;
        if (other == NONE)
            continue;
        first[pairs] = other;
        second[pairs] = i;
        field_add(differences[pairs], waiting->points[other].x, waiting->points[i].x);
        if (field_mask_zero(differences[pairs]))
            add_special(waiting, other, i, curve);
        else
            pairs++;
    }
    if (pairs)
        field_inv_each_var(differences, scratch, pairs);
    for (uint8_t i = 0; i < pairs; i++) {
        EC(affine) *sum = &waiting->points[first[i]];
        EC(affine_add_distinct)(sum, sum, &waiting->points[second[i]], differences[i], curve);
        waiting->j[second[i]] = NONE;
    }
    close_gaps(waiting);
    return waiting->count < count;
}

/* In the end the sums by digit are left. */
MC_NOINLINE void halve_batched_wnaf_sum_by_digit(waiting_points *waiting, const int8_t *digits, uint16_t length,
                                                 const EC(affine) *p, const MC_FLASH EC(curve) *curve)
{
    const uint16_t top = curve->order_bits - 1;
    EC(affine_slope) half;
    waiting->count = 0;
    if (length > top + 1) { /* digits[top + 1] is 1 */
        EC(affine_double_var)(&waiting->points[0], p, curve);
        waiting->j[waiting->count++] = 0;
    }
    EC(affine_to_slope_var)(&half, p);
    for (uint16_t i = top;; i--) {
        const int8_t digit = i < length ? digits[i] : 0;
        if (digit) {
            if (waiting->count == ROOM)
                (void)add_pairs(waiting, curve);
            EC(affine) *point = &waiting->points[waiting->count];
            waiting->j[waiting->count++] = (uint8_t)((digit < 0 ? -digit : digit) / 2);
            EC(affine_from_slope)(point, &half);
            if (digit < 0)
                EC(affine_negate)(point, point);
        }
        if (!i)
            break;
        ec_halve(&half, curve);
    }
    while (add_pairs(waiting, curve))
        ;
}

mc_status EC(MC_CONCATENATE(MC_CONCATENATE(scalar_mult_halve_batched_wnaf, MC_WINDOW),
                            _var))(EC(affine) *r, const mc_word *k, const EC(affine) *p,
                                   const MC_FLASH EC(curve) *curve)
{
    mc_status status = EC(halving_status)(k, p, curve);
    EC_RETURN_IF_ERROR_OR_INFINITY(r, status, p);
    int8_t digits[RECODE_DIGITS];
    waiting_points waiting;
    EC(affine) sums[HALVE_BATCHED_WNAF_SUMS];
    const uint16_t length = EC(halving_digits_var)(digits, k, MC_WINDOW, curve);
    halve_batched_wnaf_sum_by_digit(&waiting, digits, length, p, curve);
    for (uint8_t j = 0; j < HALVE_BATCHED_WNAF_SUMS; j++)
        EC(affine_set_infinity)(&sums[j]);
    for (uint8_t i = 0; i < waiting.count; i++)
        sums[waiting.j[i]] = waiting.points[i];
    EC(sum_of_odd_multiples_var)(r, sums, HALVE_BATCHED_WNAF_SUMS, curve);
    return MC_OK;
}

#endif
