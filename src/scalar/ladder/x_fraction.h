/* x of k q alone, as a fraction, in the memory of the ladder: scalar/ladder/ladder_x_only_list.c, or
 * scalar/ladder/ladder_differences_list.c where that is bound and serves the curve. */
#ifndef MC_SCALAR_X_FRACTION_H
#define MC_SCALAR_X_FRACTION_H

#include "curve/prime/fp_list.h"

#if EC_TAKES_DIFFERENCES
#define EC_LADDER_ROOM (2 + LIST_READS_A)
#else
#define EC_LADDER_ROOM (3 + LIST_READS_A)
#endif

/* The elements of the ladder. The caller puts q there, a point of the curve, and finds x and z. */
typedef struct {
    mc_word x[EC_WORDS], z[EC_WORDS], next[2][EC_WORDS];
    EC(affine) q;
    mc_word room[EC_LADDER_ROOM][EC_WORDS];
} EC(ladder_room);

/* Whether q is a point of the curve, not infinity and of the order of the generator: MC_OK or the error of
 * mc_public_key_validate. Not constant time. */
mc_status EC(ladder_validate)(EC(ladder_room) *ladder, const MC_FLASH EC(curve) *curve);

/* x / z = x of k q, k < 2^l; z is 0 for infinity. The rest is destroyed, and all of it is secret. MC_ERROR_RANDOM if
 * blinding fails. */
mc_status EC(scalar_mult_x_fraction)(EC(ladder_room) *ladder, const mc_word *k, const MC_FLASH EC(curve) *curve);

/* q = k G for 0 < k < n (ladder_x_only_list.c). All else of the ladder is destroyed, and secret. MC_ERROR_RANDOM if
 * blinding fails. */
mc_status EC(scalar_mult_base_within)(EC(ladder_room) *ladder, const mc_word *k, const MC_FLASH EC(curve) *curve);

/* The same; q is of prime order, and both of its coordinates are read. */
mc_status EC(differences_validate)(EC(ladder_room) *ladder, const MC_FLASH EC(curve) *curve);
mc_status EC(differences_x_fraction)(EC(ladder_room) *ladder, const mc_word *k, const MC_FLASH EC(curve) *curve);

#endif
