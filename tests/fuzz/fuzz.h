/* What the fuzz targets share: taking an input apart, outputs of exact size, and what ends a run.
 *
 * An input begins with an octet that chooses the curve, in the order of the build's list, and one of flags; a target's
 * first comment says what follows. Every target compares with OpenSSL where that knows the curve. */
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

/* What a target does with an input whose curve and flags are taken. */
void fuzz_one(fuzz_input *input);

/* The next octets of the input, or null if fewer are left. */
const uint8_t *fuzz_take(fuzz_input *input, size_t bytes);
/* A buffer of that size, full of 0xaa, that lives until the next input. */
uint8_t *fuzz_output(size_t bytes);
/* A copy of octets in such a buffer. */
uint8_t *fuzz_copy(const uint8_t *octets, size_t bytes);
/* Whether all octets are 0. */
int fuzz_is_zero(const uint8_t *octets, size_t bytes);
/* Says what does not hold, on which curve, and aborts. */
void fuzz_require(int holds, const char *what, const mc_curve *curve);
/* A random source that repeats the input's octets, turned about by a counter. */
int fuzz_random(void *counter, uint8_t *out, size_t bytes);

/* OpenSSL's group of the curve, or null if it has none with that generator. */
const EC_GROUP *peer_group(const mc_curve *curve);
/* OpenSSL's point of an encoding, to be freed, or null if it refuses it; the point may be infinity. */
EC_POINT *peer_point(const EC_GROUP *group, const uint8_t *encoded, size_t bytes);
/* Whether the group's order annihilates the point, and it is not infinity. */
int peer_in_subgroup(const EC_GROUP *group, const EC_POINT *point);
/* OpenSSL's key with the point, to be freed. */
EC_KEY *peer_public_key(const EC_GROUP *group, const EC_POINT *point);

#endif
