/* Sources of random bytes. */
#ifndef MOTECURVE_RANDOM_H
#define MOTECURVE_RANDOM_H

#include <stddef.h>
#include <stdint.h>

/* The caller's source, which calls that need one take. Fills out with `bytes` unpredictable bytes and returns 0; any
 * other result reports a failure, which ends the calling function with MC_ERROR_RANDOM. context is passed on as given.
 */
typedef int (*mc_random)(void *context, uint8_t *out, size_t bytes);

/* Where a build blinds secrets (docs/blinding.md), where its bytes for that come from: fills out with `bytes` bytes
 * that nobody can foresee and returns 0; any other result ends the calling function with MC_ERROR_RANDOM. On hosts the
 * library has it, from the system; a mote's firmware defines it. It is called from within calls of the library, once
 * for each multiplication by a secret or a little oftener, and must not call what draws from it again. */
int mc_blinding_random(uint8_t *out, size_t bytes);

#endif
