/* GLS254: key agreement on a binary curve over F_2^254 with an endomorphism, at 126 bits of security (Pornin 2023,
 * eprint 2023/1688; docs/arithmetic/gls254.md). For a library that was built with MC_GLS254=ON.
 *
 * Bytes: all are little-endian, as in the specification. A private key is a number from 1 to the order less 1. A public
 * key, and a shared secret, is an element of the group of prime order: every element has one encoding, and every other
 * string of bytes is refused: MC_ERROR_LENGTH, _COORDINATE_RANGE (bit 127 or 255 is set), _NOT_ON_CURVE, _INFINITY (the
 * neutral element, 32 bytes of 0). There is no cofactor to think of. Constant time in keys and points, but for errors;
 * outputs are zero after an error. */
#ifndef MOTECURVE_GLS_GLS254_H
#define MOTECURVE_GLS_GLS254_H

#include <stddef.h>
#include <stdint.h>

#include "motecurve/api.h"
#include "motecurve/status.h"

#define MC_GLS254_KEY_BYTES 32 /* of private and public keys, and of secrets */

MC_API MC_MUST_CHECK mc_status mc_gls254_public_key_check(const uint8_t *public_key, size_t public_key_bytes);

/* MC_ERROR_SCALAR_ZERO, MC_ERROR_SCALAR_RANGE for a private key out of its range. */
MC_API MC_MUST_CHECK mc_status mc_gls254_public_key(uint8_t *public_key, const uint8_t *private_key,
                                                    size_t private_key_bytes);

/* The shared element itself: derive keys from it, and from both public keys, by a hash (kdf.h). */
MC_API MC_MUST_CHECK mc_status mc_gls254_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key,
                                              size_t private_key_bytes, size_t peer_key_bytes);

#endif
