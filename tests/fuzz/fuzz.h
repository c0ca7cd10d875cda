/* Common part of the fuzz targets: splitting an input, outputs of exact size, and ending a run.
 *
 * An input begins with a byte that chooses the curve, in the order of the build's list, and a byte of flags; a
 * target's first comment describes the rest. Every target compares with OpenSSL if OpenSSL knows the curve. */
#ifndef MC_FUZZ_H
#define MC_FUZZ_H

#include <openssl/ec.h>
#include <stddef.h>
#include <stdint.h>

#include "motecurve/curve.h"

typedef struct {
    const uint8_t *octets;
    size_t bytes;
    const mc_curve *curve;
    const EC_GROUP *group; /* OpenSSL's, or null */
    uint8_t flags;
} fuzz_input;

/* Runs a target on an input whose curve and flags are already read. */
void fuzz_one(fuzz_input *input);

/* The next bytes of the input, or null if fewer are left. */
const uint8_t *fuzz_take(fuzz_input *input, size_t bytes);
/* A buffer of that size, full of 0xaa, that lives until the next input. */
uint8_t *fuzz_output(size_t bytes);
/* A copy of bytes in such a buffer. */
uint8_t *fuzz_copy(const uint8_t *octets, size_t bytes);
/* Whether all bytes are 0. */
int fuzz_is_zero(const uint8_t *octets, size_t bytes);
/* Prints the condition that failed and the curve, and aborts. */
void fuzz_require(int holds, const char *what, const mc_curve *curve);
/* A random source that repeats the input's bytes, mixed with a counter. */
int fuzz_random(void *counter, uint8_t *out, size_t bytes);

#endif
