/* Curves y^2 = x^3 + a x + b over F_p: parameters, coordinates. -(x, y) = (x, -y). Included by curve/curve.h. */
#ifndef MC_FP_CURVE_H
#define MC_FP_CURVE_H

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

#define MC_COEFFICIENT_MINUS_3 3
typedef struct {
    uint8_t a_class;     /* 0: a = 0; MC_COEFFICIENT_MINUS_3: a = -3; MC_COEFFICIENT_GENERAL: see a */
    uint16_t order_bits; /* bits of n */
    uint32_t cofactor;
    mc_word a[EC_WORDS], b[EC_WORDS];
    mc_word generator_x[EC_WORDS], generator_y[EC_WORDS];
#ifndef MC_SINGLE_CURVE
    const MC_FLASH ORDER(modulus) *modulus; /* n, prime */
#endif
} EC(curve);

#include MC_STRINGIFY(curve/data/MC_FIELD.h) /* generated: declares the curves over this field */

/* curve/prime/fp_point.c: r = x^3 + a x + b; r apart from x. Constant time. */
void EC(curve_cubic)(mc_word *r, const mc_word *x, const MC_FLASH EC(curve) *curve);

#endif
