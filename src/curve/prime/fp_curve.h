/* Curves y^2 = x^3 + a x + b over F_p: parameters, coordinates. -(x, y) = (x, -y). Included by curve/curve.h. */
#ifndef MC_FP_CURVE_H
#define MC_FP_CURVE_H

#include "curve/lattice.h"
#include "fp/fp.h"

/* x = X/Z, y = Y/Z; infinity is (0, Y, 0). The same for the complete formulas. */
typedef struct {
    mc_word x[EC_WORDS], y[EC_WORDS], z[EC_WORDS];
} EC(projective);
typedef EC(projective) EC(projective_complete);

/* x = X/Z^2, y = Y/Z^3. */
typedef struct {
    mc_word x[EC_WORDS], y[EC_WORDS], z[EC_WORDS];
} EC(jacobian);

/* The same with Z^2 and Z^3 (Chudnovsky and Chudnovsky 1986). */
typedef struct {
    mc_word x[EC_WORDS], y[EC_WORDS], z[EC_WORDS], z2[EC_WORDS], z3[EC_WORDS];
} EC(chudnovsky);

/* The same with a Z^4 (Cohen, Miyaji and Ono 1998). */
typedef struct {
    mc_word x[EC_WORDS], y[EC_WORDS], z[EC_WORDS], az4[EC_WORDS];
} EC(modified);

#define EC_COORDINATES jacobian

#ifdef FP_GLV_BITS
#define EC_HAS_LATTICES 1

/* An efficient endomorphism of a curve with a = 0 and prime order n: (x, y) -> (beta x, y), with beta^3 = 1, is a
 * multiplication by some lambda modulo n. The lattice has the pairs (x, y) with x + y lambda = 0 modulo n. */
typedef struct {
    mc_word beta[EC_WORDS]; /* in the field's form */
    EC(lattice) lattice;
} EC(glv);
#endif

#define MC_COEFFICIENT_MINUS_3 3
typedef struct {
    uint8_t a_class;     /* 0: a = 0; MC_COEFFICIENT_MINUS_3: a = -3; MC_COEFFICIENT_GENERAL: see a */
    uint16_t order_bits; /* bits of n */
    uint32_t cofactor;
    mc_word a[EC_WORDS], b[EC_WORDS];
    mc_word generator_x[EC_WORDS], generator_y[EC_WORDS];
#ifndef MC_SINGLE_CURVE
#ifdef FP_GLV_BITS
    const MC_FLASH EC(glv) *glv; /* null for curves without an endomorphism */
#endif
    const MC_FLASH ORDER(modulus) *modulus; /* n, prime */
#endif
} EC(curve);

#include MC_STRINGIFY(curve/data/MC_FIELD.h) /* generated: declares the curves over this field */

#ifdef FP_GLV_BITS
#ifdef MC_SINGLE_CURVE
/* Without MC_CONCATENATE, which is not expanded within itself: the value of a curve may contain EC(...). */
#define EC_CURVE_GLV(curve)    EC_CURVE_GLV_OF(MC_SINGLE_CURVE)
#define EC_CURVE_GLV_OF(name)  EC_CURVE_GLV_OF_(name)
#define EC_CURVE_GLV_OF_(name) MC_CURVE_GLV_##name
#else
#define EC_CURVE_GLV(curve) ((curve)->glv)
#endif
#endif

/* curve/prime/fp_point.c: r = x^3 + a x + b; r apart from x. Constant time. */
void EC(curve_cubic)(mc_word *r, const mc_word *x, const MC_FLASH EC(curve) *curve);

#endif
