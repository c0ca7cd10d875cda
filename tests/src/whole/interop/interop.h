/* Another library, for the same work on the same bytes as the public interface's. tests/src/whole/interop/<library>.c
 * fills in interop_peer, and interop.c compares, on every curve that both have. */
#ifndef MC_INTEROP_H
#define MC_INTEROP_H

#include <stddef.h>
#include <stdint.h>

#include "motecurve/curve.h"

/* Functions return 1 if they succeed, else 0; functions that a library does not have are null. Sizes are those of the
 * curve; digests have INTEROP_DIGEST_BYTES bytes. On Edwards curves a message of that size is signed. */
#define INTEROP_DIGEST_BYTES 32
typedef struct {
    const char *name;
    /* Selects a curve by its name, or says that the library does not have it. */
    int (*choose)(const mc_curve *curve);
    int (*public_key)(uint8_t *public_key, const uint8_t *private_key);
    int (*agree)(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key);
    int (*sign)(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest);
    int (*verify)(const uint8_t *signature, const uint8_t *public_key, const uint8_t *digest);
} interop_peer;

extern const interop_peer interop_the_peer;

/* Whether the curve has one of the names, which end with null; and its form by its kinds of keys. */
int interop_is_one_of(const mc_curve *curve, const char *const *names);
int interop_is_montgomery(const mc_curve *curve);
int interop_is_edwards(const mc_curve *curve);

#endif
