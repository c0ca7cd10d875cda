/* Curves v^2 = u^3 + A u^2 + u over F_p, for multiplication by x-coordinates alone (family scalar-mult-x): x is u.
 * Objects of this type are in fields with FIELD_HAS_MONTGOMERY_CURVES. Included by curve/curve.h. */
#ifndef MC_MONTGOMERY_CURVE_H
#define MC_MONTGOMERY_CURVE_H

#include "field/field.h"

typedef struct {
    uint8_t cofactor; /* a power of two; the twist's divides it */
    uint32_t a24;     /* (A - 2) / 4, an integer */
    mc_word generator_x[EC_WORDS];
    MC_IF_BLINDED_SCALARS(mc_word quarters[2][EC_WORDS];) /* a fourth of the points of the curve, and of its twist */
} EC(montgomery_curve);

#endif
