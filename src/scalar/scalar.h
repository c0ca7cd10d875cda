/* Scalar multiplication over binary curves. Every member of the family scalar-mult has the signature
 *
 *   mc_status FB(scalar_mult_<name>)(FB(affine) *r, const mc_word *k, const FB(affine) *p,
 *                                    const MC_FLASH FB(curve) *curve);
 *
 * and computes r = k p for p on the curve (any point, infinity and points outside the prime-order subgroup
 * included, unless its header says otherwise) and k of FB_WORDS words with 0 <= k < 2^m; larger k gives
 * MC_ERROR_SCALAR_RANGE and r zeroed. r may be p. */
#ifndef MC_SCALAR_H
#define MC_SCALAR_H

#include "curve/fb_curve.h"
#include "scalar/algorithms.h" /* generated: prototypes of every member */

#define fb_scalar_mult FB(MC_SCALAR_MULT)
#define fb_scalar_mult_var FB(MC_SCALAR_MULT_VAR)

#endif
