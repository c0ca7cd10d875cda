/* Eight ladders on Curve25519 side by side, in the lanes of AVX-512 registers, for protocol/batch/batch_ecdh.c. */
#ifndef MC_NATIVE_X86_64_LADDER_EIGHT_H
#define MC_NATIVE_X86_64_LADDER_EIGHT_H

#include <stdint.h>

/* Numbers of 256 bits: word i of number j is [i][j]. */
#define MC_EIGHT 8
typedef uint64_t mc_eight_numbers[4][MC_EIGHT];

/* The x-coordinates of k P in projective form, x / z, both below p; z = 0 for infinity. */
typedef struct {
    mc_eight_numbers x, z;
} mc_eight_fractions;

/* r = k times the points with these u, any numbers below 2^255, and *done = 1; or *done = 0 and nothing else where the
 * processor lacks AVX-512 IFMA. Each k is below 2^255, and even. Bound when the program is loaded. Constant time. */
typedef void mc_ladders(uint8_t *done, mc_eight_fractions *r, mc_eight_numbers k, mc_eight_numbers u);
#pragma GCC visibility push(hidden)
mc_ladders mc_ladder_eight;
#pragma GCC visibility pop

#endif
