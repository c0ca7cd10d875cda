/* Sums and doubles of points of curves over F_p between coordinate systems: every row of the cost tables of Cohen and
 * Frey, Handbook of Elliptic and Hyperelliptic Curve Cryptography, Section 13.2, and of hankerson2004 Table 3.3.
 *
 *   EC(add_<p>_<q>_to_<r>)(r, p, q, curve)    p and q neither infinity nor equal nor opposite
 *   EC(double_<p>_to_<r>)(r, p, curve)        p neither infinity nor of order two
 *
 * Constant time but for the inversions of affine results. r may be p or q where it is of their type. */
#ifndef MC_CURVE_FP_FORMULAS_H
#define MC_CURVE_FP_FORMULAS_H

#include "curve/curve.h"

#if !FIELD_HAS_EDWARDS_CURVES

/* X(p, q, r) for the sums, X(p, r) for the doubles of curve/prime/fp_point_core.h that curve/prime/fp_formulas.c makes.
 */
#define JACOBIAN_SUMS(X)                                                                                               \
    X(affine, affine, chudnovsky)                                                                                      \
    X(affine, affine, modified)                                                                                        \
    X(jacobian, jacobian, jacobian)                                                                                    \
    X(jacobian, affine, jacobian)                                                                                      \
    X(jacobian, affine, modified)                                                                                      \
    X(jacobian, chudnovsky, jacobian)                                                                                  \
    X(jacobian, chudnovsky, modified)                                                                                  \
    X(chudnovsky, chudnovsky, jacobian)                                                                                \
    X(chudnovsky, chudnovsky, chudnovsky)                                                                              \
    X(chudnovsky, chudnovsky, modified)                                                                                \
    X(chudnovsky, jacobian, jacobian)                                                                                  \
    X(chudnovsky, affine, chudnovsky)                                                                                  \
    X(chudnovsky, affine, modified)                                                                                    \
    X(modified, modified, modified)                                                                                    \
    X(modified, chudnovsky, modified)                                                                                  \
    X(modified, affine, jacobian)                                                                                      \
    X(modified, affine, modified)
#define JACOBIAN_DOUBLES(X)                                                                                            \
    X(affine, jacobian)                                                                                                \
    X(affine, chudnovsky)                                                                                              \
    X(affine, modified)                                                                                                \
    X(jacobian, jacobian)                                                                                              \
    X(chudnovsky, chudnovsky)                                                                                          \
    X(modified, jacobian)                                                                                              \
    X(modified, chudnovsky)                                                                                            \
    X(modified, modified)

/* Besides: those of projective points, curve/prime/fp_projective.c, and of affine points, curve/prime/fp_formulas.c. */
#define DECLARE_SUM(p_, q_, r_)                                                                                        \
    void EC(add_##p_##_##q_##_to_##r_)(EC(r_) *, const EC(p_) *, const EC(q_) *, const MC_FLASH EC(curve) *);
#define DECLARE_DOUBLE(p_, r_) void EC(double_##p_##_to_##r_)(EC(r_) *, const EC(p_) *, const MC_FLASH EC(curve) *);
JACOBIAN_SUMS(DECLARE_SUM)
DECLARE_SUM(affine, affine, affine)
DECLARE_SUM(projective, projective, projective)
DECLARE_SUM(projective, affine, projective)
JACOBIAN_DOUBLES(DECLARE_DOUBLE)
DECLARE_DOUBLE(affine, affine)
DECLARE_DOUBLE(projective, projective)
#undef DECLARE_SUM
#undef DECLARE_DOUBLE

/* curve/prime/fp_traded.c: Jacobian points, with products traded for squares; domains and aliasing as above. */
void EC(add_jacobian_jacobian_traded)(EC(jacobian) *r, const EC(jacobian) *p, const EC(jacobian) *q,
                                      const MC_FLASH EC(curve) *curve);
void EC(add_jacobian_affine_traded)(EC(jacobian) *r, const EC(jacobian) *p, const EC(affine) *q,
                                    const MC_FLASH EC(curve) *curve);
void EC(double_jacobian_traded)(EC(jacobian) *r, const EC(jacobian) *p, const MC_FLASH EC(curve) *curve);

/* The primitives of every bindable system, whose contracts are in curve/curve.h; here r of an addition may be q. Those
 * of projective_complete take any points: infinity, equal and opposite ones. */
#define DECLARE_SYSTEM(c)                                                                                              \
    void EC(c##_from_affine)(EC(c) *, const EC(affine) *);                                                             \
    void EC(c##_to_affine_by_inverse)(EC(affine) *, const mc_word *, const mc_word *, mc_word *);                      \
    mc_word EC(c##_mask_infinity)(const EC(c) *);                                                                      \
    void EC(c##_scale)(EC(c) *, const mc_word *, const MC_FLASH EC(curve) *);                                          \
    void EC(c##_double)(EC(c) *, const EC(c) *, const MC_FLASH EC(curve) *);                                           \
    mc_word EC(c##_add_mixed)(EC(c) *, const EC(c) *, const EC(affine) *, const MC_FLASH EC(curve) *);                 \
    mc_word EC(c##_add)(EC(c) *, const EC(c) *, const EC(c) *, const MC_FLASH EC(curve) *);                            \
    void EC(c##_negate)(EC(c) *, const EC(c) *);
DECLARE_SYSTEM(projective)
DECLARE_SYSTEM(projective_complete)
DECLARE_SYSTEM(jacobian)
DECLARE_SYSTEM(chudnovsky)
DECLARE_SYSTEM(modified)
#undef DECLARE_SYSTEM

#endif

#endif
