/* Rows of Montgomery's multiplication in digits of 52 bits: all of them, or those of the lower digits of one factor. */
#ifndef MC_PARALLEL_MONTGOMERY_IFMA_H
#define MC_PARALLEL_MONTGOMERY_IFMA_H

#include <stdint.h>

#include "modmul/multiplier.h"

#define MC_PARALLEL_IFMA_BITS 52

typedef struct {
    size_t digits, vectors; /* k; V >= k / 8 */
    uint64_t mu;            /* -1/M modulo 2^52 */
    uint64_t *a, *b, *m;    /* 8 V digits; b eight more, which are 0 */
    void *t;                /* V + 1 vectors; the last stays 0 */
} mc_parallel_ifma;

void mc_parallel_ifma_prepare(mc_parallel_ifma *own, const mc_parallel_modulus *modulus, mc_parallel_arena *arena);

/* sum, n + 1 limbs, congruent to a B0 / 2^(52 rows) and below 2 M: B0 is the lower `rows` digits of b, at most k. */
void mc_parallel_ifma_rows(mp_limb_t *sum, const mc_parallel_ifma *own, const mp_limb_t *a, const mp_limb_t *b,
                           size_t rows, size_t n);

#endif
