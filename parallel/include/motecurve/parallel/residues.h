/* Montgomery's multiplication in two residue number systems, whose residues lie in the lanes of vector registers
 * (AVX-512 IFMA). Operands stay residues between multiplications. One thread; no engine. */
#ifndef MOTECURVE_PARALLEL_RESIDUES_H
#define MOTECURVE_PARALLEL_RESIDUES_H

#include <stdint.h>

#include "motecurve/parallel/modulus.h"

typedef struct mc_parallel_residues mc_parallel_residues;

/* The modulus must outlive it. It serves one call at a time. Errors: MC_PARALLEL_ERROR_PROCESSOR where the processor or
 * the build has no such instructions, _LONG above 52,000 bits, _MEMORY; *residues is then null. */
MC_PARALLEL_API MC_PARALLEL_MUST_CHECK mc_parallel_status mc_parallel_residues_new(mc_parallel_residues **residues,
                                                                                   const mc_parallel_modulus *modulus);

MC_PARALLEL_API void mc_parallel_residues_free(mc_parallel_residues *residues);

/* Words of 64 bits of an operand. They begin at a multiple of 64 bytes. */
MC_PARALLEL_API size_t mc_parallel_residues_words(const mc_parallel_residues *residues);

/* Packs a number of n limbs below M in the form for multiplication; and back, fully reduced. Errors:
 * MC_PARALLEL_ERROR_LIMBS, _RANGE. */
MC_PARALLEL_API MC_PARALLEL_MUST_CHECK mc_parallel_status mc_parallel_residues_pack(mc_parallel_residues *residues,
                                                                                    uint64_t *packed,
                                                                                    const mp_limb_t *x, size_t limbs);
MC_PARALLEL_API MC_PARALLEL_MUST_CHECK mc_parallel_status mc_parallel_residues_unpack(mc_parallel_residues *residues,
                                                                                      mp_limb_t *x,
                                                                                      const uint64_t *packed,
                                                                                      size_t limbs);

/* z = a b, packed; z may be a or b. A number may have several forms: unpacked it is one. */
MC_PARALLEL_API void mc_parallel_residues_multiply(mc_parallel_residues *residues, uint64_t *z, const uint64_t *a,
                                                   const uint64_t *b);

#endif
