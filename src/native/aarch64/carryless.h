/* What fb/multiplication/carryless_arithmetic.h asks of a processor, by PMULL and PMULL2 on registers of 128 bits: one
 * pair of words.
 */
#ifndef MC_NATIVE_AARCH64_CARRYLESS_H
#define MC_NATIVE_AARCH64_CARRYLESS_H

#include <arm_neon.h>

#include "native/aarch64/level.h"

#ifdef __clang__ /* whose arm_neon.h has PMULL only where every function may use it: native/api.h */
#define CARRYLESS
#else
#define CARRYLESS __attribute__((target("+crypto")))
#endif
#define CARRYLESS_INLINE MC_INLINE CARRYLESS
#define MC_HAS_CARRYLESS mc_aarch64_has_carryless

typedef uint64_t carryless_vector __attribute__((vector_size(16)));

CARRYLESS_INLINE carryless_vector carryless_zero(void)
{
    return (carryless_vector){0, 0};
}

CARRYLESS_INLINE carryless_vector carryless_constant(uint64_t low, uint64_t high)
{
    return (carryless_vector){low, high};
}

/* The product of half i of a and half j of b. There are instructions for two lower and for two upper halves. */
CARRYLESS_INLINE carryless_vector carryless_product(carryless_vector a, unsigned i, carryless_vector b, unsigned j)
{
    const carryless_vector y = i == j ? b : (carryless_vector){b[j], b[j]};
    if (i)
        return (carryless_vector)vmull_high_p64((poly64x2_t)a, (poly64x2_t)y);
    return (carryless_vector)vmull_p64((poly64_t)a[0], (poly64_t)y[0]);
}

/* (the upper half of low, the lower half of high) */
CARRYLESS_INLINE carryless_vector carryless_middle(carryless_vector low, carryless_vector high)
{
    return (carryless_vector)vextq_u64((uint64x2_t)low, (uint64x2_t)high, 1);
}

/* (the lower half of a, 0) */
CARRYLESS_INLINE carryless_vector carryless_lower(carryless_vector a)
{
    return (carryless_vector){a[0], 0};
}

#endif
