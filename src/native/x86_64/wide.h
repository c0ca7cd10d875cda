/* What fb/multiplication/carryless_arithmetic.h and fb/wide.h ask of a processor, by VPCLMULQDQ on registers of 512
 * bits: four pairs of words side by side. */
#ifndef MC_NATIVE_X86_64_WIDE_H
#define MC_NATIVE_X86_64_WIDE_H

#include <immintrin.h>

#include "native/x86_64/level.h"

#define WIDE        __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,vpclmulqdq,pclmul,gfni,bmi2")))
#define WIDE_INLINE MC_INLINE WIDE
#define MC_HAS_WIDE mc_x86_64_has_wide

typedef uint64_t wide_vector __attribute__((vector_size(64)));

WIDE_INLINE wide_vector wide_zero(void)
{
    return (wide_vector)_mm512_setzero_si512();
}

/* (low, high) four times. */
WIDE_INLINE wide_vector wide_constant(uint64_t low, uint64_t high)
{
    return (wide_vector){low, high, low, high, low, high, low, high};
}

/* The products of halves i of a and halves j of b. */
WIDE_INLINE wide_vector wide_product(wide_vector a, unsigned i, wide_vector b, unsigned j)
{
    const __m512i x = (__m512i)a, y = (__m512i)b;
    if (j)
        return (wide_vector)(i ? _mm512_clmulepi64_epi128(x, y, 0x11) : _mm512_clmulepi64_epi128(x, y, 0x10));
    return (wide_vector)(i ? _mm512_clmulepi64_epi128(x, y, 0x01) : _mm512_clmulepi64_epi128(x, y, 0x00));
}

/* (the upper halves of low, the lower halves of high) */
WIDE_INLINE wide_vector wide_middle(wide_vector low, wide_vector high)
{
    return (wide_vector)_mm512_shuffle_pd((__m512d)low, (__m512d)high, 0x55);
}

/* (the lower halves of a, 0) */
WIDE_INLINE wide_vector wide_lower(wide_vector a)
{
    return (wide_vector)_mm512_maskz_mov_epi64(0x55, (__m512i)a);
}

/* The places of words, for wide_permuted_by, that put element at0 in place 0, ..., element at3 in place 3. */
WIDE_INLINE wide_vector wide_places(unsigned at0, unsigned at1, unsigned at2, unsigned at3)
{
    return (wide_vector){2 * at0, 2 * at0 + 1, 2 * at1, 2 * at1 + 1, 2 * at2, 2 * at2 + 1, 2 * at3, 2 * at3 + 1};
}

/* Word places[i] in place i; places may be secret. */
WIDE_INLINE wide_vector wide_permuted_by(wide_vector a, wide_vector places)
{
    return (wide_vector)_mm512_permutexvar_epi64((__m512i)places, (__m512i)a);
}

/* b's elements where `places`, a constant, has their bits, else a's. */
WIDE_INLINE wide_vector wide_blended(wide_vector a, wide_vector b, unsigned places)
{
    const unsigned pairs =
        (places & 1) * 0x03 | (places >> 1 & 1) * 0x0c | (places >> 2 & 1) * 0x30 | (places >> 3 & 1) * 0xc0;
    return (wide_vector)_mm512_mask_blend_epi64((__mmask8)pairs, (__m512i)a, (__m512i)b);
}

/* The byte in all places. */
WIDE_INLINE wide_vector wide_byte(uint8_t byte)
{
    return (wide_vector)_mm512_set1_epi8((char)byte);
}

/* Each byte of a word of `bytes` times the matrix of 8 x 8 bits that is the same word of `matrices`: bit i of the
 * product is the sum of the bits that the byte and byte 7 - i of the matrix have in common. */
WIDE_INLINE wide_vector wide_matrix_product(wide_vector bytes, wide_vector matrices)
{
    return (wide_vector)_mm512_gf2p8affine_epi64_epi8((__m512i)bytes, (__m512i)matrices, 0);
}

/* The lowest bytes of the words. */
WIDE_INLINE uint64_t wide_lowest_bytes(wide_vector a)
{
    return (uint64_t)_mm_cvtsi128_si64(_mm512_cvtepi64_epi8((__m512i)a));
}

#endif
