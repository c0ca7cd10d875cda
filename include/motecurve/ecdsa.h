/* ECDSA signatures (FIPS 186-5, 6; SEC 1, 4.1).
 *
 * A signature is r and then s, big-endian, in mc_curve_scalar_bytes bytes each. Functions sign a digest of any hash, of
 * 1 to MC_MAX_DIGEST_BYTES bytes, or a message, which they hash by SHA-256 or by the hash given. Of a digest the
 * leftmost bits count, as many as the order of the curve has. Beside the errors below, every function gives
 * MC_ERROR_UNSUPPORTED for a null curve and for curves of Montgomery and Edwards form. */
#ifndef MOTECURVE_ECDSA_H
#define MOTECURVE_ECDSA_H

#include "motecurve/curve.h"
#include "motecurve/hash.h"
#include "motecurve/random.h"

#define MC_MAX_DIGEST_BYTES 64

/* Sign with the nonce of RFC 6979, made from the private key and the digest by HMAC-SHA-256 whatever the digest's hash:
 * no source of random bytes is needed, and the same inputs give the same signature. Constant time but for the number
 * of nonces rejected for their size, which says nothing about the accepted one. Errors: those of mc_public_key,
 * MC_ERROR_DIGEST_LENGTH. */
/*---
out: signature[signature]
in: private_key[scalar] secret, digest
errors: as mc_public_key, DIGEST_LENGTH
---*/
MC_API MC_MUST_CHECK mc_status mc_ecdsa_sign_digest(uint8_t *signature, const uint8_t *private_key,
                                                    const uint8_t *digest, size_t private_key_bytes,
                                                    size_t digest_bytes, const mc_curve *curve);
/*---
out: signature[signature]
in: private_key[scalar] secret, message
errors: as mc_public_key
---*/
MC_API MC_MUST_CHECK mc_status mc_ecdsa_sign_message(uint8_t *signature, const uint8_t *private_key,
                                                     const uint8_t *message, size_t private_key_bytes,
                                                     size_t message_bytes, const mc_curve *curve);

/* The same with HMAC by the hash function given, which also makes the digest of the message. Other libraries with
 * RFC 6979 make the same signatures. Also MC_ERROR_UNSUPPORTED for a null hash. */
/*---
out: signature[signature]
in: private_key[scalar] secret, digest
errors: as mc_ecdsa_sign_digest
---*/
MC_API MC_MUST_CHECK mc_status mc_ecdsa_sign_digest_with_hash(uint8_t *signature, const uint8_t *private_key,
                                                              const uint8_t *digest, size_t private_key_bytes,
                                                              size_t digest_bytes, const mc_hash *hash,
                                                              const mc_curve *curve);
/*---
out: signature[signature]
in: private_key[scalar] secret, message
errors: as mc_public_key
---*/
MC_API MC_MUST_CHECK mc_status mc_ecdsa_sign_message_with_hash(uint8_t *signature, const uint8_t *private_key,
                                                               const uint8_t *message, size_t private_key_bytes,
                                                               size_t message_bytes, const mc_hash *hash,
                                                               const mc_curve *curve);

/* mc_ecdsa_sign_digest whose nonce also depends on 32 random bytes (RFC 6979, 3.6). Attacks by faults or measurements
 * that need the same nonce twice do not get it; a source that turns out poor does no harm. Also MC_ERROR_RANDOM if the
 * source fails. */
/*---
out: signature[signature]
in: private_key[scalar] secret, digest
errors: as mc_ecdsa_sign_digest, RANDOM
---*/
MC_API MC_MUST_CHECK mc_status mc_ecdsa_sign_digest_hedged(uint8_t *signature, const uint8_t *private_key,
                                                           const uint8_t *digest, size_t private_key_bytes,
                                                           size_t digest_bytes, mc_random random, void *context,
                                                           const mc_curve *curve);

/* With a random nonce. Use it where the standard forbids the others, with a source beyond doubt: whoever sees two
 * signatures with one nonce, or can guess a few bits of many, has the private key. Also MC_ERROR_RANDOM if the
 * source fails, repeats itself, or gives no nonce in many tries. */
/*---
out: signature[signature]
in: private_key[scalar] secret, digest
errors: as mc_ecdsa_sign_digest, RANDOM
---*/
MC_API MC_MUST_CHECK mc_status mc_ecdsa_sign_digest_random(uint8_t *signature, const uint8_t *private_key,
                                                           const uint8_t *digest, size_t private_key_bytes,
                                                           size_t digest_bytes, mc_random random, void *context,
                                                           const mc_curve *curve);

/* mc_ecdsa_sign_digest and mc_ecdsa_sign_digest_hedged, whose signature is verified with the public key before it is
 * given out: one wrong signature can tell the private key. Also the errors of mc_public_key_validate, and
 * MC_ERROR_FAULT if the signature is not valid, from a fault or for a public key that is not the private key's. */
/*---
out: signature[signature]
in: private_key[scalar] secret, public_key[public_key], digest
errors: as mc_ecdsa_sign_digest, as mc_public_key_validate, FAULT
---*/
MC_API MC_MUST_CHECK mc_status mc_ecdsa_sign_digest_checked(uint8_t *signature, const uint8_t *private_key,
                                                            const uint8_t *public_key, const uint8_t *digest,
                                                            size_t private_key_bytes, size_t public_key_bytes,
                                                            size_t digest_bytes, const mc_curve *curve);
/*---
out: signature[signature]
in: private_key[scalar] secret, public_key[public_key], digest
errors: as mc_ecdsa_sign_digest_checked, RANDOM
---*/
MC_API MC_MUST_CHECK mc_status mc_ecdsa_sign_digest_hedged_checked(uint8_t *signature, const uint8_t *private_key,
                                                                   const uint8_t *public_key, const uint8_t *digest,
                                                                   size_t private_key_bytes, size_t public_key_bytes,
                                                                   size_t digest_bytes, mc_random random, void *context,
                                                                   const mc_curve *curve);

/* MC_OK if the signature is valid, and then only. Everything here is public, and the time depends on it. Errors:
 * MC_ERROR_LENGTH, _SCALAR_ZERO or _SCALAR_RANGE for an r or s that is not from 1 to n - 1; MC_ERROR_DIGEST_LENGTH;
 * those of mc_public_key_validate; MC_ERROR_SIGNATURE. */
/*---
in: signature[signature], public_key[public_key], digest
errors: as mc_ecdsa_signature_validate, as mc_public_key_validate, DIGEST_LENGTH, SIGNATURE
---*/
MC_API MC_MUST_CHECK mc_status mc_ecdsa_verify_digest(const uint8_t *signature, const uint8_t *public_key,
                                                      const uint8_t *digest, size_t signature_bytes,
                                                      size_t public_key_bytes, size_t digest_bytes,
                                                      const mc_curve *curve);
/*---
in: signature[signature], public_key[public_key], message
errors: as mc_ecdsa_signature_validate, as mc_public_key_validate, SIGNATURE
---*/
MC_API MC_MUST_CHECK mc_status mc_ecdsa_verify_message(const uint8_t *signature, const uint8_t *public_key,
                                                       const uint8_t *message, size_t signature_bytes,
                                                       size_t public_key_bytes, size_t message_bytes,
                                                       const mc_curve *curve);
/* The message's digest by the hash function given. MC_ERROR_UNSUPPORTED for a null hash. */
/*---
in: signature[signature], public_key[public_key], message
errors: as mc_ecdsa_verify_message
---*/
MC_API MC_MUST_CHECK mc_status mc_ecdsa_verify_message_with_hash(const uint8_t *signature, const uint8_t *public_key,
                                                                 const uint8_t *message, size_t signature_bytes,
                                                                 size_t public_key_bytes, size_t message_bytes,
                                                                 const mc_hash *hash, const mc_curve *curve);

/* MC_OK if r and s are from 1 to n - 1, as in every signature, valid or not. Errors: MC_ERROR_LENGTH, _SCALAR_ZERO,
 * _SCALAR_RANGE. */
/*---
in: signature[signature]
errors: LENGTH, SCALAR_ZERO, SCALAR_RANGE
---*/
MC_API MC_MUST_CHECK mc_status mc_ecdsa_signature_validate(const uint8_t *signature, size_t signature_bytes,
                                                           const mc_curve *curve);

/* Malleability. With (r, s) the signature (r, n - s) is valid, too, for the same digest and key: whoever sees one can
 * write the other. mc_ecdsa_verify_... take both, as FIPS 186-5 and SEC 1 have it, so a signature cannot serve as the
 * name of a message. Where it must (Bitcoin's transactions, lists of messages seen before), the strict form allows only
 * the one of the two with s < n/2. Signers pass each signature through mc_ecdsa_signature_normalise. Verifiers call
 * mc_ecdsa_signature_validate_strict before any mc_ecdsa_verify_...; signatures in DER go through
 * mc_ecdsa_signature_from_der first, which accepts one encoding of each. */

/* normal = the one of the two signatures with s < n/2; it may be the signature. Constant time. An extension (batch.h)
 * belongs to the signature as it was made. Errors: those of mc_ecdsa_signature_validate. */
/*---
out: normal[signature]
in: signature[signature]
errors: as mc_ecdsa_signature_validate
---*/
MC_API MC_MUST_CHECK mc_status mc_ecdsa_signature_normalise(uint8_t *normal, const uint8_t *signature,
                                                            size_t signature_bytes, const mc_curve *curve);

/* MC_OK if s < n/2, too. Errors: those of mc_ecdsa_signature_validate, and MC_ERROR_HIGH_S. */
/*---
in: signature[signature]
errors: as mc_ecdsa_signature_validate, HIGH_S
---*/
MC_API MC_MUST_CHECK mc_status mc_ecdsa_signature_validate_strict(const uint8_t *signature, size_t signature_bytes,
                                                                  const mc_curve *curve);

/* mc_ecdsa_verify_digest of signatures in the strict form alone. Also MC_ERROR_HIGH_S. */
/*---
in: signature[signature], public_key[public_key], digest
errors: as mc_ecdsa_verify_digest, HIGH_S
---*/
MC_API MC_MUST_CHECK mc_status mc_ecdsa_verify_digest_strict(const uint8_t *signature, const uint8_t *public_key,
                                                             const uint8_t *digest, size_t signature_bytes,
                                                             size_t public_key_bytes, size_t digest_bytes,
                                                             const mc_curve *curve);

/* Bytes of the longest DER encoding of a signature of so many bytes. */
#define MC_DER_SIGNATURE_BYTES(signature_bytes) ((signature_bytes) + 9)

/* The signature in DER, as X.509 and OpenSSL have it (RFC 3279, 2.2.3: a SEQUENCE of the INTEGERs r and s). der has
 * MC_DER_SIGNATURE_BYTES(mc_curve_signature_bytes(curve)) bytes; *der_bytes are written, the others zeroed.
 * Errors: those of mc_ecdsa_signature_validate. */
/*---
out: der[MC_DER_SIGNATURE_BYTES(signature)], der_bytes
in: signature[signature]
errors: as mc_ecdsa_signature_validate
---*/
MC_API MC_MUST_CHECK mc_status mc_ecdsa_signature_to_der(uint8_t *der, size_t *der_bytes, const uint8_t *signature,
                                                         size_t signature_bytes, const mc_curve *curve);

/* The signature of its DER encoding. Each signature has one encoding; any other is refused. Errors: MC_ERROR_ENCODING
 * (another type, an indefinite length, an INTEGER without bytes), _LENGTH (an end before the lengths say), _TRAILING
 * (bytes after the SEQUENCE or, in it, after s), _NOT_MINIMAL; those of mc_ecdsa_signature_validate, with _SCALAR_RANGE
 * for negative numbers, too. */
/*---
out: signature[signature]
in: der
errors: as mc_ecdsa_signature_validate, ENCODING, TRAILING, NOT_MINIMAL
---*/
MC_API MC_MUST_CHECK mc_status mc_ecdsa_signature_from_der(uint8_t *signature, const uint8_t *der, size_t der_bytes,
                                                           const mc_curve *curve);

#endif
