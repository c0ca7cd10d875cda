/* EC-Schnorr signatures: EC-SDSA (BSI TR-03111 v2.1, 4.2.3; ISO/IEC 14888-3) and its optimised form.
 *
 * With the nonce k and R = k G: r = H(x || y || M), the coordinates of R in mc_curve_field_bytes bytes each, and
 * s = k + r d mod n, where r counts as the integer of all its bytes. A signature is r as the hash function gives it
 * (mc_hash_digest_bytes) and then s in mc_curve_scalar_bytes bytes, big-endian. The optimised form hashes x || M: one
 * coordinate less, and not a signature of the other form.
 *
 * Every function gives MC_ERROR_UNSUPPORTED for a null hash, an unknown form, a null curve and curves of Montgomery and
 * Edwards form. */
#ifndef MOTECURVE_SCHNORR_H
#define MOTECURVE_SCHNORR_H

#include "motecurve/curve.h"
#include "motecurve/hash.h"
#include "motecurve/random.h"

#define MC_MAX_SCHNORR_SIGNATURE_BYTES (MC_HASH_MAX_DIGEST_BYTES + MC_MAX_SCALAR_BYTES)

typedef enum {
    MC_SCHNORR_SDSA = 0,     /* r = H(x || y || M) */
    MC_SCHNORR_OPTIMISED = 1 /* r = H(x || M) */
} mc_schnorr_form;

/* Sign with a nonce made from the private key and the message: RFC 6979 with HMAC-SHA-256, h1 = H(M) and, as its
 * additional data (3.6), 72 bytes: "EC-SDSA", the form, H(M), zeros. ECDSA has none there, or 32, so that one key may
 * serve both: a nonce used in both would tell it. Constant time but for the number of nonces rejected. Errors: those of
 * mc_public_key. */
/*---
out: signature[digest + scalar]
in: private_key[scalar] secret, message
errors: as mc_public_key
---*/
MC_API MC_MUST_CHECK mc_status mc_schnorr_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                                               size_t private_key_bytes, size_t message_bytes, mc_schnorr_form form,
                                               const mc_hash *hash, const mc_curve *curve);

/* The same with a random nonce. Also MC_ERROR_RANDOM if the source fails, repeats itself, or gives no nonce in many
 * tries. */
/*---
out: signature[digest + scalar]
in: private_key[scalar] secret, message
errors: as mc_schnorr_sign, RANDOM
---*/
MC_API MC_MUST_CHECK mc_status mc_schnorr_sign_random(uint8_t *signature, const uint8_t *private_key,
                                                      const uint8_t *message, size_t private_key_bytes,
                                                      size_t message_bytes, mc_schnorr_form form, const mc_hash *hash,
                                                      mc_random random, void *context, const mc_curve *curve);

/* mc_schnorr_sign, whose signature is verified with the public key before it is given out: one wrong signature can tell
 * the private key. Also the errors of mc_public_key_validate, and MC_ERROR_FAULT if the signature is not valid, from a
 * fault or for a public key that is not the private key's. */
/*---
out: signature[digest + scalar]
in: private_key[scalar] secret, public_key[public_key], message
errors: as mc_schnorr_sign, as mc_public_key_validate, FAULT
---*/
MC_API MC_MUST_CHECK mc_status mc_schnorr_sign_checked(uint8_t *signature, const uint8_t *private_key,
                                                       const uint8_t *public_key, const uint8_t *message,
                                                       size_t private_key_bytes, size_t public_key_bytes,
                                                       size_t message_bytes, mc_schnorr_form form, const mc_hash *hash,
                                                       const mc_curve *curve);

/* MC_OK if the signature is valid, and then only. Everything here is public, and the time depends on it. Errors:
 * MC_ERROR_LENGTH; MC_ERROR_SCALAR_ZERO for r = 0 mod n or s = 0; MC_ERROR_SCALAR_RANGE for s >= n; those of
 * mc_public_key_validate; MC_ERROR_SIGNATURE. */
/*---
in: signature[digest + scalar], public_key[public_key], message
errors: as mc_ecdsa_signature_validate, as mc_public_key_validate, SIGNATURE
---*/
MC_API MC_MUST_CHECK mc_status mc_schnorr_verify(const uint8_t *signature, const uint8_t *public_key,
                                                 const uint8_t *message, size_t signature_bytes,
                                                 size_t public_key_bytes, size_t message_bytes, mc_schnorr_form form,
                                                 const mc_hash *hash, const mc_curve *curve);

#endif
