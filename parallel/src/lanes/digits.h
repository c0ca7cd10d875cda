/* Numbers of limbs to digits of 52 bits, eight to a vector. Included where AVX-512 VBMI is compiled for. */
#ifndef MC_PARALLEL_LANES_DIGITS_H
#define MC_PARALLEL_LANES_DIGITS_H

#include <immintrin.h>

#include "limbs/limbs.h"

#define DIGIT_BITS   52
#define DIGIT_MASK   (((uint64_t)1 << DIGIT_BITS) - 1)
#define LANES        8
#define VECTOR_BYTES (DIGIT_BITS * LANES / 8)

typedef __m512i wide;

/* `vectors` of digits, which need not be aligned. Digit j of a vector begins at bit 52 j, which is in byte 13 j / 2,
 * four bits up where j is odd. */
static inline void to_digits(uint64_t *digits, const mp_limb_t *x, size_t n, size_t vectors)
{
    static const _Alignas(64)
        uint8_t PLACES[64] = {0,  1,  2,  3,  4,  5,  6,  7,  6,  7,  8,  9,  10, 11, 12, 13, 13, 14, 15, 16, 17, 18,
                              19, 20, 19, 20, 21, 22, 23, 24, 25, 26, 26, 27, 28, 29, 30, 31, 32, 33, 32, 33, 34, 35,
                              36, 37, 38, 39, 39, 40, 41, 42, 43, 44, 45, 46, 45, 46, 47, 48, 49, 50, 51, 52};
    const wide places = _mm512_load_si512(PLACES), shifts = _mm512_set_epi64(4, 0, 4, 0, 4, 0, 4, 0);
    const wide mask = _mm512_set1_epi64((long long)DIGIT_MASK);
    const uint8_t *bytes = (const uint8_t *)x;
    size_t length = n * sizeof *x;
    MC_READS(x, n);
    for (size_t v = 0; v < vectors; v++) {
        size_t from = mc_limbs_least(v * VECTOR_BYTES, length), count = mc_limbs_least(length - from, 64);
        wide read = _mm512_maskz_loadu_epi8(count == 64 ? ~0ull : (1ull << count) - 1, bytes + from);
        _mm512_storeu_si512(digits + v * LANES,
                            _mm512_and_si512(_mm512_srlv_epi64(_mm512_permutexvar_epi8(places, read), shifts), mask));
    }
}

static inline wide low(wide sum, wide a, wide b)
{
    return _mm512_madd52lo_epu64(sum, a, b);
}

static inline wide high(wide sum, wide a, wide b)
{
    return _mm512_madd52hi_epu64(sum, a, b);
}

#endif
