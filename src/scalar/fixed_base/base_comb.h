/* Fixed-base combs whose digits are all 1 or -1, in constant time. The file that includes this says how many tables
 * there are (TABLES), and the names of the member (MEMBER) and of the tables (TABLE) without their windows. */
#include "curve/generator.h"
#include "curve/lookup.h"
#include "scalar/blinding.h"
#include "scalar/scalar.h"
#if MC_NATIVE_FOUR_LANES
#include "native/x86_64/edwards_four.h"
#include "native/x86_64/level.h"
#endif

/* An odd k < 2^l is the sum of b_i 2^i, i < l, with b_i = 1 or -1: 1 where bit i + 1 of k is set, and b_(l-1) = 1. The
 * digits stand in TEETH rows of SPACING, each cut in TABLES parts of ROWS, one for each table. Column (i, t) is the sum
 * over teeth j of b_(j SPACING + t ROWS + i) 2^(j SPACING + t ROWS) G, and from the highest i on
 *   sum = 2 sum + column(i, 1) + column(i, 0),
 * without column(i, 1) if there is one table.
 *
 * Exceptional cases: k is first made odd and at most n by k mod n or n less that. The columns at i = 0 add up to less
 * than B = 2^(l - ROWS) (1 + 2^(1 - ROWS)) in size, and sum after row i is less than n / 2^i + B. If
 * 6 B < n, then for i > 0 twice that sum, and that plus or minus the columns, is below n in size: 0 modulo n only as an
 * integer, and 0 would need numbers of different powers of two to be equal: column(i, 0) is odd, twice a sum is 2 times
 * an odd number, column(i, 1) is 2^ROWS times one. The first addition for i = 0 adds even numbers that stay below 2 n:
 * they are 0 modulo n only as integers, and are not that; with one table there is no such addition. The very last
 * addition is complete, and all are where n is small beside 2^l: for large cofactors, and where the rows are short. On
 * Edwards curves n is odd, so no difference of a sum and a column has an order that divides 4. */
#define TEETH             MC_WINDOW
#define ROWS              ((EC_SCALAR_BITS + TABLES * TEETH) / (TABLES * TEETH))
#define SPACING           (TABLES * ROWS)
#define TABLE_POINTS      (1 << (TEETH - 1))
#define ORDER_BITS_PROVED (TEETH * SPACING - ROWS + 4) /* n >= 2^3 2^(l - ROWS), ROWS >= 3 */

/* 1 if digit i of k is 1, 0 if it is -1; i is public. */
static uint8_t is_positive(const mc_word *k, uint16_t i)
{
    return i == TEETH * SPACING - 1 ? 1 : i + 1 < EC_SCALAR_BITS ? EC(scalar_bit)(k, i + 1) : 0;
}

/* The place of column (i, t) in its table, and in *negative ~0 if the column is the negative of what stands there. */
static uint8_t place_of_column(uint8_t *negative, const mc_word *k, uint8_t i, uint8_t t)
{
    uint8_t signs = 0;
    for (uint8_t j = TEETH; j--;)
        signs = (uint8_t)((uint8_t)(signs << 1) |
                          is_positive(k, (uint16_t)((uint16_t)(j * SPACING) + (uint16_t)(t * ROWS) + i)));
    *negative = (uint8_t)(mc_word_barrier((mc_word)((signs >> (TEETH - 1)) - 1)));
    return (signs ^ *negative) & (TABLE_POINTS - 1);
}

/* The point of column (i, t), or its negative if flip is ~0. */
static void column(EC(affine) *point, const mc_word *k, mc_word flip, uint8_t i, uint8_t t,
                   const MC_FLASH EC(affine) *table)
{
    uint8_t negative;
    const uint8_t index = place_of_column(&negative, k, i, t);
#if MC_PREFER_SIZE && EC_LOOKUP_NEGATES
    EC(affine_lookup_signed)(point, table + t * TABLE_POINTS, TABLE_POINTS, index, (negative ^ flip) & 1);
#else
    EC(affine_lookup_flash)(point, table + t * TABLE_POINTS, TABLE_POINTS, index);
    EC(affine_negate_masked)(point, (mc_word)(0 - (mc_word)(negative & 1)) ^ flip);
#endif
}

#if MC_NATIVE_FOUR_LANES && TABLES == 2 && TEETH == MC_FOUR_TEETH

_Static_assert(ROWS == MC_FOUR_ROWS, "the columns of the comb in lanes");

/* sum = +-k G as below, with the factor, and 1, where the processor has such vectors; else 0. */
static void add_columns_in_lanes(uint8_t *is_done, ec_projective *sum, const mc_word *k, mc_word flip,
                                 const mc_word *factor)
{
    mc_four_columns columns;
    mc_four_fraction found;
    uint8_t *place = columns.places, *negative = columns.negative;
    for (uint8_t i = ROWS; i--;)
        for (uint8_t t = TABLES; t--; place++, negative++) {
            *place = place_of_column(negative, k, i, t);
            *negative ^= (uint8_t)flip;
        }
    mc_four_comb(found, &columns, factor);
    field_copy(sum->x, found[0]);
    field_copy(sum->y, found[1]);
    field_copy(sum->z, found[2]);
    mc_wipe(&columns, sizeof columns);
    mc_wipe(found, sizeof found);
    *is_done = 1;
}

static void add_no_columns(uint8_t *is_done, ec_projective *sum, const mc_word *k, mc_word flip, const mc_word *factor)
{
    (void)sum, (void)k, (void)flip, (void)factor;
    *is_done = 0;
}

typedef void columns_function(uint8_t *is_done, ec_projective *sum, const mc_word *k, mc_word flip,
                              const mc_word *factor);
columns_function EC(add_columns_in_lanes_bound);
MC_BIND(EC(add_columns_in_lanes_bound), columns_function, mc_x86_64_has_ifma, add_columns_in_lanes, add_no_columns,
        (uint8_t *is_done, ec_projective *sum, const mc_word *k, mc_word flip, const mc_word *factor),
        (is_done, sum, k, flip, factor))

static uint8_t are_added_in_lanes(ec_projective *sum, const mc_word *k, mc_word flip BLINDING_PARAMETER)
{
    uint8_t is_done;
#if MC_BLINDS_COORDINATES
    const mc_word *factor = blinding->factor;
#else
    const mc_word factor[EC_WORDS] = {1};
#endif
    EC(add_columns_in_lanes_bound)(&is_done, sum, k, flip, factor);
    return is_done;
}

#else
#define are_added_in_lanes(...) 0
#endif

/* sum = k G; infinity in r if the status is not MC_OK. */
static mc_status add_columns(ec_projective *sum, EC(affine) *r, const mc_word *k,
                             const MC_FLASH EC(curve) *curve BLINDING_PARAMETER)
{
    const mc_status status = EC(scalar_status)(k);
    EC_RETURN_IF_ERROR(r, status);
    const MC_FLASH EC(affine) *table = EC_GENERATOR_TABLE(curve, MC_CONCATENATE(TABLE, MC_WINDOW));
    if (!table)
        return EC(no_table)(r);
    mc_word odd[EC_SCALAR_WORDS];
    EC(affine) point;
    const mc_word flip = EC(scalar_make_odd)(odd, k, curve);
    for (uint8_t i = are_added_in_lanes(sum, odd, flip BLINDING_PASS(blinding)) ? 0 : ROWS; i--;) {
        for (uint8_t t = TABLES; t--;) {
            column(&point, odd, flip, i, t, table);
            if (i == ROWS - 1 && t == TABLES - 1) {
                ec_from_affine(sum, &point);
                ec_blind_point(sum, blinding, curve);
                continue;
            }
            if (t == TABLES - 1)
                ec_double(sum, sum, curve);
            if ((i == 0 && t == 0) || curve->order_bits < ORDER_BITS_PROVED)
                ec_add_mixed_complete(sum, sum, &point, curve);
            else
                ec_add_mixed_apart(sum, sum, &point, curve);
        }
    }
    mc_wipe(odd, sizeof odd);
    mc_wipe(&point, sizeof point);
    return MC_OK;
}

mc_status EC(MC_CONCATENATE(MEMBER, MC_WINDOW))(EC(affine) *r, const mc_word *k, const MC_FLASH EC(curve) *curve)
{
    ec_projective sum;
    EC(blinding) blinding;
    mc_status status = MC_OK;
    ec_blinding_begin(&blinding, &status);
    EC_RETURN_IF_ERROR(r, status);
    status = add_columns(&sum, r, k, curve BLINDING_PASS(&blinding));
    ec_blinding_end(&blinding);
    if (status != MC_OK)
        return status;
    ec_to_affine(r, &sum);
    mc_wipe(&sum, sizeof sum);
    return MC_OK;
}

#if FIELD_HAS_EDDSA_CURVES && TABLES == 2

/* Both sums begin with one random factor, for a draw takes longer than an addition: either one's coordinates are as
 * random as if it were alone. Z of Edwards points is never 0. */
mc_status EC(MC_CONCATENATE(scalar_mult_base_pair_comb, MC_WINDOW))(EC(affine) *r, const mc_word *k, const mc_word *l,
                                                                    const MC_FLASH EC(curve) *curve)
{
    ec_projective sums[2];
    mc_word inverse[EC_WORDS];
    EC(blinding) blinding;
    mc_status status = MC_OK;
    ec_blinding_begin(&blinding, &status);
    EC_RETURN_IF_ERROR(r, status);
    status = add_columns(&sums[0], &r[0], k, curve BLINDING_PASS(&blinding));
    if (status == MC_OK)
        status = add_columns(&sums[1], &r[1], l, curve BLINDING_PASS(&blinding));
    ec_blinding_end(&blinding);
    if (status == MC_OK) {
        field_mul(inverse, sums[0].z, sums[1].z);
        field_inv(inverse, inverse);
        field_mul(sums[0].z, sums[0].z, inverse); /* 1/Z of the second */
        field_mul(inverse, inverse, sums[1].z);
        ec_to_affine_by_inverse(&r[0], sums[0].x, sums[0].y, inverse);
        ec_to_affine_by_inverse(&r[1], sums[1].x, sums[1].y, sums[0].z);
    }
    mc_wipe(sums, sizeof sums);
    mc_wipe(inverse, sizeof inverse);
    return status;
}

#endif
