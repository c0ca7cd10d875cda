/* Sums of multiples by digits read from the right, in coordinates that add two projective points. */
#ifndef MC_SCALAR_FROM_RIGHT_H
#define MC_SCALAR_FROM_RIGHT_H

#include "scalar/recode/digits.h"

#if EC_HAS_ADD
/* scalar/binary/sums_from_right.c: sums[i] becomes the sum of s 2^place p over the digits of size 2 i + 1 and sign s
 * that `read` reads from k; count sums, one for each size. */
void EC(sums_from_right_var)(ec_projective *sums, uint8_t count, EC(right_reader) *read, const mc_word *k,
                             uint8_t window, const EC(affine) *p, const MC_FLASH EC(curve) *curve);
#elif defined(MC_SINGLE_CURVE)
#error "multiplications from the right add projective points to each other, which these coordinates do not (EC_HAS_ADD)"
#endif

#endif
