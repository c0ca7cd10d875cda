/* Shared by multiplications by regular windows: the multiple of the point that a window of the scalar stands for. */
#ifndef MC_SCALAR_REGULAR_H
#define MC_SCALAR_REGULAR_H

#include "curve/lookup.h"
#include "scalar/recode/digits.h"

#define LEAST_BITS_PROVED 64 /* of scalars: proofs that exceptions do not occur suppose that orders are not small */

/* The multiple of p by the digits of window `index` of so many, for odd k; table[i] = (2 i + 1) p. Constant time. */
static inline void EC(regular_multiple)(EC(affine) *point, const mc_word *k, uint16_t index, uint8_t window,
                                        uint16_t windows, const EC(affine) *table)
{
    const uint8_t points = (uint8_t)(1 << (window - 1));
    const uint8_t signs = EC(regular_signs)(k, index, window, windows);
    const uint8_t negative = (uint8_t)mc_word_barrier((mc_word)((signs >> (window - 1)) - 1));
    EC(affine_lookup_signed)(point, table, points, (uint8_t)((signs ^ negative) & (points - 1)), negative & 1);
}

#endif
