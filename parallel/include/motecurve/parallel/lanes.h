/* Independent Montgomery multiplications modulo one number, side by side in the lanes of vector registers: eight with
 * AVX-512 IFMA, four with AVX2. Operands stay packed between multiplications. One thread; no engine. */
#ifndef MOTECURVE_PARALLEL_LANES_H
#define MOTECURVE_PARALLEL_LANES_H

#include <stdint.h>

#include "motecurve/parallel/modulus.h"

typedef enum {
    MC_PARALLEL_LANES_BEST, /* the widest that the processor has */
    MC_PARALLEL_LANES_IFMA, /* 8 lanes, digits of 52 bits */
    MC_PARALLEL_LANES_AVX2  /* 4 lanes, digits of 26 bits */
} mc_parallel_lanes_kind;

typedef struct mc_parallel_lanes mc_parallel_lanes;

/* The modulus must outlive it. It serves one call at a time. Errors: MC_PARALLEL_ERROR_PROCESSOR where the processor or
 * the build has no such instructions, _LONG above 52,000 bits, _MEMORY; *lanes is then null. */
MC_PARALLEL_API MC_PARALLEL_MUST_CHECK mc_parallel_status mc_parallel_lanes_new(mc_parallel_lanes **lanes,
                                                                                const mc_parallel_modulus *modulus,
                                                                                mc_parallel_lanes_kind kind);

MC_PARALLEL_API void mc_parallel_lanes_free(mc_parallel_lanes *lanes);

MC_PARALLEL_API mc_parallel_lanes_kind mc_parallel_lanes_kind_of(const mc_parallel_lanes *lanes);
MC_PARALLEL_API const char *mc_parallel_lanes_name(mc_parallel_lanes_kind kind); /* "ifma", "avx2", "best" */

/* How many multiplications are made at once: 8 or 4. */
MC_PARALLEL_API unsigned mc_parallel_lanes_count(const mc_parallel_lanes *lanes);

/* Words of 64 bits of packed operands, one for each lane. They begin at a multiple of 64 bytes. */
MC_PARALLEL_API size_t mc_parallel_lanes_words(const mc_parallel_lanes *lanes);

/* Packs one number for each lane, n limbs each, one after the other, in the form for multiplication; and back. Errors:
 * MC_PARALLEL_ERROR_LIMBS, _RANGE. */
MC_PARALLEL_API MC_PARALLEL_MUST_CHECK mc_parallel_status mc_parallel_lanes_pack(mc_parallel_lanes *lanes,
                                                                                 uint64_t *packed, const mp_limb_t *x,
                                                                                 size_t limbs);
MC_PARALLEL_API MC_PARALLEL_MUST_CHECK mc_parallel_status mc_parallel_lanes_unpack(mc_parallel_lanes *lanes,
                                                                                   mp_limb_t *x, const uint64_t *packed,
                                                                                   size_t limbs);

/* z = a b in each lane, packed and fully reduced; z may be a or b. */
MC_PARALLEL_API void mc_parallel_lanes_multiply(mc_parallel_lanes *lanes, uint64_t *z, const uint64_t *a,
                                                const uint64_t *b);

#endif
