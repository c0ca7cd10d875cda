/* Numbers of up to 16 limbs in digits of 52 bits by blocks, four lanes to a vector: digit V l + v lies in lane l of
 * vector v. V is the width of a block, at most 5. Included where AVX-512 VBMI and VL are compiled for.
 *
 * Bytes are permuted. Digit j begins at bit 52 j, which is in byte 13 j / 2, four bits up where j is odd. */
#ifndef MC_PARALLEL_BLOCK_DIGITS_H
#define MC_PARALLEL_BLOCK_DIGITS_H

#include "lanes/digits.h"

#define BLOCKS      4
#define WIDTH_MOST  5
#define LIMBS_MOST  16
#define LIMBS_BYTES (LIMBS_MOST * sizeof(mp_limb_t))
#define HALVES      2 /* vectors of limbs */
#define PAIRS       3 /* pairs of vectors of digits */
#define ALWAYS      static inline __attribute__((always_inline))

typedef __m256i quad;

/* A byte of the limbs has one digit, or an even one in its lower bits and the next one in its upper bits. */
typedef struct {
    wide digit_places[PAIRS], digit_shifts[PAIRS];   /* limbs to digits */
    wide limb_shifts[PAIRS], limb_places[HALVES][2]; /* back: the place of the first digit, and of the next one */
    uint64_t first_two[HALVES][2], third[HALVES][2]; /* bytes that come from the first two pairs, or from the third */
    quad over[WIDTH_MOST];                           /* bits above n limbs */
} digit_form;

static inline void find_digit_places(digit_form *form, size_t width)
{
    uint8_t *places = (uint8_t *)form->digit_places;
    uint64_t *shifts = (uint64_t *)form->digit_shifts;
    for (size_t i = 0; i < PAIRS * LANES; i++) {
        size_t v = i / BLOCKS, bit = DIGIT_BITS * (width * (i % BLOCKS) + v);
        size_t byte = mc_limbs_least(bit / 8, LIMBS_BYTES - 8); /* the shift does the rest */
        shifts[i] = v < width ? bit - 8 * byte : 64;
        for (size_t k = 0; k < 8; k++)
            places[8 * i + k] = (uint8_t)((byte + k) % (LIMBS_BYTES));
    }
}

static inline void find_limb_places(digit_form *form, size_t n, size_t width)
{
    uint8_t *places = (uint8_t *)form->limb_places;
    for (size_t j = 0; j < BLOCKS * width; j++) {
        size_t i = j % width * BLOCKS + j / width, bit = DIGIT_BITS * j, end = 64 * n;
        ((uint64_t *)form->limb_shifts)[i] = j % 2 * 4;
        if (bit + DIGIT_BITS > end)
            ((uint64_t *)form->over)[i] = bit >= end ? DIGIT_MASK : DIGIT_MASK >> (end - bit) << (end - bit);
        for (size_t k = 0, byte = bit / 8; k < 7 && byte < LIMBS_BYTES; k++, byte++) {
            size_t half = byte / 64, next = k == 0 && j % 2;
            places[64 * (2 * half + next) + byte % 64] = (uint8_t)(8 * i + k) % 128;
            (i < 2 * LANES ? form->first_two : form->third)[half][next] |= (uint64_t)1 << byte % 64;
        }
    }
}

/* The lower n - from limbs of a vector that begins with limb `from`. */
static inline __mmask8 limbs_in(size_t n, size_t from)
{
    return n <= from ? 0 : n - from >= LANES ? 0xff : (__mmask8)((1u << (n - from)) - 1);
}

/* x has room for an even number of vectors. */
ALWAYS void to_block_digits(quad *x, const mp_limb_t *limbs, size_t n, const digit_form *form, size_t width)
{
    const wide mask = _mm512_set1_epi64((long long)DIGIT_MASK);
    MC_READS(limbs, n);
    wide lower = _mm512_maskz_loadu_epi64(limbs_in(n, 0), limbs);
    wide upper = _mm512_maskz_loadu_epi64(limbs_in(n, LANES), limbs + LANES);
#pragma GCC unroll 3
    for (size_t p = 0; 2 * p < width; p++) {
        wide bytes = _mm512_permutex2var_epi8(lower, form->digit_places[p], upper);
        _mm512_storeu_si512(x + 2 * p, _mm512_and_si512(_mm512_srlv_epi64(bytes, form->digit_shifts[p]), mask));
    }
}

/* The lower n limbs of x, whose digits are below 2^52; true if there is more above. */
ALWAYS bool from_block_digits(mp_limb_t *limbs, const quad *x, size_t n, const digit_form *form, size_t width)
{
    const quad zero = _mm256_setzero_si256();
    quad over = zero;
    wide pairs[PAIRS];
    MC_WRITES(limbs, n);
#pragma GCC unroll 5
    for (size_t v = 0; v < width; v++)
        over = _mm256_or_si256(over, _mm256_and_si256(x[v], form->over[v]));
#pragma GCC unroll 3
    for (size_t p = 0; p < PAIRS; p++) {
        wide pair = _mm512_castsi256_si512(2 * p < width ? x[2 * p] : zero);
        pair = _mm512_inserti64x4(pair, 2 * p + 1 < width ? x[2 * p + 1] : zero, 1);
        pairs[p] = _mm512_sllv_epi64(pair, form->limb_shifts[p]);
    }
#pragma GCC unroll 2
    for (size_t half = 0; half < HALVES; half++) {
        const wide *places = form->limb_places[half];
        const uint64_t *first_two = form->first_two[half], *third = form->third[half];
        wide first = _mm512_maskz_permutex2var_epi8(first_two[0], pairs[0], places[0], pairs[1]);
        wide next = _mm512_maskz_permutex2var_epi8(first_two[1], pairs[0], places[1], pairs[1]);
        first = _mm512_mask_permutexvar_epi8(first, third[0], places[0], pairs[2]);
        next = _mm512_mask_permutexvar_epi8(next, third[1], places[1], pairs[2]);
        _mm512_mask_storeu_epi64(limbs + LANES * half, limbs_in(n, LANES * half), _mm512_or_si512(first, next));
    }
    return _mm256_test_epi64_mask(over, over) != 0;
}

#endif
