/* Montgomery's multiplication in lanes. A number has k digits of d bits with M < 2^(d k - 1), one below the other in
 * vectors with a lane for each multiplication; the factor is 2^(d k). Row i adds a b_i + q M, and shifts by a digit:
 *
 *     T < 2 M after all rows, as T = (a b + q M) / 2^(d k) < (M^2 + 2^(d k) M) / 2^(d k), and 2 M < 2^(d k): k digits.
 *
 * Carries are not passed on until the end. A sum enters at the highest digit and leaves at the lowest, k rows later. In
 * each row it takes four halves below 2^52 (IFMA) or two products below 2^52 (digits of 26 bits), and at last a carry
 * below 2^40. So it is below (4 k + 1) 2^52 < 2^64 with k <= 1,000, and (2 k + 1) 2^52 with k <= 2,000: 52,000 bits. */
#ifndef MC_PARALLEL_LANES_KERNEL_H
#define MC_PARALLEL_LANES_KERNEL_H

#include <stddef.h>
#include <stdint.h>

#include "motecurve/parallel/lanes.h"

#define MC_LANES_MOST_BITS 51999

typedef struct mc_parallel_lanes_kernel {
    mc_parallel_lanes_kind kind;
    unsigned count, digit_bits;
    /* Vectors of `count` words: z, a, b, m, sums and differences of k; mu is -1/M modulo 2^digit_bits. */
    void (*multiply)(uint64_t *z, const uint64_t *a, const uint64_t *b, const uint64_t *m, uint64_t mu, size_t k,
                     uint64_t *sums, uint64_t *differences);
} mc_parallel_lanes_kernel;

#endif
