/* What fb/multiplication/carryless_arithmetic.h and fb/wide.h ask of a processor, by VPCLMULQDQ on registers of 512
 * bits: four pairs of words side by side. */
#ifndef MC_NATIVE_X86_64_WIDE_H
#define MC_NATIVE_X86_64_WIDE_H

#include "native/x86_64/level.h"

/* By the compilers' own names: to read <immintrin.h> would take a third of a second for each file and field. */
#ifdef __clang__
#define WIDE_CLMUL              __builtin_ia32_pclmulqdq512
#define WIDE_PERMUTE            __builtin_ia32_permvardi512
#define WIDE_SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#define WIDE_BLEND(a, b, words) __builtin_ia32_selectq_512(words, b, a)
#else
#define WIDE_CLMUL              __builtin_ia32_vpclmulqdq_v8di
#define WIDE_PERMUTE(a, places) __builtin_shuffle(a, places)
#define WIDE_SHUFFLE(a, b, ...) __builtin_shuffle(a, b, (wide_signed){__VA_ARGS__})
#define WIDE_BLEND(a, b, words) __builtin_ia32_blendmq_512_mask(a, b, words)
#endif

#define WIDE        __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,vpclmulqdq,pclmul,gfni,bmi2")))
#define WIDE_INLINE MC_INLINE WIDE
#define MC_HAS_WIDE mc_x86_64_has_wide

typedef uint64_t wide_vector __attribute__((vector_size(64)));
typedef long long wide_signed __attribute__((vector_size(64)));
typedef double wide_doubles __attribute__((vector_size(64)));
typedef char wide_bytes __attribute__((vector_size(64)));
typedef uint8_t wide_eight_bytes __attribute__((vector_size(8)));

WIDE_INLINE wide_vector wide_zero(void)
{
    return (wide_vector){0};
}

/* (low, high) four times. */
WIDE_INLINE wide_vector wide_constant(uint64_t low, uint64_t high)
{
    return (wide_vector){low, high, low, high, low, high, low, high};
}

/* The products of halves i of a and halves j of b. */
WIDE_INLINE wide_vector wide_product(wide_vector a, unsigned i, wide_vector b, unsigned j)
{
    const wide_signed x = (wide_signed)a, y = (wide_signed)b;
    if (j)
        return (wide_vector)(i ? WIDE_CLMUL(x, y, 0x11) : WIDE_CLMUL(x, y, 0x10));
    return (wide_vector)(i ? WIDE_CLMUL(x, y, 0x01) : WIDE_CLMUL(x, y, 0x00));
}

/* (the upper halves of low, the lower halves of high) */
WIDE_INLINE wide_vector wide_middle(wide_vector low, wide_vector high)
{
    return (wide_vector)WIDE_SHUFFLE((wide_doubles)low, (wide_doubles)high, 1, 8, 3, 10, 5, 12, 7, 14);
}

/* (the lower halves of a, 0) */
WIDE_INLINE wide_vector wide_lower(wide_vector a)
{
    return (wide_vector)WIDE_SHUFFLE((wide_doubles)a, (wide_doubles)wide_zero(), 0, 8, 2, 10, 4, 12, 6, 14);
}

/* The places of words, for wide_permuted_by, that put element at0 in place 0, ..., element at3 in place 3. */
WIDE_INLINE wide_vector wide_places(unsigned at0, unsigned at1, unsigned at2, unsigned at3)
{
    return (wide_vector){2 * at0, 2 * at0 + 1, 2 * at1, 2 * at1 + 1, 2 * at2, 2 * at2 + 1, 2 * at3, 2 * at3 + 1};
}

/* Word places[i] in place i; places may be secret. */
WIDE_INLINE wide_vector wide_permuted_by(wide_vector a, wide_vector places)
{
    return (wide_vector)WIDE_PERMUTE((wide_signed)a, (wide_signed)places);
}

/* b's elements where `places`, a constant, has their bits, else a's. */
WIDE_INLINE wide_vector wide_blended(wide_vector a, wide_vector b, unsigned places)
{
    const unsigned words =
        (places & 1) * 0x03 | (places >> 1 & 1) * 0x0c | (places >> 2 & 1) * 0x30 | (places >> 3 & 1) * 0xc0;
    return (wide_vector)WIDE_BLEND((wide_signed)a, (wide_signed)b, (uint8_t)words);
}

/* The byte in all places. */
WIDE_INLINE wide_vector wide_byte(uint8_t byte)
{
    return (wide_vector)((wide_bytes){0} + (char)byte);
}

/* Each byte of a word of `bytes` times the matrix of 8 x 8 bits that is the same word of `matrices`: bit i of the
 * product is the sum of the bits that the byte and byte 7 - i of the matrix have in common. */
WIDE_INLINE wide_vector wide_matrix_product(wide_vector bytes, wide_vector matrices)
{
    return (wide_vector)__builtin_ia32_vgf2p8affineqb_v64qi((wide_bytes)bytes, (wide_bytes)matrices, 0);
}

/* The lowest bytes of the words. */
WIDE_INLINE uint64_t wide_lowest_bytes(wide_vector a)
{
    return (uint64_t)__builtin_convertvector(a, wide_eight_bytes);
}

#endif
