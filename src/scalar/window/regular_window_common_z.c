/*---
name: regular-window-common-z
family: scalar-mult
summary: regular-window-co-z in less RAM: the sum takes the place of what made the table, and the inversion comes after
  the table
source: Okeya and Takagi 2003; Meloni 2007 for the table; hankerson2004 Algorithm 3.23
domain: points of prime order and infinity, else MC_ERROR_SUBGROUP; 0 <= k < 2^l. The point is public. Exceptional cases
  proved away or masked
curves: prime
requires: FIELD_IS_PRIME && !FIELD_HAS_EDWARDS_CURVES
constant_time: same-trace
windows: 3, 4, 5
uses: fp-mul-reduce, fp-sqr-reduce, fp-inv, doubling, addition
ram_table_bytes: 2 ** w * n * W
doublings: ((l + w - 1) // w - 1) * w + 2
additions: (l + w - 1) // w - 1 + 2 ** (w - 1) - 1
---*/
/* Digits, and why no exceptional case occurs but in the last addition: regular_window_co_z.c. */
#include "scalar/multi/common_z.h"
#include "scalar/window/regular.h"

#if FIELD_IS_PRIME && !FIELD_HAS_EDWARDS_CURVES

#define COMMON_Z_WINDOWS      ((EC_SCALAR_BITS + MC_WINDOW - 1) / MC_WINDOW)
#define COMMON_Z_TABLE_POINTS (1 << (MC_WINDOW - 1))

/* The factors make the table; the double of the last digit's multiple is made when the table is no longer read. */
typedef struct {
    union {
        EC(affine) table[COMMON_Z_TABLE_POINTS];
        EC(common_z_sum) twice;
    };
    union {
        mc_word factors[COMMON_Z_TABLE_POINTS - 1][EC_WORDS];
        struct {
            EC(common_z_sum) sum;
            EC(affine) point;
        };
    };
    EC(common_z) common;
} common_z_room;

/* As deep as an addition and a doubling go, tests/lab/test_wiped_depth.py: their elements, and words that they spill.
 */
#define COMMON_Z_DEPTH (sizeof(common_z_room) + 8 * sizeof(mc_word[EC_WORDS]) + 7 * MC_WORD_BITS)
MC_WIPE_BELOW(common_z_wipe_below, COMMON_Z_DEPTH)

/* r = X, 2 Y and z = Z of k p, on the curve itself, for odd k, at most n; z may be k. The last sum has Z = 0 if its
 * points are equal or opposite, and X = 0, too, if they are equal: X is S^2 then, and S is 0 or 4 y (common_z.c). */
MC_NOINLINE void common_z_multiply(EC(affine) *r, mc_word *z, const mc_word *k, const EC(affine) *p,
                                   const MC_FLASH EC(curve) *curve BLINDING_PARAMETER)
{
    common_z_room room;
    EC(common_z_table)(room.table, &room.common, COMMON_Z_TABLE_POINTS, p, room.factors, curve BLINDING_PASS(blinding));
    const mc_word *const a = ec_common_z_a(&room.common, curve);
    for (uint16_t window = COMMON_Z_WINDOWS; window--;) {
        EC(regular_multiple)(&room.point, k, window, MC_WINDOW, COMMON_Z_WINDOWS, room.table);
        if (window == COMMON_Z_WINDOWS - 1) {
            EC(common_z_from_table)(&room.sum, &room.point);
            continue;
        }
        EC(common_z_double)(&room.sum, MC_WINDOW, a);
        if (window == 0) {
            EC(common_z_from_table)(&room.twice, &room.point);
            EC(common_z_double)(&room.twice, 1, a);
        }
        (void)EC(common_z_add)(&room.sum, &room.point);
    }
    const mc_word equal = mc_word_barrier(field_mask_zero(room.sum.x) & field_mask_zero(room.sum.z));
    field_select(room.sum.x, room.twice.x, equal);
    field_select(room.sum.y2, room.twice.y2, equal);
    field_select(room.sum.z, room.twice.z, equal);
    field_copy(r->x, room.sum.x);
    field_copy(r->y, room.sum.y2);
    fp_mul(z, room.sum.z, room.common.z);
    mc_wipe(&room.twice, sizeof room.twice);
    mc_wipe(&room.sum, sizeof room.sum + sizeof room.point);
}

/* The point of X, 2 Y, Z: of 2 Z, X is 4 X, and 2 Y is 8 Y. */
static void common_z_divide(EC(affine) *r, mc_word *z)
{
    fp_add(z, z, z);
    for (uint8_t i = 0; i < 2; i++) {
        fp_add(r->x, r->x, r->x);
        fp_add(r->y, r->y, r->y);
    }
    fp_inv(z, z);
    EC(jacobian_to_affine_by_inverse)(r, r->x, r->y, z);
}

mc_status EC(MC_CONCATENATE(scalar_mult_regular_window_common_z, MC_WINDOW))(EC(affine) *r, const mc_word *k,
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
    mc_word odd[EC_SCALAR_WORDS > EC_WORDS ? EC_SCALAR_WORDS : EC_WORDS];
    const mc_word flip = EC(scalar_make_odd)(odd, k, curve);
    common_z_multiply(r, odd, odd, p, curve BLINDING_PASS(&blinding));
    common_z_wipe_below();
    ec_blinding_end(&blinding);
    common_z_divide(r, odd);
    EC(affine_negate_masked)(r, flip);
    mc_wipe(odd, sizeof odd);
    return MC_OK;
}

#endif
