/* The modulus M of n limbs, r^(n-1) < M < r^n, and two constants that hold those of every partial reduction:
 *
 *     mu = -1/M mod r^n;          -1/M mod r^t      is mu mod r^t, its lower t limbs
 *     nu = floor(r^(2n) / M);     floor(r^(n+t) / M) is floor(nu / r^(n-t)), its limbs from n - t on
 *
 * for t = 0 to n, since floor(floor(x) / k) is floor(x / k) for whole k. As M > r^(n-1), nu < r^(n+1). */
#ifndef MC_PARALLEL_MODULUS_H
#define MC_PARALLEL_MODULUS_H

#include "motecurve/parallel/modulus.h"

#include "limbs/arena.h"
#include "limbs/limbs.h"

struct mc_parallel_modulus {
    size_t n;
    mp_limb_t *m;  /* n limbs */
    mp_limb_t *mu; /* n limbs */
    mp_limb_t *nu; /* n + 1 limbs */
    mc_parallel_arena arena;
};

/* floor(r^(n+t) / M), t + 1 limbs. */
static inline const mp_limb_t *mc_parallel_nu(const mc_parallel_modulus *modulus, size_t t)
{
    return modulus->nu + (modulus->n - t);
}

/* Reads a number of n limbs. */
static inline void mc_parallel_read(mpz_t to, const mp_limb_t *from, size_t n)
{
    mpz_import(to, n, -1, sizeof *from, 0, 0, from);
}

/* Writes a number below r^n to n limbs. */
static inline void mc_parallel_write(mp_limb_t *to, const mpz_t from, size_t n)
{
    mpn_zero(to, (mp_size_t)n);
    mpz_export(to, NULL, -1, sizeof *to, 0, 0, from);
}

#endif
