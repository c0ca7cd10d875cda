/* Montgomery's multiplication of one pair of numbers in digits of 52 bits, eight of which lie in a vector: AVX-512 IFMA
 * multiplies them by one digit at once. M < 2^(52 k - 1) has k digits, V >= k / 8 vectors; the factor is 2^(52 k).
 *
 * Row i changes T to (T + a b_i + q M) / 2^52, with q such that this is whole. After all rows
 *
 *     T = (a b + q M) / 2^(52 k) < (M^2 + 2^(52 k) M) / 2^(52 k) < 2 M < 2^(52 k).
 *
 * Carries are not passed on until the end, except that of the lowest digit, which the division drops. A sum enters at
 * the highest digit and leaves at the lowest, k rows later; in each row it takes four halves of products, below 2^52
 * each, and at last a carry below 2^12. So it is below (4 k + 1) 2^52 < 2^64 with k <= 1,000; with more digits all
 * carries are passed on after each 1,000 rows.
 *
 * Not constant time: the subtraction at the end depends on the result. Compiled with these instructions
 * (CMakeLists.txt); called where the processor has them. */
#include "modmul/multiplier.h"
#include "modmul/partial.h"

#if defined(__AVX512IFMA__) && defined(__AVX512VBMI__) && GMP_NUMB_BITS == 64

#include <immintrin.h>

#define DIGIT_BITS        52
#define DIGIT_MASK        (((uint64_t)1 << DIGIT_BITS) - 1)
#define LANES             8
#define MOST_ROWS         1000
#define MOST_IN_REGISTERS 20 /* vectors: of 32 registers, as rows need some others */

typedef __m512i wide;

typedef struct {
    size_t digits, vectors;
    uint64_t mu;      /* -1/M modulo 2^52 */
    wide *a, *b, *m;  /* V vectors; b one more, which is 0 */
    wide *t;          /* V + 1 vectors; the last stays 0 */
    mp_limb_t *limbs; /* n + 1 limbs */
} workspace;

/* Digit j of a vector begins at bit 52 j, which is in byte 13 j / 2, four bits up where j is odd. */
static void to_digits(wide *digits, const mp_limb_t *x, size_t n, size_t vectors)
{
    static const _Alignas(64)
        uint8_t PLACES[64] = {0,  1,  2,  3,  4,  5,  6,  7,  6,  7,  8,  9,  10, 11, 12, 13, 13, 14, 15, 16, 17, 18,
                              19, 20, 19, 20, 21, 22, 23, 24, 25, 26, 26, 27, 28, 29, 30, 31, 32, 33, 32, 33, 34, 35,
                              36, 37, 38, 39, 39, 40, 41, 42, 43, 44, 45, 46, 45, 46, 47, 48, 49, 50, 51, 52};
    const wide places = _mm512_load_si512(PLACES), shifts = _mm512_set_epi64(4, 0, 4, 0, 4, 0, 4, 0);
    const wide mask = _mm512_set1_epi64((long long)DIGIT_MASK);
    const uint8_t *bytes = (const uint8_t *)x;
    size_t length = n * sizeof *x, of_vector = DIGIT_BITS * LANES / 8;
    MC_READS(x, n);
    for (size_t v = 0; v < vectors; v++) {
        size_t from = mc_limbs_least(v * of_vector, length), count = mc_limbs_least(length - from, 64);
        wide read = _mm512_maskz_loadu_epi8(count == 64 ? ~0ull : (1ull << count) - 1, bytes + from);
        digits[v] = _mm512_and_si512(_mm512_srlv_epi64(_mm512_permutexvar_epi8(places, read), shifts), mask);
    }
}

/* n + 1 limbs of the sums, with their carries. The number is below 2 M, so nothing is lost above. */
static void to_limbs(mp_limb_t *z, const wide *sums, size_t n, size_t digits)
{
    const uint64_t *sum = (const uint64_t *)sums;
    mc_limb_pair rest = 0;
    size_t j = 0;
    unsigned bits = 0;
    MC_WRITES(z, n + 1);
    for (size_t i = 0; i <= n; i++) {
        for (; bits < 64 && j < digits; bits += DIGIT_BITS)
            rest += (mc_limb_pair)sum[j++] << bits;
        z[i] = (mp_limb_t)rest;
        rest >>= 64;
        bits = bits > 64 ? bits - 64 : 0;
    }
}

static wide low(wide sum, wide a, wide b)
{
    return _mm512_madd52lo_epu64(sum, a, b);
}

static wide high(wide sum, wide a, wide b)
{
    return _mm512_madd52hi_epu64(sum, a, b);
}

/* One row. The lower half of a_0 b_i is in T already, and that of a_0 b_(i+1) is added for the next row: q, on which
 * everything waits, then waits for one product less. The upper half of a product belongs to the next digit, which the
 * shift brings to the place of this one. */
static inline __attribute__((always_inline)) void add_row(wide *restrict t, const workspace *own, size_t i,
                                                          size_t vectors)
{
    const wide *a = own->a, *m = own->m;
    const uint64_t *b = (const uint64_t *)own->b;
    const wide zero = _mm512_setzero_si512(), b_i = _mm512_set1_epi64((long long)b[i]);
    wide this = t[0];
    wide q = low(zero, _mm512_broadcastq_epi64(_mm512_castsi512_si128(this)), _mm512_set1_epi64((long long)own->mu));
    this = low(this, m[0], q);
    wide carry = _mm512_maskz_srli_epi64(1, this, DIGIT_BITS);
    wide ahead = low(zero, a[0], _mm512_set1_epi64((long long)b[i + 1]));
#pragma GCC unroll 20
    for (size_t v = 0; v < vectors; v++) {
        wide next = v + 1 < vectors ? low(low(t[v + 1], a[v + 1], b_i), m[v + 1], q) : zero;
        wide products = high(high(ahead, a[v], b_i), m[v], q);
        t[v] = _mm512_add_epi64(_mm512_add_epi64(_mm512_alignr_epi64(next, this, 1), products), carry);
        this = next;
        carry = ahead = zero;
    }
}

/* Rows `from` to `to` - 1, with all of T in registers: a known number of vectors. */
static inline __attribute__((always_inline)) void add_rows_of(const workspace *own, size_t from, size_t to,
                                                              size_t vectors)
{
    wide t[MOST_IN_REGISTERS];
#pragma GCC unroll 20
    for (size_t v = 0; v < vectors; v++)
        t[v] = own->t[v];
    for (size_t i = from; i < to; i++)
        add_row(t, own, i, vectors);
#pragma GCC unroll 20
    for (size_t v = 0; v < vectors; v++)
        own->t[v] = t[v];
}

static void add_rows(const workspace *own, size_t from, size_t to)
{
    switch (own->vectors) {
#define WITH(count)                                                                                                    \
    case count:                                                                                                        \
        add_rows_of(own, from, to, count);                                                                             \
        return
        WITH(1);
        WITH(2);
        WITH(3);
        WITH(4);
        WITH(5);
        WITH(6);
        WITH(7);
        WITH(8);
        WITH(9);
        WITH(10);
        WITH(12);
        WITH(14);
        WITH(16);
        WITH(18);
        WITH(20);
    default:
        for (size_t i = from; i < to; i++)
            add_row(own->t, own, i, own->vectors);
    }
#undef WITH
}

/* Leaves all digits but the highest below 2^52. */
static void pass_carries(const workspace *own)
{
    uint64_t *sum = (uint64_t *)own->t;
    for (size_t j = 0; j + 1 < own->digits; j++) {
        sum[j + 1] += sum[j] >> DIGIT_BITS;
        sum[j] &= DIGIT_MASK;
    }
}

static bool multiply(void *call, unsigned thread)
{
    mc_parallel_multiplier *multiplier = call;
    const workspace *own = multiplier->own;
    const mc_parallel_modulus *modulus = multiplier->modulus;
    const wide zero = _mm512_setzero_si512();
    (void)thread;
    to_digits(own->a, multiplier->a, modulus->n, own->vectors);
    to_digits(own->b, multiplier->b, modulus->n, own->vectors);
    for (size_t v = 1; v < own->vectors; v++)
        own->t[v] = zero;
    own->t[0] = low(zero, own->a[0], _mm512_set1_epi64(*(const long long *)own->b));
    for (size_t i = 0; i < own->digits; i += MOST_ROWS) {
        add_rows(own, i, mc_limbs_least(i + MOST_ROWS, own->digits));
        if (i + MOST_ROWS < own->digits)
            pass_carries(own);
    }
    to_limbs(own->limbs, own->t, modulus->n, own->digits);
    mc_parallel_subtract(multiplier->z, own->limbs, modulus);
    return true;
}

static void prepare(mc_parallel_multiplier *multiplier)
{
    static const mc_parallel_phase phases[] = {multiply};
    const mc_parallel_modulus *modulus = multiplier->modulus;
    mc_parallel_arena *arena = &multiplier->arena;
    MC_PARALLEL_SET_PHASES(multiplier, phases);
    workspace *own = multiplier->own = mc_parallel_take(arena, sizeof *own);
    if (own == NULL)
        return;
    own->digits = mpn_sizeinbase(modulus->m, (mp_size_t)modulus->n, 2) / DIGIT_BITS + 1;
    own->vectors = (own->digits + LANES - 1) / LANES;
    if (own->vectors > 10 && own->vectors < MOST_IN_REGISTERS)
        own->vectors += own->vectors % 2; /* halves the number of kernels; the digits above are 0 */
    own->mu = modulus->mu[0] & DIGIT_MASK;
    wide **numbers[] = {&own->a, &own->b, &own->m, &own->t};
    for (int i = 0; i < 4; i++)
        *numbers[i] = mc_parallel_take(arena, (own->vectors + 1) * sizeof(wide));
    own->limbs = mc_parallel_take_limbs(arena, modulus->n + 1);
    if (!arena->failed)
        to_digits(own->m, modulus->m, modulus->n, own->vectors);
}

static void factor(const mc_parallel_multiplier *multiplier, mpz_t power)
{
    mpz_setbit(power, ((const workspace *)multiplier->own)->digits * DIGIT_BITS);
}

static bool runs_here(void)
{
    return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512ifma") &&
           __builtin_cpu_supports("avx512vbmi");
}

#else

static bool runs_here(void)
{
    return false;
}

static void factor(const mc_parallel_multiplier *multiplier, mpz_t power)
{
    (void)multiplier;
    (void)power;
}

static void prepare(mc_parallel_multiplier *multiplier)
{
    (void)multiplier;
}

#endif

const mc_parallel_algorithm mc_parallel_montgomery_ifma = {
    .name = "montgomery-ifma",
    .summary = "Montgomery's multiplication in digits of 52 bits, eight to a vector (AVX-512 IFMA)",
    .threads = MC_PARALLEL_THREADS(1),
    .runs_here = runs_here,
    .factor = factor,
    .prepare = prepare,
};
