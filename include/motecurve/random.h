/* Sources of random bytes. */
#ifndef MOTECURVE_RANDOM_H
#define MOTECURVE_RANDOM_H

#include <stddef.h>
#include <stdint.h>

/* The caller's source, which calls that need one take. Fills out with `bytes` unpredictable bytes and returns 0; any
 * other result reports a failure, which ends the calling function with MC_ERROR_RANDOM, and so does a null source.
 * context is passed on as given (docs/use/random-sources.md has such cases). */
typedef int (*mc_random)(void *context, uint8_t *out, size_t bytes);

/* The source of random bytes for builds that blind secrets (docs/protection/blinding.md). Fills out with `bytes` bytes
 * that nobody can foresee and returns 0; any other result ends the calling function with MC_ERROR_RANDOM. On hosts the
 * library defines it and asks the system; on a mote the firmware defines it. The library calls it once for each
 * multiplication by a secret, or a little oftener. It must not call a function that draws from it again. */
int mc_blinding_random(uint8_t *out, size_t bytes);

#endif
