/* An odd modulus, and the constants that reductions modulo it take. Nothing here is constant time: the library is for
 * measurements and for public numbers.
 *
 * Numbers are arrays of GMP's limbs, lowest first; r is the base, 2^GMP_NUMB_BITS, and n the number of limbs of M. */
#ifndef MOTECURVE_PARALLEL_MODULUS_H
#define MOTECURVE_PARALLEL_MODULUS_H

#include <gmp.h>

#include "motecurve/parallel/status.h"

typedef struct mc_parallel_modulus mc_parallel_modulus;

/* The modulus of `limbs` limbs, which are copied. Errors: MC_PARALLEL_ERROR_EVEN, _TINY, _TOP_LIMB, _MEMORY; *modulus
 * is then null. It is only read from then on: any number of threads may share it. */
MC_PARALLEL_API MC_PARALLEL_MUST_CHECK mc_parallel_status mc_parallel_modulus_new(mc_parallel_modulus **modulus,
                                                                                  const mp_limb_t *m, size_t limbs);

MC_PARALLEL_API void mc_parallel_modulus_free(mc_parallel_modulus *modulus);

/* n. */
MC_PARALLEL_API size_t mc_parallel_modulus_limbs(const mc_parallel_modulus *modulus);

#endif
