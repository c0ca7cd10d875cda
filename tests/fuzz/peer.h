/* OpenSSL as the other side of every comparison. */
#ifndef MC_FUZZ_PEER_H
#define MC_FUZZ_PEER_H

#include <openssl/ec.h>
#include <stddef.h>
#include <stdint.h>

#include "motecurve/curve.h"

/* OpenSSL's group of the curve, or null if it has none with that generator. */
const EC_GROUP *peer_group(const mc_curve *curve);
/* OpenSSL's point of an encoding, which the caller frees, or null if it refuses the encoding; the point may be
   infinity. */
EC_POINT *peer_point(const EC_GROUP *group, const uint8_t *encoded, size_t bytes);
/* Whether the group's order annihilates the point and it is not infinity. */
int peer_in_subgroup(const EC_GROUP *group, const EC_POINT *point);
/* OpenSSL's key with the point, which the caller frees. */
EC_KEY *peer_public_key(const EC_GROUP *group, const EC_POINT *point);

#endif
