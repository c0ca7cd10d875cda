/* Products and squares in F_p2 of a prime of 6 words on x86-64: in the place of pairing/prime/fp2.c, whose functions
 * these are where the processor has no AVX-512 IFMA (cmake/pairings.cmake). */
#include "pairing/host/fp2_6_ifma.h"

#include "native/x86_64/level.h"
#include "pairing/prime/fp2.h"

#include MC_STRINGIFY(pairing/host/MC_FIELD.h) /* generated: PRIME_6 */

_Static_assert(FP_WORDS == 6 && FP_BITS <= 381 && FP_MONTGOMERY, "the elements that the kernel takes");

#pragma GCC visibility push(hidden)
#undef fp2_mul
#undef fp2_sqr
#define fp2_mul EC(fp2_mul_words)
#define fp2_sqr EC(fp2_sqr_words)
void fp2_mul(fp2 *r, const fp2 *a, const fp2 *b);
void fp2_sqr(fp2 *r, const fp2 *a);
#pragma GCC visibility pop
#include "pairing/prime/fp2.c"
#undef fp2_mul
#undef fp2_sqr

static const mc_prime_6 prime_6 = PRIME_6;

static void multiply(fp2 *r, const fp2 *a, const fp2 *b)
{
    mc_fp2_mul_6_ifma((uint64_t *)r, (const uint64_t *)a, (const uint64_t *)b, &prime_6);
}

static void square(fp2 *r, const fp2 *a)
{
    multiply(r, a, a);
}

typedef void product(fp2 *r, const fp2 *a, const fp2 *b);
typedef void of_one(fp2 *r, const fp2 *a);
MC_BIND(EC(fp2_mul), product, mc_x86_64_has_ifma, multiply, EC(fp2_mul_words), (fp2 * r, const fp2 *a, const fp2 *b),
        (r, a, b))
MC_BIND(EC(fp2_sqr), of_one, mc_x86_64_has_ifma, square, EC(fp2_sqr_words), (fp2 * r, const fp2 *a), (r, a))
