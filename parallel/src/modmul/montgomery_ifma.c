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
#include "modmul/montgomery_ifma.h"

#include "lanes/product.h"
#include "modmul/partial.h"

#if defined(__AVX512IFMA__) && defined(__AVX512VBMI__) && GMP_NUMB_BITS == 64

#include <string.h>

#include "lanes/digits.h"

#define MOST_ROWS         1000
#define MOST_IN_REGISTERS 20 /* vectors: of 32 registers, as rows need some others */

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

/* One row. The lower half of a_0 b_i is in T already, and that of a_0 b_(i+1) is added for the next row: q, on which
 * everything waits, then waits for one product less. The upper half of a product belongs to the next digit, which the
 * shift brings to the place of this one. */
static inline __attribute__((always_inline)) void add_row(wide *restrict t, const mc_parallel_ifma *own, size_t i,
                                                          size_t vectors)
{
    const wide *a = (const wide *)own->a, *m = (const wide *)own->m;
    const uint64_t *b = own->b;
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
static inline __attribute__((always_inline)) void add_rows_of(const mc_parallel_ifma *own, size_t from, size_t to,
                                                              size_t vectors)
{
    wide t[MOST_IN_REGISTERS], *kept = own->t;
#pragma GCC unroll 20
    for (size_t v = 0; v < vectors; v++)
        t[v] = kept[v];
    for (size_t i = from; i < to; i++)
        add_row(t, own, i, vectors);
#pragma GCC unroll 20
    for (size_t v = 0; v < vectors; v++)
        kept[v] = t[v];
}

static void add_rows(const mc_parallel_ifma *own, size_t from, size_t to)
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
static void pass_carries(const mc_parallel_ifma *own)
{
    uint64_t *sum = (uint64_t *)own->t;
    for (size_t j = 0; j + 1 < own->digits; j++) {
        sum[j + 1] += sum[j] >> DIGIT_BITS;
        sum[j] &= DIGIT_MASK;
    }
}

void mc_parallel_ifma_rows(mp_limb_t *sum, const mc_parallel_ifma *own, const mp_limb_t *a, const mp_limb_t *b,
                           size_t rows, size_t n)
{
    const wide zero = _mm512_setzero_si512();
    wide *t = own->t;
    to_digits(own->a, a, n, own->vectors);
    to_digits(own->b, b, n, own->vectors);
    if (rows < own->digits)
        memset(own->b + rows, 0, (own->digits - rows) * sizeof *own->b);
    for (size_t v = 1; v < own->vectors; v++)
        t[v] = zero;
    t[0] = low(zero, *(const wide *)own->a, _mm512_set1_epi64((long long)own->b[0]));
    for (size_t i = 0; i < rows; i += MOST_ROWS) {
        add_rows(own, i, mc_limbs_least(i + MOST_ROWS, rows));
        if (i + MOST_ROWS < rows)
            pass_carries(own);
    }
    to_limbs(sum, t, n, own->digits);
}

void mc_parallel_ifma_prepare(mc_parallel_ifma *own, const mc_parallel_modulus *modulus, mc_parallel_arena *arena)
{
    own->digits = mpn_sizeinbase(modulus->m, (mp_size_t)modulus->n, 2) / DIGIT_BITS + 1;
    own->vectors = (own->digits + LANES - 1) / LANES;
    if (own->vectors > 10 && own->vectors < MOST_IN_REGISTERS)
        own->vectors += own->vectors % 2; /* halves the number of kernels; the digits above are 0 */
    own->mu = modulus->mu[0] & DIGIT_MASK;
    uint64_t **numbers[] = {&own->a, &own->b, &own->m};
    for (int i = 0; i < 3; i++)
        *numbers[i] = mc_parallel_take(arena, (own->vectors + 1) * sizeof(wide));
    own->t = mc_parallel_take(arena, (own->vectors + 1) * sizeof(wide));
    if (!arena->failed)
        to_digits(own->m, modulus->m, modulus->n, own->vectors);
}

#else

void mc_parallel_ifma_rows(mp_limb_t *sum, const mc_parallel_ifma *own, const mp_limb_t *a, const mp_limb_t *b,
                           size_t rows, size_t n)
{
    (void)sum, (void)own, (void)a, (void)b, (void)rows, (void)n;
}

void mc_parallel_ifma_prepare(mc_parallel_ifma *own, const mc_parallel_modulus *modulus, mc_parallel_arena *arena)
{
    (void)own, (void)modulus, (void)arena;
}

#endif

typedef struct {
    mc_parallel_ifma rows;
    mp_limb_t *sum; /* n + 1 limbs */
} workspace;

static bool multiply(void *call, unsigned thread)
{
    mc_parallel_multiplier *multiplier = call;
    const workspace *own = multiplier->own;
    const mc_parallel_modulus *modulus = multiplier->modulus;
    (void)thread;
    mc_parallel_ifma_rows(own->sum, &own->rows, multiplier->a, multiplier->b, own->rows.digits, modulus->n);
    mc_parallel_subtract(multiplier->z, own->sum, modulus);
    return true;
}

static void prepare(mc_parallel_multiplier *multiplier)
{
    static const mc_parallel_phase phases[] = {multiply};
    MC_PARALLEL_SET_PHASES(multiplier, phases);
    workspace *own = multiplier->own = mc_parallel_take(&multiplier->arena, sizeof *own);
    if (own == NULL)
        return;
    mc_parallel_ifma_prepare(&own->rows, multiplier->modulus, &multiplier->arena);
    own->sum = mc_parallel_take_limbs(&multiplier->arena, multiplier->modulus->n + 1);
}

static void factor(const mc_parallel_multiplier *multiplier, mpz_t power)
{
    mpz_setbit(power, ((const workspace *)multiplier->own)->rows.digits * MC_PARALLEL_IFMA_BITS);
}

const mc_parallel_algorithm mc_parallel_montgomery_ifma = {
    .name = "montgomery-ifma",
    .summary = "Montgomery's multiplication in digits of 52 bits, eight to a vector (AVX-512 IFMA)",
    .threads = MC_PARALLEL_THREADS(1),
    .runs_here = mc_parallel_has_lane_products,
    .factor = factor,
    .prepare = prepare,
};
