/* Curves a x^2 + y^2 = 1 + d x^2 y^2 over F_p, a = 1 or -1 a square and d none: parameters, extended coordinates.
 * -(x, y) = (-x, y). Included by curve/curve.h.
 *
 * For such a and d the addition law has no exceptional cases (Bernstein, Birkner, Joye, Lange and Peters 2008). */
#ifndef MC_FP_EDWARDS_CURVE_H
#define MC_FP_EDWARDS_CURVE_H

#include "fp/fp.h"

/* x = X/Z, y = Y/Z, and X Y/Z in two factors: E H. Only additions multiply these, doublings need no product. */
typedef struct {
    mc_word x[EC_WORDS], y[EC_WORDS], z[EC_WORDS], e[EC_WORDS], h[EC_WORDS];
} EC(extended);

#define EC_COORDINATES extended

#define MC_COEFFICIENT_MINUS_1 2
typedef struct {
    uint8_t a_class;     /* 1: a = 1; MC_COEFFICIENT_MINUS_1: a = -1 */
    uint16_t order_bits; /* bits of n */
    uint32_t cofactor;
    mc_word d[EC_WORDS];
    mc_word generator_x[EC_WORDS], generator_y[EC_WORDS];
#ifndef MC_SINGLE_CURVE
    const MC_FLASH ORDER(modulus) *modulus; /* n, prime */
#endif
} EC(curve);

#include MC_STRINGIFY(curve/data/MC_FIELD.h) /* generated: declares the curves over this field */

#endif
