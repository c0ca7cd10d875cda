/* Montgomery's multiplication in two residue number systems, with AVX-512 IFMA (Bajard, Didier and Kornerup 2001 for
 * the first extension; Kawamura, Koike, Sano and Shimbo 2000 for the second).
 *
 * Two bases of k primes 2^52 - c each, c < 2^18, with the products A and B, both above (k + 2)^2 M. A number x below
 * (k + 2) M is the residues x_i modulo a_i, and zeta_j = x / (B / b_j) modulo b_j; each below 2^52, and so not unique.
 *
 *   1. xi_i = -x_i y_i / (M A / a_i). q' = sum(xi_i A / a_i) is -x y / M modulo A, and below (k + 1) A. It need not be
 *      corrected.
 *   2. z = (x y + q' M) / A < ((k + 2)^2 M / A + k + 1) M < (k + 2) M is whole, and x y / A modulo M. Its zeta_j is
 *      zeta_j(x) zeta_j(y) (B / b_j) / A + sum(xi_i M / (a_i B / b_j)).
 *   3. z = sum(zeta_j B / b_j) - beta B, with whole beta. sum(zeta_j / b_j) = beta + z / B and z / B < 1/(k + 2), so
 *      beta is floor(sum(zeta_j / 2^52) + 1/2): each term is smaller by less than 2^-33, and by 2^-32 for the 20 bits
 *      that are left out. Then z_i = sum(zeta_j B / b_j) - beta B modulo a_i.
 *
 * Lower and upper halves of products have sums of their own: k + 1 <= 1,005 of them stay below 2^62. `reduce` takes
 * such sums. Compiled with these instructions (CMakeLists.txt); called where the processor has them. */
#include "lanes/residues_ifma.h"

#if defined(__AVX512IFMA__) && defined(__AVX512VL__) && GMP_NUMB_BITS == 64

#include <immintrin.h>

#define GROUP  5 /* vectors whose sums, lower and upper, stay in registers */
#define ALWAYS static inline __attribute__((always_inline))

typedef __m256i quad;

typedef struct {
    quad lower, upper;
} sums;

ALWAYS quad load(const uint64_t *x, size_t v)
{
    return _mm256_load_si256((const quad *)x + v);
}

ALWAYS void store(uint64_t *x, size_t v, quad value)
{
    _mm256_store_si256((quad *)x + v, value);
}

ALWAYS sums product(quad a, quad b)
{
    const quad zero = _mm256_setzero_si256();
    return (sums){_mm256_madd52lo_epu64(zero, a, b), _mm256_madd52hi_epu64(zero, a, b)};
}

/* lower + 2^52 upper modulo 2^52 - c, below 2^52. As 2^52 is c, the first step leaves 2^52 carry + low with a carry
 * below 2^29, the second one a sum below 2^52 + 2^47, and the third one adds c to what is then below 2^47, or 0. */
ALWAYS quad reduce(sums of, quad c)
{
    const quad zero = _mm256_setzero_si256(), mask = _mm256_set1_epi64x(((long long)1 << MC_RESIDUE_BITS) - 1);
    quad low = _mm256_madd52lo_epu64(of.lower, of.upper, c);
    quad carry =
        _mm256_madd52lo_epu64(_mm256_srli_epi64(low, MC_RESIDUE_BITS), _mm256_srli_epi64(of.upper, MC_RESIDUE_BITS), c);
    carry = _mm256_add_epi64(carry, _mm256_madd52hi_epu64(zero, of.upper, c));
    low = _mm256_madd52lo_epu64(_mm256_and_si256(low, mask), carry, c);
    carry = _mm256_srli_epi64(low, MC_RESIDUE_BITS);
    return _mm256_madd52lo_epu64(_mm256_and_si256(low, mask), carry, c);
}

/* Adds sum(x_i row_i), vectors `from` to `from` + `count` - 1, of k rows. */
ALWAYS void extend(sums *to, const uint64_t *x, const uint64_t *matrix, size_t k, size_t from, size_t count)
{
#pragma GCC unroll 4
    for (size_t i = 0; i < k; i++) {
        quad x_i = _mm256_set1_epi64x((long long)x[i]);
#pragma GCC unroll 5
        for (size_t v = 0; v < count; v++) {
            quad row = load(matrix + k * i, from + v);
            to[v].lower = _mm256_madd52lo_epu64(to[v].lower, row, x_i);
            to[v].upper = _mm256_madd52hi_epu64(to[v].upper, row, x_i);
        }
    }
}

/* Step 2 for some vectors; returns the sum of their zeta_j / 2^20. */
ALWAYS quad extend_to_b(const mc_parallel_residues *own, uint64_t *z, const uint64_t *a, const uint64_t *b, size_t from,
                        size_t count)
{
    sums to[GROUP];
    quad sum = _mm256_setzero_si256();
#pragma GCC unroll 5
    for (size_t v = 0; v < count; v++) {
        quad both = reduce(product(load(a, from + v), load(b, from + v)), load(own->rest_b, from + v));
        to[v] = product(both, load(own->scale, from + v));
    }
    extend(to, own->xi, own->to_b, own->k, from, count);
#pragma GCC unroll 5
    for (size_t v = 0; v < count; v++) {
        quad zeta = reduce(to[v], load(own->rest_b, from + v));
        sum = _mm256_add_epi64(sum, _mm256_srli_epi64(zeta, 20));
        store(z, from + v, zeta);
    }
    return sum;
}

/* Step 3 for some vectors. */
ALWAYS void extend_to_a(const mc_parallel_residues *own, uint64_t *z, const uint64_t *zeta, quad beta, size_t from,
                        size_t count)
{
    sums to[GROUP];
#pragma GCC unroll 5
    for (size_t v = 0; v < count; v++)
        to[v] = product(load(own->minus_whole, from + v), beta);
    extend(to, zeta, own->to_a, own->k, from, count);
#pragma GCC unroll 5
    for (size_t v = 0; v < count; v++)
        store(z, from + v, reduce(to[v], load(own->rest_a, from + v)));
}

/* beta in all lanes. */
ALWAYS quad rounded(quad sum)
{
    sum = _mm256_add_epi64(sum, _mm256_permute4x64_epi64(sum, 0x4e));
    sum = _mm256_add_epi64(sum, _mm256_shuffle_epi32(sum, 0x4e));
    return _mm256_srli_epi64(_mm256_add_epi64(sum, _mm256_set1_epi64x((long long)1 << 31)), 32);
}

#define FOR_GROUPS(vectors, call)                                                                                      \
    for (size_t from = 0; from < (vectors); from += GROUP)                                                             \
        switch (mc_limbs_least((vectors) - from, GROUP)) {                                                             \
        case 1:                                                                                                        \
            call(1);                                                                                                   \
            break;                                                                                                     \
        case 2:                                                                                                        \
            call(2);                                                                                                   \
            break;                                                                                                     \
        case 3:                                                                                                        \
            call(3);                                                                                                   \
            break;                                                                                                     \
        case 4:                                                                                                        \
            call(4);                                                                                                   \
            break;                                                                                                     \
        default:                                                                                                       \
            call(GROUP);                                                                                               \
        }

void mc_parallel_residues_ifma(mc_parallel_residues *own, uint64_t *z, const uint64_t *a, const uint64_t *b)
{
    size_t k = own->k, vectors = k / MC_RESIDUE_LANES;
    quad sum = _mm256_setzero_si256();
    for (size_t v = 0; v < vectors; v++) {
        quad c = load(own->rest_a, v), both = reduce(product(load(a, v), load(b, v)), c);
        store(own->xi, v, reduce(product(both, load(own->to_xi, v)), c));
    }
#define TO_B(count) sum = _mm256_add_epi64(sum, extend_to_b(own, z + k, a + k, b + k, from, count))
    FOR_GROUPS(vectors, TO_B)
    quad beta = rounded(sum);
#define TO_A(count) extend_to_a(own, z, z + k, beta, from, count)
    FOR_GROUPS(vectors, TO_A)
}

bool mc_parallel_has_residues(void)
{
    return __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512ifma");
}

#else

void mc_parallel_residues_ifma(mc_parallel_residues *own, uint64_t *z, const uint64_t *a, const uint64_t *b)
{
    (void)own, (void)z, (void)a, (void)b;
}

bool mc_parallel_has_residues(void)
{
    return false;
}

#endif
