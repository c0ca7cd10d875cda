/* Multiples of a point whose table shares one Z, which is not divided by: by Z^2 and Z^3 they are affine points of the
 * curve y^2 = x^3 + a Z^4 x + b Z^6, on which they are added up, and Z comes in at the end. Constant time.
 *
 * There points are x = X/Z^2, y = Y/Z^3, and 2 Y is held in the place of Y: so doubling, for any a, needs four
 * sums and four differences (hankerson2004 Algorithm 3.23, without its division by two). */
#ifndef MC_COMMON_Z_H
#define MC_COMMON_Z_H

#include "scalar/blinding.h"

#if FIELD_IS_PRIME && !FIELD_HAS_EDWARDS_CURVES

/* X, 2 Y, Z of a sum. */
typedef struct {
    mc_word x[EC_WORDS], y2[EC_WORDS], z[EC_WORDS];
} EC(common_z_sum);

/* Common to the points of a table: Z, a Z^4. */
typedef struct {
    mc_word z[EC_WORDS], a[EC_WORDS];
} EC(common_z);

/* table[i] = (2 i + 1) p, of each X and 2 Y, for i < count, count > 1; factors: count - 1 elements. p is of a prime
 * order above 2 count. By sums that share their Z (scalar/ladder/co_z.h), then each brought to the last one's Z: 8M +
 * 3S for an entry. Where coordinates are blinded, those of the whole table are. */
void EC(common_z_table)(EC(affine) *table, EC(common_z) *common, uint8_t count, const EC(affine) *p,
                        mc_word (*factors)[EC_WORDS], const MC_FLASH EC(curve) *curve BLINDING_PARAMETER);
void EC(common_z_from_table)(EC(common_z_sum) *r, const EC(affine) *entry);
/* r = 2^times r for times > 0 and any r: 4M + 4S each, 2S in all, and for a = 0 3M + 4S. a of the curve on which the
 * points are affine, or a null pointer for 0. */
void EC(common_z_double)(EC(common_z_sum) *r, uint8_t times, const mc_word *a);
/* That a of the table's curve. */
#define ec_common_z_a(common, curve) (EC_CURVE_A_CLASS(curve) ? (common)->a : 0)
/* r += entry, r not infinity: 8M + 3S. Opposite points give infinity, Z = 0; for equal ones it returns ~0, and r is
 * nothing, else 0. */
mc_word EC(common_z_add)(EC(common_z_sum) *r, const EC(affine) *entry);
/* The affine point of the curve itself; the sum is destroyed. */
void EC(common_z_to_affine)(EC(affine) *r, EC(common_z_sum) *sum, const EC(common_z) *common);

#endif
#endif
