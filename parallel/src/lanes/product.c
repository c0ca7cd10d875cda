/* The product of two numbers by columns of digits. Eight columns are a vector, and BLOCK of them are summed at once, in
 * registers: for each digit of b, the digits of a that it meets there are read once, from a place that is not aligned,
 * and both halves of the products are added to sums of their own. The upper half belongs to the next column. A sum of
 * MOST_DIGITS halves, twice, is below 2^64.
 *
 * Compiled with these instructions (CMakeLists.txt); called where the processor has them. */
#include "lanes/product.h"

#if defined(__AVX512IFMA__) && defined(__AVX512VBMI__) && GMP_NUMB_BITS == 64

#include <string.h>

#include "lanes/digits.h"

#define BLOCK       3
#define LEAST_LIMBS 12 /* below, GMP's product is faster */
#define MOST_LIMBS  1024
#define MOST_DIGITS ((MOST_LIMBS * 64 + DIGIT_BITS - 1) / DIGIT_BITS)
#define PADDING     ((size_t)BLOCK * LANES)

/* What one vector of columns leaves for the next. */
typedef struct {
    wide upper, carries; /* upper halves of products; what is above the digits */
    unsigned carry;      /* 0 or 1, of digits that are all ones */
} passed;

static size_t digits_of(size_t limbs)
{
    return (limbs * 64 + DIGIT_BITS - 1) / DIGIT_BITS;
}

static size_t vectors_of(size_t limbs)
{
    return (digits_of(limbs) + LANES - 1) / LANES;
}

/* Eight sums to digits below 2^52. After what is above them has gone one digit up, a digit is below 2^52 + 2^12: so it
 * gives one more or nothing to the next, which passes it on if it is all ones. */
static inline wide normal(wide sums, passed *rest)
{
    const wide mask = _mm512_set1_epi64((long long)DIGIT_MASK);
    wide carries = _mm512_srli_epi64(sums, DIGIT_BITS);
    wide digits = _mm512_add_epi64(_mm512_and_si512(sums, mask), _mm512_alignr_epi64(carries, rest->carries, 7));
    rest->carries = carries;
    unsigned over = _mm512_cmpgt_epu64_mask(digits, mask), full = _mm512_cmpeq_epu64_mask(digits, mask);
    unsigned into = (2 * over + rest->carry + full) ^ full;
    rest->carry = into >> LANES & 1;
    return _mm512_and_si512(_mm512_mask_sub_epi64(digits, (__mmask8)into, digits, _mm512_set1_epi64(-1)), mask);
}

/* Eight digits to 52 bytes, of which `count` are written. Limb i has bits of digit 64 i / 52 and of the next; limb 4,
 * of which 4 bits are from digit 4, has some of digit 6, too. */
static inline void store(uint8_t *bytes, wide digits, size_t count)
{
    const wide first = _mm512_set_epi64(7, 7, 6, 4, 3, 2, 1, 0), down = _mm512_set_epi64(64, 20, 8, 48, 36, 24, 12, 0);
    const wide second = _mm512_set_epi64(7, 7, 7, 5, 4, 3, 2, 1), up = _mm512_set_epi64(64, 64, 44, 4, 16, 28, 40, 52);
    wide limbs = _mm512_or_si512(_mm512_srlv_epi64(_mm512_permutexvar_epi64(first, digits), down),
                                 _mm512_sllv_epi64(_mm512_permutexvar_epi64(second, digits), up));
    wide third = _mm512_maskz_slli_epi64(1 << 4, _mm512_permutexvar_epi64(_mm512_set1_epi64(6), digits), 56);
    _mm512_mask_storeu_epi8(bytes, (1ull << mc_limbs_least(count, VECTOR_BYTES)) - 1, _mm512_or_si512(limbs, third));
}

/* The sums of BLOCK vectors of columns, from column c on; `a` has PADDING zeros before and after its digits. */
static inline __attribute__((always_inline)) void sum_columns(wide lower[BLOCK], wide upper[BLOCK], const uint64_t *a,
                                                              size_t a_digits, const uint64_t *b, size_t b_digits,
                                                              size_t c)
{
    size_t from = c + 1 > a_digits ? c + 1 - a_digits : 0, to = mc_limbs_least(b_digits, c + PADDING);
    wide sums[2 * BLOCK];
#pragma GCC unroll 16
    for (size_t i = 0; i < 2 * BLOCK; i++)
        sums[i] = _mm512_setzero_si512();
    for (size_t j = from; j < to; j++) {
        const wide b_j = _mm512_set1_epi64((long long)b[j]);
        const uint64_t *of_a = a + c - j;
#pragma GCC unroll 8
        for (size_t v = 0; v < BLOCK; v++) {
            wide a_v = _mm512_loadu_si512(of_a + v * LANES);
            sums[v] = low(sums[v], a_v, b_j);
            sums[BLOCK + v] = high(sums[BLOCK + v], a_v, b_j);
        }
    }
#pragma GCC unroll 8
    for (size_t v = 0; v < BLOCK; v++) {
        lower[v] = sums[v];
        upper[v] = sums[BLOCK + v];
    }
}

static void multiply(mp_limb_t *r, size_t limbs, const uint64_t *a, size_t a_digits, const uint64_t *b, size_t b_digits)
{
    uint8_t *bytes = (uint8_t *)r;
    size_t length = limbs * sizeof *r;
    wide before = _mm512_setzero_si512();
    passed rest = {.carries = before};
    for (size_t v = 0; v * VECTOR_BYTES < length; v += BLOCK) {
        wide lower[BLOCK], upper[BLOCK];
        sum_columns(lower, upper, a, a_digits, b, b_digits, v * LANES);
        for (size_t i = 0; i < BLOCK && (v + i) * VECTOR_BYTES < length; i++) {
            wide sums = _mm512_add_epi64(lower[i], _mm512_alignr_epi64(upper[i], before, 7));
            size_t at = (v + i) * VECTOR_BYTES;
            before = upper[i];
            store(bytes + at, normal(sums, &rest), length - at);
        }
    }
}

void mc_parallel_lane_product(mp_limb_t *r, const mp_limb_t *a, size_t an, const mp_limb_t *b, size_t bn, size_t low)
{
    _Alignas(64) uint64_t of_a[MOST_DIGITS + 3 * PADDING], of_b[MOST_DIGITS + PADDING];
    if (an < bn) {
        mc_parallel_lane_product(r, b, bn, a, an, low);
        return;
    }
    if (bn < LEAST_LIMBS || an > MOST_LIMBS) {
        mc_limbs_mul(r, a, an, b, bn);
        return;
    }
    size_t vectors = vectors_of(an), b_vectors = vectors_of(bn), limbs = mc_limbs_least(low, an + bn);
    MC_WRITES(r, limbs);
    memset(of_a, 0, PADDING * sizeof *of_a);
    to_digits(of_a + PADDING, a, an, vectors);
    memset(of_a + PADDING + vectors * LANES, 0, PADDING * sizeof *of_a);
    to_digits(of_b, b, bn, b_vectors);
    multiply(r, limbs, of_a + PADDING, digits_of(an), of_b, digits_of(bn));
}

bool mc_parallel_has_lane_products(void)
{
    return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512ifma") && __builtin_cpu_supports("avx512vbmi");
}

#else

void mc_parallel_lane_product(mp_limb_t *r, const mp_limb_t *a, size_t an, const mp_limb_t *b, size_t bn, size_t low)
{
    (void)low;
    mc_limbs_mul(r, a, an, b, bn);
}

bool mc_parallel_has_lane_products(void)
{
    return false;
}

#endif
