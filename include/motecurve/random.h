/* The caller's source of random octets: the library has none of its own. */
#ifndef MOTECURVE_RANDOM_H
#define MOTECURVE_RANDOM_H

#include <stddef.h>
#include <stdint.h>

/* Fills out with `bytes` unpredictable octets and returns 0; any other result reports a failure, which ends
 * the calling function with MC_ERROR_RANDOM. context is passed on as given. */
typedef int (*mc_random)(void *context, uint8_t *out, size_t bytes);

#endif
