/* Elliptic-curve Diffie-Hellman. The shared secret is the x-coordinate of the shared point, big-endian, in
 * mc_curve_field_bytes bytes; derive keys from it, never use it as one.
 *
 * All functions validate the peer's key in full, as mc_public_key_validate does, before they use the
 * private key, and are constant time in it. Errors: those of mc_public_key (private key) and of
 * mc_public_key_validate (peer's key), MC_ERROR_SHARED_INFINITY, MC_ERROR_UNSUPPORTED for a null curve and for Edwards
 * curves.
 *
 * On Curve25519 and Curve448 all are X25519 or X448 (RFC 7748, 6): the secret is u, little-endian. Of the peer's key
 * only the length is checked, and the secret is: MC_ERROR_LENGTH, and MC_ERROR_SHARED_INFINITY if it is zero, as for
 * all points of small order. */
#ifndef MOTECURVE_ECDH_H
#define MOTECURVE_ECDH_H

#include "motecurve/curve.h"

/* SEC 1, 3.3.1: the shared point is d Q. OpenSSL's default. */
/*---
out: secret[field] secret
in: private_key[scalar] secret, peer_key[public_key]
errors: as mc_public_key, as mc_public_key_validate, SHARED_INFINITY
---*/
MC_API MC_MUST_CHECK mc_status mc_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key,
                                       size_t private_key_bytes, size_t peer_key_bytes, const mc_curve *curve);

/* SEC 1, 3.3.2 and SP 800-56A, 5.7.1.2: the shared point is h d Q with the cofactor h. */
/*---
out: secret[field] secret
in: private_key[scalar] secret, peer_key[public_key]
errors: as mc_ecdh
---*/
MC_API MC_MUST_CHECK mc_status mc_ecdh_cofactor(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key,
                                                size_t private_key_bytes, size_t peer_key_bytes, const mc_curve *curve);

/* mc_ecdh for a key that is used again, on a board whose supply or clock somebody may disturb: computed twice, in twice
 * the time, and given out if both agree. One faulty secret would tell digits of the private key
 * (docs/protection/faults.md). Also MC_ERROR_FAULT if they differ. */
/*---
out: secret[field] secret
in: private_key[scalar] secret, peer_key[public_key]
errors: as mc_ecdh, FAULT
---*/
MC_API MC_MUST_CHECK mc_status mc_ecdh_checked(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key,
                                               size_t private_key_bytes, size_t peer_key_bytes, const mc_curve *curve);

#endif
