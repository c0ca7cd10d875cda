/* ECMQV: key agreement that authenticates both parties by their static keys, without signatures (SEC 1, 3.4; SP
 * 800-56A, 5.7.2.3, with the cofactor). Each party has a static key pair, which the other knows to be its own, and an
 * ephemeral one, made for this agreement (mc_key_generate). The shared secret is the x-coordinate of the shared point,
 * big-endian, in mc_curve_field_bytes bytes; derive keys from it, never use it as one. */
#ifndef MOTECURVE_ECMQV_H
#define MOTECURVE_ECMQV_H

#include "motecurve/curve.h"

/* The shared point is h (d2 + a(Q2) d1) (P2 + a(P2) P1) with the own static key d1, the own ephemeral pair d2, Q2, the
 * peer's keys P1 and P2, and a(.) the lower half of x with a bit set above it.
 *
 * One pass, to a peer that is not there to answer: the peer's static pair takes the place of its ephemeral one. The
 * sender gives peer_static_key for peer_ephemeral_key, the receiver its own static pair as its ephemeral one.
 *
 * private_key_bytes is the length of each private key, public_key_bytes of each public key. All three public keys
 * are validated in full. Constant time in the private keys. Errors: those of mc_public_key_validate for the peer's
 * ephemeral, its static and the own ephemeral key, in that order; those of mc_public_key for both private keys;
 * MC_ERROR_SHARED_INFINITY; MC_ERROR_UNSUPPORTED for a null curve and for those of Montgomery and Edwards form. */
/*---
out: secret[field] secret
in: static_private_key[scalar] secret, ephemeral_private_key[scalar] secret, ephemeral_key[public_key],
  peer_static_key[public_key], peer_ephemeral_key[public_key]
errors: as mc_ecdh
---*/
MC_API MC_MUST_CHECK mc_status mc_ecmqv(uint8_t *secret, const uint8_t *static_private_key,
                                        const uint8_t *ephemeral_private_key, const uint8_t *ephemeral_key,
                                        const uint8_t *peer_static_key, const uint8_t *peer_ephemeral_key,
                                        size_t private_key_bytes, size_t public_key_bytes, const mc_curve *curve);

#endif
