/* Points of Ed25519 whose four coordinates are the lanes of AVX-512 registers. */
#ifndef MC_NATIVE_X86_64_EDWARDS_FOUR_H
#define MC_NATIVE_X86_64_EDWARDS_FOUR_H

#include <stdint.h>

/* X, Y, Z of a point, below p; words, least significant first. */
typedef uint64_t mc_four_fraction[3][4];

/* k in width-w NAF, digits[i] below 2^(w-1) in size, those from `length` on are 0. */
typedef struct {
    const int8_t *digits;
    uint16_t length;
} mc_four_number;

#define MC_FOUR_WINDOW_OF_G 7 /* of k */
#define MC_FOUR_WINDOW      5 /* of l */

/* Columns of the comb of so many teeth with two tables (scalar/fixed_base/base_comb.h), from the highest on: the place
 * in its table, and 255 for the negative or 0. */
#define MC_FOUR_TEETH 6
#define MC_FOUR_ROWS  22
typedef struct {
    uint8_t places[2 * MC_FOUR_ROWS], negative[2 * MC_FOUR_ROWS];
} mc_four_columns;

/* For processors with AVX-512 IFMA (mc_x86_64_has_ifma). */
#pragma GCC visibility push(hidden)
/* r = k G + l q for any affine point q of the curve, x and y below p. */
void mc_four_double_var(mc_four_fraction r, const mc_four_number *k, const mc_four_number *l, const uint64_t *q);
/* r = the sum of the columns, its coordinates times a power of the factor, which is below p and not 0. Constant time.
 */
void mc_four_comb(mc_four_fraction r, const mc_four_columns *columns, const uint64_t *factor);
#pragma GCC visibility pop

#endif
