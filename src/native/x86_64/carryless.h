/* What fb/multiplication/carryless_arithmetic.h asks of a processor, by PCLMULQDQ on registers of 128 bits: one pair of
 * words. */
#ifndef MC_NATIVE_X86_64_CARRYLESS_H
#define MC_NATIVE_X86_64_CARRYLESS_H

#include <wmmintrin.h>

#include "native/x86_64/level.h"

#define CARRYLESS        __attribute__((target("pclmul,avx")))
#define CARRYLESS_INLINE MC_INLINE CARRYLESS
#define MC_HAS_CARRYLESS mc_x86_64_has_carryless

typedef uint64_t carryless_vector __attribute__((vector_size(16)));

CARRYLESS_INLINE carryless_vector carryless_zero(void)
{
    return (carryless_vector){0, 0};
}

CARRYLESS_INLINE carryless_vector carryless_constant(uint64_t low, uint64_t high)
{
    return (carryless_vector){low, high};
}

/* The product of half i of a and half j of b. */
CARRYLESS_INLINE carryless_vector carryless_product(carryless_vector a, unsigned i, carryless_vector b, unsigned j)
{
    const __m128i x = (__m128i)a, y = (__m128i)b;
    if (j)
        return (carryless_vector)(i ? _mm_clmulepi64_si128(x, y, 0x11) : _mm_clmulepi64_si128(x, y, 0x10));
    return (carryless_vector)(i ? _mm_clmulepi64_si128(x, y, 0x01) : _mm_clmulepi64_si128(x, y, 0x00));
}

/* (the upper half of low, the lower half of high) */
CARRYLESS_INLINE carryless_vector carryless_middle(carryless_vector low, carryless_vector high)
{
    return (carryless_vector)_mm_shuffle_pd((__m128d)low, (__m128d)high, 1);
}

/* (the lower half of a, 0) */
CARRYLESS_INLINE carryless_vector carryless_lower(carryless_vector a)
{
    return (carryless_vector)_mm_move_epi64((__m128i)a);
}

#endif
