/* Sums of products in F_p2 = F_p(u), u^2 = -1, of a prime of 6 words, in vectors: r = a b, 12 words
 * each, c0 and then c1, in Montgomery form with R = 2^384. Inputs and r are below p; r may be an input. Constant time.
 */
#ifndef MC_PAIRING_FP2_6_IFMA_H
#define MC_PAIRING_FP2_6_IFMA_H

#include <stdint.h>

/* A prime below 2^381, in digits of 52 bits, lowest first. */
typedef struct {
    _Alignas(64) uint64_t n[8];      /* words, of which the highest two are 0 */
    _Alignas(64) uint64_t digits[8]; /* of n */
    _Alignas(64) uint64_t low[8];    /* 4 n^2, digits 0 to 7: 2^58 is added to each and 2^6 taken from the next */
    _Alignas(64) uint64_t high[8];   /* the same, digits 7 to 14; 0 in place of digit 7 */
    uint64_t minus_inverse;          /* -1 / n mod 2^52 */
} mc_prime_6;

#pragma GCC visibility push(hidden)
void mc_fp2_mul_6_ifma(uint64_t *r, const uint64_t *a, const uint64_t *b, const mc_prime_6 *p);
/* r = a b + c d, and r = a[0] b[0] + a[1] b[1] + a[2] b[2]. */
void mc_fp2_mul_two_6_ifma(uint64_t *r, const uint64_t *a, const uint64_t *b, const uint64_t *c, const uint64_t *d,
                           const mc_prime_6 *p);
void mc_fp2_mul_three_6_ifma(uint64_t *r, const uint64_t *const *a, const uint64_t *const *b, const mc_prime_6 *p);
#pragma GCC visibility pop

#endif
