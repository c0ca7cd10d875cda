/* A curve, and the point that its users share. */
#ifndef MC_PARALLEL_CURVE_H
#define MC_PARALLEL_CURVE_H

#include "motecurve/parallel/scalar.h"

#include "modulus/modulus.h"

struct mc_parallel_curve {
    mc_parallel_modulus *modulus;
    size_t n;
    mp_limb_t *a, *b; /* n limbs */
    bool a_is_minus_3;
    mc_parallel_arena arena;
};

#endif
