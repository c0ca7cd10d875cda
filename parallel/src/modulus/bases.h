/* Bases of residue number systems: primes, and constants modulo them. */
#ifndef MC_PARALLEL_BASES_H
#define MC_PARALLEL_BASES_H

#include "modulus/modulus.h"

static inline mp_limb_t mc_parallel_multiply_modulo(mp_limb_t a, mp_limb_t b, mp_limb_t m)
{
    return (mp_limb_t)((mc_limb_pair)a * b % m);
}

/* m is prime, and does not divide a. */
mp_limb_t mc_parallel_invert_modulo(mp_limb_t a, mp_limb_t m);

/* The product of all numbers but number `but`, modulo m. */
mp_limb_t mc_parallel_product_modulo(const mp_limb_t *numbers, size_t count, size_t but, mp_limb_t m);

/* The greatest primes up to `greatest`, which is odd, that do not divide M: k for each base, by turns. */
void mc_parallel_find_bases(mp_limb_t *a, mp_limb_t *b, size_t k, mp_limb_t greatest,
                            const mc_parallel_modulus *modulus);

/* row[stride i] = factor times the product of all numbers but number i, modulo m. */
void mc_parallel_cofactors(mp_limb_t *row, size_t stride, const mp_limb_t *numbers, size_t count, mp_limb_t factor,
                           mp_limb_t m);

/* The product of all numbers. */
void mc_parallel_whole(mpz_t product, const mp_limb_t *numbers, size_t count);

#endif
