/* Points in Jacobian coordinates that share their Z (Meloni 2007), which no formula then needs: pairs of X and Y, kept
 * in EC(affine). Every function multiplies the common Z by `factor`, for those that keep account of it. Constant time.
 * The points are distinct, not opposite, not infinity; where they are, the factor is 0 and the points are nothing. */
#ifndef MC_CO_Z_H
#define MC_CO_Z_H

#include "curve/curve.h"

#if FIELD_IS_PRIME && !FIELD_HAS_EDWARDS_CURVES
#include "curve/prime/fp_formulas.h" /* functions of Jacobian points, whichever coordinates are bound */

/* q = 2 p, for p with Z = 1, y not 0; p becomes itself with the Z of q. */
void EC(co_z_double)(EC(affine) *q, EC(affine) *p, mc_word *factor, const MC_FLASH EC(curve) *curve);
/* sum = p + q, same = p with the Z of the sum: 4M + 2S. Either may be p or q, but not both the same. */
void EC(co_z_add_to)(EC(affine) *sum, EC(affine) *same, const EC(affine) *p, const EC(affine) *q, mc_word *factor);
/* (p, q) = (p + q, p). */
void EC(co_z_add)(EC(affine) *p, EC(affine) *q, mc_word *factor);
/* (p, q) = (p + q, p - q): 5M + 3S. */
void EC(co_z_add_conjugate)(EC(affine) *p, EC(affine) *q, mc_word *factor);
/* mask ? (q, p) : (p, q); mask 0 or ~0. */
void EC(co_z_swap)(EC(affine) *p, EC(affine) *q, mc_word mask);

#endif
#endif
