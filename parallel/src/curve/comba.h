/* Squares by columns (Comba 1990), then reduced as the form asks. */
#ifndef MC_PARALLEL_COMBA_H
#define MC_PARALLEL_COMBA_H

#include "modulus/modulus.h"

typedef struct {
    size_t scale;               /* the factor is r^scale */
    mp_limb_t *wide, *quotient; /* 2 n + 1 and n + 2 limbs */
} mc_parallel_comba;

/* z = a^2 / r^scale modulo the modulus; z may be a. */
void mc_parallel_square_comba(const mc_parallel_comba *comba, const mc_parallel_modulus *modulus, mp_limb_t *z,
                              const mp_limb_t *a);

#endif
