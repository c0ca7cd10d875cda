/* u G + v Q for many u, v and Q, each on its own, four side by side in the lanes of curve/binary/fb_wide.h. All digits
 * are regular, so that the four add at the same places. Points, of prime order, and scalars are public; nothing here is
 * constant time. These functions run only where MC_HAS_WIDE(). */
#ifndef MC_SCALAR_MULTI_SCALAR_WIDE_H
#define MC_SCALAR_MULTI_SCALAR_WIDE_H

#include "curve/binary/fb_wide.h"
#include "scalar/multi/multi_scalar.h"
#include "scalar/tau/regular.h"

#ifdef MC_SINGLE_CURVE
#define MULTI_SCALAR_HAS_WIDE 0
#else
#define MULTI_SCALAR_HAS_WIDE FB_HAS_WIDE_POINTS
#endif

#if MULTI_SCALAR_HAS_WIDE

#define WIDE_PAIRS_AT_ONCE          64 /* that have one inversion in common */
#define WIDE_GENERATOR_TABLE_POINTS 64

/* Common to all the sums of a curve. The window of Q is MULTI_SCALAR_WINDOW. */
typedef struct {
    EC(affine_slope) table[WIDE_GENERATOR_TABLE_POINTS]; /* multiples of G */
    uint8_t window;                                      /* to which the table belongs */
    EC(regular_recoder) recoder, recoder_of_q;           /* Koblitz curves */
} EC(wide_generator);

/* u G + v Q; the table holds Q's multiples. */
typedef struct {
    const mc_word *u, *v;
    const EC(affine_slope) *table;
} EC(wide_pair);

/* Returns 0 for curves that these functions do not serve, else 1. */
uint8_t EC(wide_generator_vpclmul_var)(EC(wide_generator) *generator, const MC_FLASH EC(curve) *curve);
/* Fills count tables of MULTI_SCALAR_TABLE_POINTS for count points. made[i] is 0, and the table nothing, if a multiple
 * takes an addition that is an exceptional case, which may be on tiny curves; else 1. */
void EC(wide_tables_vpclmul_var)(EC(affine_slope) *const *tables, uint8_t *made, const EC(affine) *const *points,
                                 size_t count, const MC_FLASH EC(curve) *curve);
/* x[i] = the x of the sum of pairs[i] and found[i] = 1, i < count <= WIDE_PAIRS_AT_ONCE; or found[i] = 0 if some
 * addition on the way is an exceptional case, or the sum is infinity. */
void EC(wide_sums_vpclmul_var)(mc_word (*x)[EC_WORDS], uint8_t *found, const EC(wide_pair) *pairs, size_t count,
                               const EC(wide_generator) *generator, const MC_FLASH EC(curve) *curve);

#endif
#endif
