/* AVX2: products of 32 bits. Digits of 26 bits leave room for the sums of all rows. Compiled with these instructions
 * (CMakeLists.txt); called where the processor has them. */
#include "lanes/avx2.h"

#if defined(__AVX2__) && GMP_NUMB_BITS == 64

#include <immintrin.h>

#define LANES      4
#define DIGIT_BITS 26
#include "lanes/multiply.h"

static wide times(wide a, wide b)
{
    return (wide)_mm256_mul_epu32((__m256i)a, (__m256i)b);
}

static void add_row(wide *sums, const wide *a, wide b_i, const wide *m, wide mu, size_t k)
{
    wide lowest = sums[0] + times(a[0], b_i);
    wide q = times(lowest & DIGIT_MASK, mu) & DIGIT_MASK;
    wide carry = (lowest + times(m[0], q)) >> DIGIT_BITS;
    for (size_t j = 1; j < k; j++)
        sums[j - 1] = sums[j] + times(a[j], b_i) + times(m[j], q);
    sums[k - 1] = (wide){0};
    sums[0] += carry;
}

const mc_parallel_lanes_kernel *mc_parallel_lanes_avx2(void)
{
    static const mc_parallel_lanes_kernel kernel = {MC_PARALLEL_LANES_AVX2, LANES, DIGIT_BITS, multiply};
    return __builtin_cpu_supports("avx2") ? &kernel : NULL;
}

#else

const mc_parallel_lanes_kernel *mc_parallel_lanes_avx2(void)
{
    return NULL;
}

#endif
