/* Modular arithmetic in assembly for AArch64, words of 64 bits: the kernels that meta.h lists, each for one prime p of
 * n words.
 *
 *   mc_montgomery_mul_<field>(r, a, b)     r = a b / 2^(64 n) mod p
 *   mc_montgomery_sqr_<field>(r, a)        r = a^2 / 2^(64 n) mod p
 *   mc_modular_add_<field>(r, a, b), mc_modular_sub_<field>(r, a, b)
 *   mc_modular_mul_<field>(r, a, b), mc_modular_sqr_<field>(r, a)
 *                                          the same product in plain form, of any a and b of n words
 *   mc_ladder_steps_<field>(points, x, k, bits, a24)
 *                                          steps of the ladder as in scalar/scalar.h, one for each of so many bits of
 *                                          k, at least one; a step exchanges the points if its bit differs from the
 *                                          one above it, the first if its bit is 1
 *   mc_jacobian_double_<field>(r, p)       r = 2 p in Jacobian coordinates, on curves with the a of meta.h
 *   mc_jacobian_add_<field>(r, p, q)       r = p + q, q affine; 0 for p = q, else another number
 *
 * Other a and b, and r, are below p; r may be a or b, or p of points. Constant time. Every AArch64 has their
 * instructions. */
#ifndef MC_NATIVE_AARCH64_MONTGOMERY_H
#define MC_NATIVE_AARCH64_MONTGOMERY_H

#include <stdint.h>

#include "native/aarch64/meta.h"

typedef void mc_modular_mul_prime(uint64_t *r, const uint64_t *a, const uint64_t *b);
typedef void mc_modular_sqr_prime(uint64_t *r, const uint64_t *a);
typedef void mc_ladder_steps_prime(uint64_t *points, const uint64_t *x, const uint64_t *k, uint64_t bits, uint32_t a24);
typedef void mc_jacobian_double_prime(uint64_t *r, const uint64_t *p);
typedef uint64_t mc_jacobian_add_prime(uint64_t *r, const uint64_t *p, const uint64_t *q);

#pragma GCC visibility push(hidden)
#define MC_DECLARE_PRIME(field)                                                                                        \
    mc_modular_mul_prime mc_montgomery_mul_##field, mc_modular_add_##field, mc_modular_sub_##field;                    \
    mc_modular_sqr_prime mc_montgomery_sqr_##field;                                                                    \
    mc_jacobian_double_prime mc_jacobian_double_##field;                                                               \
    mc_jacobian_add_prime mc_jacobian_add_##field;
MC_AARCH64_PRIMES(MC_DECLARE_PRIME)
#undef MC_DECLARE_PRIME
mc_modular_mul_prime mc_modular_mul_fp255;
mc_modular_sqr_prime mc_modular_sqr_fp255;
mc_ladder_steps_prime mc_ladder_steps_fp255;
#pragma GCC visibility pop

/* The kernel of points of a field. */
#define MC_POINT_KERNEL(name, field) MC_CONCATENATE(name, field)

#endif
