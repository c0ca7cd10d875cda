/* Parts that multiplications by halving share (scalar/halving/halving.c). With t the bits of the group order n and d_i
 * the digits of 2^(t-1) k modulo n, k is the sum of the d_i 2^(i-t+1) modulo n, and k P the sum of the d_i P/2^(t-1-i)
 * for a point P of order n, whose halves of that order EC(halve_var) finds. */
#ifndef MC_SCALAR_HALVING_H
#define MC_SCALAR_HALVING_H

#include "scalar/scalar.h"

#define HALVING_SUMS(window) (1 << ((window) - 2)) /* odd digits by their size */

/* MC_OK for k < 2^l and p of prime order or infinity. */
mc_status EC(halving_status)(const mc_word *k, const EC(affine) *p, const MC_FLASH EC(curve) *curve);
/* scaled = 2^places k modulo n, 2^places < 2^l. Constant time. */
void EC(halving_scale)(mc_word *scaled, const mc_word *k, uint16_t places, const MC_FLASH EC(curve) *curve);
/* The digits of 2^(t-1) k modulo n, by EC(recode_wnaf_var); returns their number, t + 1 at most. */
uint16_t EC(halving_digits_var)(int8_t *digits, const mc_word *k, uint8_t window, const MC_FLASH EC(curve) *curve);
/* r = the sum of the (2 j + 1) points[j] for j < count, a power of two. */
void EC(sum_of_odd_multiples_var)(EC(affine) *r, const EC(affine) *points, uint8_t count,
                                  const MC_FLASH EC(curve) *curve);

#endif
