/* Curves y^2 + xy = x^3 + a x^2 + b over F_2^m: parameters, Koblitz curves, coordinate systems.
 *
 * -(x, y) = (x, x + y). The only point with x = 0 is (0, sqrt b), of order two. Included by curve/curve.h. */
#ifndef MC_FB_CURVE_H
#define MC_FB_CURVE_H

#include "curve/lattice.h"
#include "fb/fb.h"

#define EC_HAS_LATTICES 1

/* (x, x + y/x), the slope of the tangent in the place of y, so that the same tables hold either; neither infinity nor
 * the point of order two has it. */
typedef EC(affine) EC(affine_slope);

/* Systems with a Z. Different types, so that no point is taken for one of another system. */
#define PROJECTIVE_TYPE(name)                                                                                          \
    typedef struct {                                                                                                   \
        mc_word x[EC_WORDS], y[EC_WORDS], z[EC_WORDS];                                                                 \
    } EC(name)
PROJECTIVE_TYPE(projective);  /* x = X/Z, y = Y/Z */
PROJECTIVE_TYPE(jacobian);    /* x = X/Z^2, y = Y/Z^3 */
PROJECTIVE_TYPE(lopez_dahab); /* x = X/Z, y = Y/Z^2 */
PROJECTIVE_TYPE(lambda);      /* x = X/Z, x + y/x = Y/Z; for x = 0, y = Y/Z */
#undef PROJECTIVE_TYPE

/* Additional parameters of an anomalous binary (Koblitz) curve. Its Frobenius map tau satisfies tau^2 + 2 = mu tau. An
 * element delta of Z[tau] is the lattice of its multiples, with the basis delta, delta tau. */
typedef struct {
    int8_t mu;            /* -1 for a = 0, 1 for a = 1 */
    EC(lattice) subgroup; /* (tau^m - 1)/(tau - 1): only for points of prime order */
    EC(lattice) full;     /* tau^m - 1: for every point of the curve */
} EC(koblitz);

#define EC_COORDINATES lopez_dahab

typedef struct {
    uint8_t a_class; /* 0 or 1: a is that constant; MC_COEFFICIENT_GENERAL: see a */
    uint8_t b_is_one;
    uint16_t order_bits; /* bits of n */
    uint32_t cofactor;
    mc_word a[EC_WORDS], b_sqrt[EC_WORDS]; /* most formulas need b by its square root */
    mc_word generator_x[EC_WORDS], generator_y[EC_WORDS];
#ifndef MC_SINGLE_CURVE
    const MC_FLASH EC(koblitz) *koblitz;    /* null for curves that are not Koblitz curves */
    const MC_FLASH ORDER(modulus) *modulus; /* n, prime */
    const MC_FLASH mc_word *b;
#endif
} EC(curve);

#include MC_STRINGIFY(curve/data/MC_FIELD.h) /* generated: declares the curves over this field */

#ifdef MC_SINGLE_CURVE
#define EC_CURVE_B_IS_ONE(curve) MC_CONCATENATE(MC_CURVE_B_IS_ONE_, MC_SINGLE_CURVE)
#define EC_CURVE_B(curve)        MC_CONCATENATE(mc_, MC_CONCATENATE(MC_SINGLE_CURVE, _b))
/* Without MC_CONCATENATE, which is not expanded within itself: the value of a curve may contain EC(...). */
#define EC_CURVE_KOBLITZ(curve)    EC_CURVE_KOBLITZ_OF(MC_SINGLE_CURVE)
#define EC_CURVE_KOBLITZ_OF(name)  EC_CURVE_KOBLITZ_OF_(name)
#define EC_CURVE_KOBLITZ_OF_(name) MC_CURVE_KOBLITZ_##name
#else
#define EC_CURVE_B_IS_ONE(curve) ((curve)->b_is_one)
#define EC_CURVE_B(curve)        ((curve)->b)
#if FB_HAS_KOBLITZ_CURVES
#define EC_CURVE_KOBLITZ(curve) ((curve)->koblitz)
#else /* known to compilers, which then leave out tau-adic code */
#define EC_CURVE_KOBLITZ(curve) ((void)(curve), (const MC_FLASH EC(koblitz) *)0)
#endif
#endif
/* Whether a doubling that multiplies by b, and not by a, needs no more products than one that multiplies by a. */
#define EC_CURVE_PREFERS_B(curve) (EC_CURVE_B_IS_ONE(curve) || EC_CURVE_A_CLASS(curve) == MC_COEFFICIENT_GENERAL)

/* A cofactor is even, and a multiple of 4 if and only if Tr(a) = 0 (Seroussi 1998). */
#define EC_CURVE_TRACE_OF_A(curve) ((mc_word)(EC_CURVE_COFACTOR(curve) >> 1 & 1))

/* curve/binary/fb_point.c. Constant time. */
void EC(curve_add_a)(mc_word *r, const MC_FLASH EC(curve) *curve);                         /* r += a */
void EC(curve_add_a_times)(mc_word *r, const mc_word *t, const MC_FLASH EC(curve) *curve); /* r += a t */
void EC(curve_add_b)(mc_word *r, const MC_FLASH EC(curve) *curve);                         /* r += b */
void EC(curve_multiply_by_b)(mc_word *r, const MC_FLASH EC(curve) *curve);                 /* r *= b */
void EC(curve_multiply_by_b_sqrt)(mc_word *r, const MC_FLASH EC(curve) *curve);            /* r *= sqrt b */
/* ~0 if p is the cofactor times a point, 0 if not; the cofactor is a power of two. */
mc_word EC(affine_mask_multiple_of_cofactor)(const EC(affine) *p, const MC_FLASH EC(curve) *curve);

/* r = 2 p for p with x != 0, given 1/x; r may be p. */
void EC(affine_double_by_inverse)(EC(affine) *r, const EC(affine) *p, const mc_word *inverse,
                                  const MC_FLASH EC(curve) *curve);

/* curve/binary/fb_halving.c: p becomes q with 2 q = p, of prime order as p is; p is in the subgroup of prime order and
 * not infinity. */
#define ec_halve EC(halve_var)
void EC(halve_var)(EC(affine_slope) *p, const MC_FLASH EC(curve) *curve);
void EC(affine_to_slope_var)(EC(affine_slope) *r, const EC(affine) *p); /* x not 0 */
void EC(affine_from_slope)(EC(affine) *r, const EC(affine_slope) *p);

/* (x^2, y^2) */
void EC(affine_frobenius)(EC(affine) *r, const EC(affine) *p);

#endif
