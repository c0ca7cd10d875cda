/* AVX-512 IFMA: products of 52 bits, whose lower and upper halves are added to sums of 64. Compiled with these
 * instructions (CMakeLists.txt); called where the processor has them. */
#include "lanes/ifma.h"

#if defined(__AVX512IFMA__) && GMP_NUMB_BITS == 64

#include <immintrin.h>

#define LANES      8
#define DIGIT_BITS 52
#include "lanes/multiply.h"

static wide add_low(wide sum, wide a, wide b)
{
    return (wide)_mm512_madd52lo_epu64((__m512i)sum, (__m512i)a, (__m512i)b);
}

static wide add_high(wide sum, wide a, wide b)
{
    return (wide)_mm512_madd52hi_epu64((__m512i)sum, (__m512i)a, (__m512i)b);
}

/* The upper half of a product belongs to the next digit, which the shift brings to the place of this one. */
static void add_row(wide *sums, const wide *a, wide b_i, const wide *m, wide mu, size_t k)
{
    wide zero = {0}, lowest = add_low(sums[0], a[0], b_i);
    wide q = add_low(zero, lowest, mu);
    wide carry = add_low(lowest, m[0], q) >> DIGIT_BITS;
    for (size_t j = 1; j < k; j++) {
        wide products_of_a = add_high(add_low(sums[j], a[j], b_i), a[j - 1], b_i);
        wide products_of_m = add_high(add_low(carry, m[j], q), m[j - 1], q);
        sums[j - 1] = products_of_a + products_of_m;
        carry = zero;
    }
    sums[k - 1] = add_high(add_high(carry, a[k - 1], b_i), m[k - 1], q);
}

const mc_parallel_lanes_kernel *mc_parallel_lanes_ifma(void)
{
    static const mc_parallel_lanes_kernel kernel = {MC_PARALLEL_LANES_IFMA, LANES, DIGIT_BITS, multiply};
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512ifma") ? &kernel : NULL;
}

#else

const mc_parallel_lanes_kernel *mc_parallel_lanes_ifma(void)
{
    return NULL;
}

#endif
