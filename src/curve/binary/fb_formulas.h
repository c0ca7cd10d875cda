/* Sums and doubles of points of curves over F_2^m between coordinate systems: every row of arruda2014 Table 45 (Cohen
 * and Frey 2005, Section 13.3), and those of lambda coordinates.
 *
 *   EC(add_<p>_<q>_to_<r>)(r, p, q, curve)    p and q neither infinity nor equal nor opposite
 *   EC(double_<p>_to_<r>)(r, p, curve)        p neither infinity nor of order two
 *
 * Points that are given or returned as affine_slope have x != 0. Constant time. r may be p or q where it is of their
 * type. */
#ifndef MC_CURVE_FB_FORMULAS_H
#define MC_CURVE_FB_FORMULAS_H

#include "curve/curve.h"

/* Systems that a build can bind: their additions and doublings of curve/curve.h, of any points, are the formulas. */
#define FB_SYSTEMS(X) X(projective) X(jacobian) X(lopez_dahab) X(lambda)

/* X(p, q, r) and X(p, r): the other formulas. */
#define FB_SUMS(X)                                                                                                     \
    X(affine, affine, affine)                                                                                          \
    X(affine, affine, affine_slope)                                                                                    \
    X(affine, affine, jacobian)                                                                                        \
    X(affine, affine, lopez_dahab)                                                                                     \
    X(lambda, affine_slope, lambda)
#define FB_DOUBLES(X)                                                                                                  \
    X(affine, affine)                                                                                                  \
    X(affine_slope, affine)                                                                                            \
    X(affine_slope, affine_slope)                                                                                      \
    X(affine, projective)                                                                                              \
    X(affine, jacobian)                                                                                                \
    X(affine, lopez_dahab)

#define FB_SUM(p_, q_, r_)                                                                                             \
    void EC(add_##p_##_##q_##_to_##r_)(EC(r_) *r, const EC(p_) *p, const EC(q_) *q, const MC_FLASH EC(curve) *curve)
#define FB_DOUBLE(p_, r_) void EC(double_##p_##_to_##r_)(EC(r_) *r, const EC(p_) *p, const MC_FLASH EC(curve) *curve)
#define FB_DECLARE_SUM(p_, q_, r_) FB_SUM(p_, q_, r_);
#define FB_DECLARE_DOUBLE(p_, r_)  FB_DOUBLE(p_, r_);
#define FB_DECLARE_SYSTEM(c_)                                                                                          \
    void EC(c_##_from_affine)(EC(c_) *, const EC(affine) *);                                                           \
    void EC(c_##_to_affine_by_inverse)(EC(affine) *, const mc_word *, const mc_word *, mc_word *);                     \
    mc_word EC(c_##_mask_infinity)(const EC(c_) *);                                                                    \
    void EC(c_##_scale)(EC(c_) *, const mc_word *, const MC_FLASH EC(curve) *);                                        \
    mc_word EC(c_##_add)(EC(c_) *, const EC(c_) *, const EC(c_) *, const MC_FLASH EC(curve) *);                        \
    mc_word EC(c_##_add_mixed)(EC(c_) *, const EC(c_) *, const EC(affine) *, const MC_FLASH EC(curve) *);              \
    void EC(c_##_double)(EC(c_) *, const EC(c_) *, const MC_FLASH EC(curve) *);                                        \
    void EC(c_##_negate)(EC(c_) *, const EC(c_) *);                                                                    \
    FB_SUM(c_, c_, c_);                                                                                                \
    FB_SUM(c_, affine, c_);                                                                                            \
    FB_DOUBLE(c_, c_);
FB_SYSTEMS(FB_DECLARE_SYSTEM)
FB_SUMS(FB_DECLARE_SUM)
FB_DOUBLES(FB_DECLARE_DOUBLE)
#undef FB_DECLARE_SUM
#undef FB_DECLARE_DOUBLE
#undef FB_DECLARE_SYSTEM

/* r = 2 p + q for points of odd order, where 2 p is neither q nor -q; otherwise as above. */
void EC(double_add_lambda_affine_slope_to_lambda)(EC(lambda) *r, const EC(lambda) *p, const EC(affine_slope) *q,
                                                  const MC_FLASH EC(curve) *curve);

/* r = p + q for points of odd order, whose x is not 0, in constant time: 8M + 2S, with four tables of common factors.
 * r may be p. The first is for p not infinity, not q and q not infinity; p = -q gives infinity. The second takes all
 * points, and q = (0, 0) as infinity. */
void EC(lambda_add_slope)(EC(lambda) *r, const EC(lambda) *p, const EC(affine_slope) *q);
void EC(lambda_add_slope_complete)(EC(lambda) *r, const EC(lambda) *p, const EC(affine_slope) *q,
                                   const MC_FLASH EC(curve) *curve);
/* r = p + q for any points of odd order, in constant time: 11M + 2S and a doubling. r may be p or q. */
void EC(lambda_add_complete)(EC(lambda) *r, const EC(lambda) *p, const EC(lambda) *q, const MC_FLASH EC(curve) *curve);
void EC(lambda_select)(EC(lambda) *r, const EC(lambda) *p, mc_word mask); /* r = mask ? p : r; mask 0 or ~0 */
/* p += q, of the same points as the second, by branching. */
void EC(lambda_add_slope_var)(EC(lambda) *p, const EC(affine_slope) *q, const MC_FLASH EC(curve) *curve);
/* p = -p if the mask is ~0, not if 0; of infinity, (0, 0), as well. Constant time. */
void EC(slope_negate_masked)(EC(affine_slope) *p, mc_word mask);
/* Slopes in the place of y of so many points of odd order; infinity stays (0, 0). One inversion. */
void EC(affine_to_slope_each_var)(EC(affine) *points, uint8_t count);
/* (x : x + y/x : 1); infinity, (0, 0), has Z = 0. */
void EC(lambda_from_slope)(EC(lambda) *r, const EC(affine_slope) *p);
void EC(lambda_frobenius_times)(EC(lambda) *p, uint8_t count); /* p = tau^count p; count is public */

#endif
