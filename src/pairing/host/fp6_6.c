/* Products in F_p6 over F_p2 of a prime of 6 words on x86-64: in the place of pairing/bls12/fp6.c, whose functions
 * these are where the processor has no AVX-512 IFMA (cmake/pairings.cmake). With the vectors a sum of three products in
 * F_p2 takes little longer than one, so that each coefficient is such a sum: c0 = a0 b0 + (a1 b2 + a2 b1) v^3 and so on
 * (Longa 2023), and nothing is added before or after. */
#include "pairing/host/fp2_6_ifma.h"

#include "pairing/bls12/tower.h"
#include "native/x86_64/level.h"

#include MC_STRINGIFY(pairing/host/MC_FIELD.h) /* generated: PRIME_6 */

#pragma GCC visibility push(hidden)
#undef fp6_mul
#undef fp6_mul_two
#define fp6_mul     EC(fp6_mul_words)
#define fp6_mul_two EC(fp6_mul_two_words)
void fp6_mul(fp6 *r, const fp6 *a, const fp6 *b);
void fp6_mul_two(fp6 *r, const fp6 *a, const fp2 *b0, const fp2 *b1);
#pragma GCC visibility pop
#include "pairing/bls12/fp6.c"
#undef fp6_mul
#undef fp6_mul_two

static const mc_prime_6 prime_of_sums = PRIME_6;

#define WORDS(a) ((const uint64_t *)(a))

static void sum_of_two(fp2 *r, const fp2 *a, const fp2 *b, const fp2 *c, const fp2 *d)
{
    mc_fp2_mul_two_6_ifma((uint64_t *)r, WORDS(a), WORDS(b), WORDS(c), WORDS(d), &prime_of_sums);
}

/* r = a0 x + a1 y + a2 z. */
static void sum_of_three(fp2 *r, const fp6 *a, const fp2 *x, const fp2 *y, const fp2 *z)
{
    const uint64_t *const firsts[] = {WORDS(&a->c0), WORDS(&a->c1), WORDS(&a->c2)};
    const uint64_t *const seconds[] = {WORDS(x), WORDS(y), WORDS(z)};
    mc_fp2_mul_three_6_ifma((uint64_t *)r, firsts, seconds, &prime_of_sums);
}

static void mul_vectors(fp6 *r, const fp6 *a, const fp6 *b)
{
    fp2 b1_v3, b2_v3, c0, c1;
    fp2_mul_1_u(&b1_v3, &b->c1);
    fp2_mul_1_u(&b2_v3, &b->c2);
    sum_of_three(&c0, a, &b->c0, &b2_v3, &b1_v3);
    sum_of_three(&c1, a, &b->c1, &b->c0, &b2_v3);
    sum_of_three(&r->c2, a, &b->c2, &b->c1, &b->c0);
    r->c0 = c0;
    r->c1 = c1;
}

static void mul_two_vectors(fp6 *r, const fp6 *a, const fp2 *b0, const fp2 *b1)
{
    fp2 b1_v3, c0, c1;
    fp2_mul_1_u(&b1_v3, b1);
    sum_of_two(&c0, &a->c0, b0, &a->c2, &b1_v3);
    sum_of_two(&c1, &a->c0, b1, &a->c1, b0);
    sum_of_two(&r->c2, &a->c1, b1, &a->c2, b0);
    r->c0 = c0;
    r->c1 = c1;
}

/* a0^2 + a1^2 (1 + u) and 2 a0 a1, by a sum of two products and one product. */
static void sqr_4_vectors(mc_word *r0, mc_word *r1, const mc_word *a0, const mc_word *a1)
{
    fp2 twice, a1_s2;
    fp2_mul_1_u(&a1_s2, (const fp2 *)a1);
    fp2_add(&twice, (const fp2 *)a1, (const fp2 *)a1);
    sum_of_two((fp2 *)r0, (const fp2 *)a0, (const fp2 *)a0, (const fp2 *)a1, &a1_s2);
    fp2_mul((fp2 *)r1, (const fp2 *)a0, &twice);
}

/* The same by two products, the first of which is (a0 + a1) (a0 + a1 (1 + u)). */
static void sqr_4_words(mc_word *r0, mc_word *r1, const mc_word *a0, const mc_word *a1)
{
    fp2 product, s, t;
    fp2_mul(&product, (const fp2 *)a0, (const fp2 *)a1);
    fp2_add(&s, (const fp2 *)a0, (const fp2 *)a1);
    fp2_mul_1_u(&t, (const fp2 *)a1);
    fp2_add(&t, &t, (const fp2 *)a0);
    fp2_mul(&s, &s, &t);
    fp2_mul_1_u(&t, &product);
    fp2_sub(&s, &s, &product);
    fp2_sub((fp2 *)r0, &s, &t);
    fp2_add((fp2 *)r1, &product, &product);
}

typedef void square_4(mc_word *r0, mc_word *r1, const mc_word *a0, const mc_word *a1);
typedef void product(fp6 *r, const fp6 *a, const fp6 *b);
typedef void product_by_two(fp6 *r, const fp6 *a, const fp2 *b0, const fp2 *b1);
MC_BIND(EC(fp6_mul), product, mc_x86_64_has_ifma, mul_vectors, EC(fp6_mul_words), (fp6 * r, const fp6 *a, const fp6 *b),
        (r, a, b))
MC_BIND(EC(fp6_mul_two), product_by_two, mc_x86_64_has_ifma, mul_two_vectors, EC(fp6_mul_two_words),
        (fp6 * r, const fp6 *a, const fp2 *b0, const fp2 *b1), (r, a, b0, b1))
MC_BIND(FP(fp4_sqr_bound), square_4, mc_x86_64_has_ifma, sqr_4_vectors, sqr_4_words,
        (mc_word * r0, mc_word *r1, const mc_word *a0, const mc_word *a1), (r0, r1, a0, a1))
