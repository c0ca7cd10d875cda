/* Products and squares by the processor's multiplication of polynomials, PCLMULQDQ: 64 by 64 bits.
 *
 * Unreduced results are columns: column[k] has 128 bits of place value z^(64 k), so that products of words add up
 * without shifts. Columns overlap; a lane, words 2j and 2j + 1, is column 2j and a half of each of its neighbours. All
 * numbers but those of elements are constants, and loops unrolled. Constant time; nothing goes to memory that the
 * compiler can keep in registers. */
#ifndef MC_FB_CARRYLESS_H
#define MC_FB_CARRYLESS_H

#include "fb/fb.h"

#if MC_NATIVE_CARRYLESS

#include <immintrin.h>

#include "native/x86_64/level.h"

#define CARRYLESS        __attribute__((target("pclmul,avx")))
#define CARRYLESS_INLINE MC_INLINE CARRYLESS
#ifdef __clang__
#pragma clang diagnostic ignored "-Wpass-failed" /* of inner loops, before the outer one is unrolled */
#define CARRYLESS_UNROLL _Pragma("unroll")
#else
#define CARRYLESS_UNROLL _Pragma("GCC unroll 32")
#endif

typedef uint64_t carryless_pair __attribute__((vector_size(16)));

#define CARRYLESS_LANES   ((FB_WORDS + 1) / 2)
#define CARRYLESS_COLUMNS (2 * FB_WORDS)
/* Whether to reduce by the quotient: it is shorter for trinomials, and where the bits of an element's last word are
 * few, so that folding leaves many for its second step. Lanes cannot be folded if f has a high second term. */
#define CARRYLESS_COUNT(k)    +1
#define CARRYLESS_BY_QUOTIENT (FB_TERMS(CARRYLESS_COUNT) == 2 || CARRYLESS_REST_BITS <= 16 || FB_TOP_GAP < 128)
/* Words of a part, for elements of four words or more: 9, 15, 18, 28 and 36 products for 4, 5, 6, 7 and 9 words. */
#define CARRYLESS_PART (FB_WORDS == 4 || FB_WORDS == 7 ? 2 : 3)
/* Bits of a word that belong to an element's last word. */
#define CARRYLESS_REST_BITS (FB_M % 64)

/* The product of half i of a and half j of b. */
CARRYLESS_INLINE carryless_pair carryless_product(carryless_pair a, unsigned i, carryless_pair b, unsigned j)
{
    const __m128i x = (__m128i)a, y = (__m128i)b;
    if (j)
        return (carryless_pair)(i ? _mm_clmulepi64_si128(x, y, 0x11) : _mm_clmulepi64_si128(x, y, 0x10));
    return (carryless_pair)(i ? _mm_clmulepi64_si128(x, y, 0x01) : _mm_clmulepi64_si128(x, y, 0x00));
}

/* (the upper half of low, the lower half of high) */
CARRYLESS_INLINE carryless_pair carryless_middle(carryless_pair low, carryless_pair high)
{
    return (carryless_pair)_mm_shuffle_pd((__m128d)low, (__m128d)high, 1);
}

/* Multiplication by words, a pair's lower half each: n (n + 1) / 2 products, by Karatsuba's method for many parts
 * (Weimerskirch and Paar 2003): with p_i = a_i b_i, column k has the products (a_i + a_j) (b_i + b_j) of all i < j with
 * i + j = k, and p_i of all i for which there is a j = k - i. Sets 2n - 1 columns. */
CARRYLESS_INLINE void carryless_words(carryless_pair *column, const carryless_pair *a, const carryless_pair *b,
                                      unsigned n)
{
    carryless_pair sum[FB_WORDS];
    CARRYLESS_UNROLL
    for (unsigned i = 0; i < n; i++) {
        sum[i] = carryless_product(a[i], 0, b[i], 0);
        if (i)
            sum[i] ^= sum[i - 1];
    }
    CARRYLESS_UNROLL
    for (unsigned k = 0; k < 2 * n - 1; k++) {
        column[k] = k < n ? sum[k] : sum[n - 1] ^ sum[k - n];
        CARRYLESS_UNROLL
        for (unsigned i = k < n ? 0 : k - n + 1; 2 * i < k; i++)
            column[k] ^= carryless_product(a[i] ^ a[k - i], 0, b[i] ^ b[k - i], 0);
    }
}

CARRYLESS_INLINE void carryless_add(carryless_pair *column, const carryless_pair *other, unsigned columns)
{
    CARRYLESS_UNROLL
    for (unsigned k = 0; k < columns; k++)
        column[k] ^= other[k];
}

/* The same for parts of up to `size` words. */
CARRYLESS_INLINE void carryless_parts(carryless_pair *column, const carryless_pair *a, const carryless_pair *b,
                                      unsigned n, unsigned size)
{
    const unsigned parts = (n + size - 1) / size;
    CARRYLESS_UNROLL
    for (unsigned k = 0; k < 2 * n - 1; k++)
        column[k] = (carryless_pair){0, 0};
    CARRYLESS_UNROLL
    for (unsigned i = 0; i < parts; i++) {
        carryless_pair product[2 * FB_WORDS];
        const unsigned words = (i + 1) * size > n ? n - i * size : size;
        carryless_words(product, a + i * size, b + i * size, words);
        CARRYLESS_UNROLL
        for (unsigned j = 0; j < parts; j++)
            carryless_add(column + (i + j) * size, product, 2 * words - 1);
    }
    CARRYLESS_UNROLL
    for (unsigned j = 1; j < parts; j++) {
        CARRYLESS_UNROLL
        for (unsigned i = 0; i < j; i++) {
            carryless_pair product[2 * FB_WORDS], x[FB_WORDS], y[FB_WORDS];
            CARRYLESS_UNROLL
            for (unsigned w = 0; w < size; w++) {
                x[w] = a[i * size + w];
                y[w] = b[i * size + w];
                if (j * size + w < n) {
                    x[w] ^= a[j * size + w];
                    y[w] ^= b[j * size + w];
                }
            }
            carryless_words(product, x, y, size);
            carryless_add(column + (i + j) * size, product, 2 * size - 1);
        }
    }
}

/* column = a b; CARRYLESS_COLUMNS columns. */
CARRYLESS_INLINE void carryless_multiply(carryless_pair *column, const mc_word *a, const mc_word *b)
{
    carryless_pair x[FB_WORDS], y[FB_WORDS];
    CARRYLESS_UNROLL
    for (unsigned i = 0; i < FB_WORDS; i++) {
        x[i] = (carryless_pair){a[i], 0};
        y[i] = (carryless_pair){b[i], 0};
    }
    if (FB_WORDS < 4)
        carryless_words(column, x, y, FB_WORDS);
    else
        carryless_parts(column, x, y, FB_WORDS, CARRYLESS_PART);
    column[CARRYLESS_COLUMNS - 1] = (carryless_pair){0, 0};
}

/* column = a^2 for the lanes of a. */
CARRYLESS_INLINE void carryless_square(carryless_pair *column, const carryless_pair *lane)
{
    CARRYLESS_UNROLL
    for (unsigned i = 0; i < FB_WORDS; i++) {
        column[2 * i] = carryless_product(lane[i / 2], i % 2, lane[i / 2], i % 2);
        column[2 * i + 1] = (carryless_pair){0, 0};
    }
}

/* The sum of all columns in words 2j and 2j + 1. */
CARRYLESS_INLINE carryless_pair carryless_lane(const carryless_pair *column, unsigned j)
{
    const carryless_pair below = j ? column[2 * j - 1] : (carryless_pair){0, 0};
    return column[2 * j] ^ carryless_middle(below, column[2 * j + 1]);
}

/* Word w of z^up (f - z^m). */
CARRYLESS_INLINE uint64_t carryless_fold_word(unsigned up, unsigned w)
{
    uint64_t word = 0;
#define CARRYLESS_TERM(k)                                                                                              \
    if ((up + (k)) / 64 == w)                                                                                          \
        word |= (uint64_t)1 << (up + (k)) % 64;
    FB_TERMS(CARRYLESS_TERM)
#undef CARRYLESS_TERM
    return word;
}

/* Adds t z^up (f - z^m), for t of `bits` bits: what t z^(m + up) is congruent to. Words of the constant with one bit
 * are multiplied by shifts. */
CARRYLESS_INLINE void carryless_fold(carryless_pair *column, carryless_pair t, unsigned bits, unsigned up)
{
    CARRYLESS_UNROLL
    for (unsigned w = 0; w < 2 * FB_WORDS - 1; w++) {
        const uint64_t factor = carryless_fold_word(up, w);
        if (!factor)
            continue;
        if (factor & (factor - 1)) {
            const carryless_pair y = {factor, 0};
            column[w] ^= carryless_product(t, 0, y, 0);
            if (bits > 64)
                column[w + 1] ^= carryless_product(t, 1, y, 0);
        } else {
            const unsigned shift = (unsigned)__builtin_ctzll(factor);
            column[w] ^= t << shift;
            if (shift && bits + shift > 64)
                column[w + 1] ^= t >> (64 - shift);
        }
    }
}

/* The lanes of an element from the columns; their bits from z^m on are cut. */
CARRYLESS_INLINE void carryless_cut(carryless_pair *lane, const carryless_pair *column)
{
    const uint64_t rest = ((uint64_t)1 << CARRYLESS_REST_BITS) - 1;
    CARRYLESS_UNROLL
    for (unsigned j = 0; j < CARRYLESS_LANES; j++)
        lane[j] = carryless_lane(column, j);
    lane[CARRYLESS_LANES - 1] &= FB_WORDS % 2 ? (carryless_pair){rest, 0} : (carryless_pair){~(uint64_t)0, rest};
}

#if !CARRYLESS_BY_QUOTIENT

/* lane = the sum of the columns mod f, destroys them. From the top, lane after lane is folded, to places below it: f
 * has a gap of a lane. The last lane of an odd number of words is half an element's. */
CARRYLESS_INLINE void carryless_reduce(carryless_pair *lane, carryless_pair *column)
{
    const carryless_pair none = {0, 0};
    unsigned end = 2 * FB_M - 1; /* of the bits that are not folded */
    CARRYLESS_UNROLL
    for (unsigned j = FB_WORDS - 1; j >= FB_WORDS / 2; j--) {
        const unsigned is_half = 2 * j < FB_WORDS, low = 64 * (2 * j + is_half);
        carryless_pair t = carryless_lane(column, j);
        if (is_half) /* the upper half of what stays in the column is cut in the end */
            t = carryless_middle(t, none);
        carryless_fold(column, t, end - low, low - FB_M);
        end = low;
    }
    const unsigned last = CARRYLESS_LANES - 1;
    carryless_pair t = carryless_lane(column, last);
    t = FB_WORDS % 2 ? (carryless_pair)_mm_move_epi64((__m128i)t) : carryless_middle(t, none);
    carryless_fold(column, t >> CARRYLESS_REST_BITS, 64 - CARRYLESS_REST_BITS, 0);
    carryless_cut(lane, column);
}

#else

/* Words i and i + 1 of a sum. */
CARRYLESS_INLINE carryless_pair carryless_words_at(const carryless_pair *lane, unsigned i)
{
    const carryless_pair none = {0, 0};
    const carryless_pair low = i / 2 < FB_WORDS ? lane[i / 2] : none,
                         high = i / 2 + 1 < FB_WORDS ? lane[i / 2 + 1] : none;
    return i % 2 ? carryless_middle(low, high) : low;
}

/* lane = the sum of the columns mod f, destroys them: with the quotient q of the sum by f, which is the sum of those by
 * z^(m + e) for the terms z^-e of z^m / f, sum + q f (Barrett 1986; fb/reduce_barrett.c). */
CARRYLESS_INLINE void carryless_reduce(carryless_pair *lane, carryless_pair *column)
{
    carryless_pair sum[FB_WORDS], q[CARRYLESS_LANES];
    CARRYLESS_UNROLL
    for (unsigned j = 0; j < FB_WORDS; j++)
        sum[j] = carryless_lane(column, j);
    CARRYLESS_UNROLL
    for (unsigned j = 0; j < CARRYLESS_LANES; j++) {
        q[j] = (carryless_pair){0, 0};
#define CARRYLESS_QUOTIENT(e)                                                                                          \
    if (FB_M + (e) + 128 * j < 2 * FB_M - 1) {                                                                         \
        q[j] ^= carryless_words_at(sum, 2 * j + (FB_M + (e)) / 64) >> (FB_M + (e)) % 64;                               \
        if ((FB_M + (e)) % 64)                                                                                         \
            q[j] ^= carryless_words_at(sum, 2 * j + (FB_M + (e)) / 64 + 1) << (64 - (FB_M + (e)) % 64) % 64;           \
    }
        FB_QUOTIENT_TERMS(CARRYLESS_QUOTIENT)
#undef CARRYLESS_QUOTIENT
    }
    CARRYLESS_UNROLL
    for (unsigned k = 0; k < CARRYLESS_COLUMNS; k++)
        column[k] = k % 2 ? (carryless_pair){0, 0} : sum[k / 2];
    CARRYLESS_UNROLL
    for (unsigned j = 0; j < CARRYLESS_LANES; j++)
        carryless_fold(column + 2 * j, q[j], FB_M - 1 - 128 * j, 0);
    carryless_cut(lane, column);
}

#endif

CARRYLESS_INLINE void carryless_load(carryless_pair *lane, const mc_word *a)
{
    CARRYLESS_UNROLL
    for (unsigned i = 0; i < FB_WORDS; i += 2)
        lane[i / 2] = (carryless_pair){a[i], i + 1 < FB_WORDS ? a[i + 1] : 0};
}

CARRYLESS_INLINE void carryless_store(mc_word *r, const carryless_pair *lane)
{
    CARRYLESS_UNROLL
    for (unsigned i = 0; i < FB_WORDS; i++)
        r[i] = lane[i / 2][i % 2];
}

#endif
#endif
