/* Key pairs: generation, the public key of a private key, validation of a public key.
 *
 * A private key is an integer d with 1 <= d < n, big-endian, in mc_curve_scalar_bytes bytes. A public key
 * is the point d G as SEC 1, 2.3.3 encodes it without compression, in mc_curve_public_key_bytes bytes:
 * 0x04, x, y, the coordinates big-endian. (point.h reads and writes its other forms.)
 *
 * On Curve25519 and Curve448 keys are those of X25519 and X448 (RFC 7748): any 32 or 56 bytes are a private key, which
 * is made a scalar where it is used, and a public key is a coordinate u, little-endian.
 *
 * On Ed25519 and Ed448 keys are those of EdDSA (RFC 8032; eddsa.h): any 32 or 57 bytes are a private key, whose hash
 * gives the scalar, and a public key is a point's y, little-endian, with a bit of x.
 *
 * Every function gives MC_ERROR_UNSUPPORTED for a null curve, as a failed mc_curve_find returns, and for other Edwards
 * curves. */
#ifndef MOTECURVE_KEY_H
#define MOTECURVE_KEY_H

#include "motecurve/curve.h"
#include "motecurve/random.h"

/* Draws a key pair. Constant time but for the number of candidates drawn, which says nothing about the accepted
 * one. Errors: MC_ERROR_RANDOM if the source fails, repeats itself, or gives no candidate below n in
 * many tries (on Montgomery and Edwards curves the first is taken). */
/*---
out: private_key[scalar] secret, public_key[public_key]
errors: RANDOM
---*/
MC_API MC_MUST_CHECK mc_status mc_key_generate(uint8_t *private_key, uint8_t *public_key, mc_random random,
                                               void *context, const mc_curve *curve);

/* Computes the public key of a private key. Constant time. Errors: MC_ERROR_LENGTH, _SCALAR_ZERO,
 * _SCALAR_RANGE. (Of Curve448 one private key, 4 n, has no public key: MC_ERROR_SCALAR_ZERO.) */
/*---
out: public_key[public_key]
in: private_key[scalar] secret
errors: LENGTH, SCALAR_ZERO, SCALAR_RANGE
---*/
MC_API MC_MUST_CHECK mc_status mc_public_key(uint8_t *public_key, const uint8_t *private_key, size_t private_key_bytes,
                                             const mc_curve *curve);

/* MC_OK if the encoding is of a point of the prime-order subgroup other than infinity. Errors:
 * MC_ERROR_LENGTH, _ENCODING, _COORDINATE_RANGE, _INFINITY, _NOT_ON_CURVE, _SUBGROUP. On Curve25519 and Curve448 MC_OK
 * if it is u of a point of the curve or its twist that has no small order; errors: MC_ERROR_LENGTH, _SUBGROUP. On
 * Ed25519 and Ed448 the errors are MC_ERROR_LENGTH, _COORDINATE_RANGE, _NOT_ON_CURVE, _Y_BIT, _INFINITY, _SUBGROUP. */
/*---
in: public_key[public_key]
errors: LENGTH, ENCODING, COORDINATE_RANGE, INFINITY, NOT_ON_CURVE, SUBGROUP, Y_BIT
---*/
MC_API MC_MUST_CHECK mc_status mc_public_key_validate(const uint8_t *public_key, size_t public_key_bytes,
                                                      const mc_curve *curve);

#endif
