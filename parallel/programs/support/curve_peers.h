/* Another library's multiplication of points, to be measured beside ours: OpenSSL's, where the build has found it. It
 * is in constant time, as is OpenSSL's choice for one point. */
#ifndef MC_PARALLEL_PROGRAMS_CURVE_PEERS_H
#define MC_PARALLEL_PROGRAMS_CURVE_PEERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct curve_peers curve_peers;

/* Room for the inputs 0 to count - 1 on the curve, by the name that it has in the library of curves. Null if OpenSSL
 * lacks it, or the build OpenSSL, or memory is not to be had. */
curve_peers *curve_peers_new(const char *curve, unsigned count);
void curve_peers_free(curve_peers *peers);

/* Sets an input: a scalar and a point as the library of curves encodes them. False if OpenSSL refuses them. */
bool curve_peers_set(curve_peers *peers, unsigned input, const uint8_t *scalar, size_t scalar_bytes,
                     const uint8_t *point, size_t point_bytes);

/* The product: the call that is measured. False on failure. */
bool curve_peers_multiply(curve_peers *peers, unsigned input);

/* Its x-coordinate, in as many bytes as a field element has. False on failure, as for infinity. */
bool curve_peers_x(const curve_peers *peers, unsigned input, uint8_t *x, size_t x_bytes);

#endif
