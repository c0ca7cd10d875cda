/* EdDSA signatures (RFC 8032; FIPS 186-5, 7) on Ed25519, with SHA-512, and Ed448, with SHAKE256 (key.h has keys).
 *
 * A signature is R, a point encoded as a public key is, and then S, little-endian: mc_curve_signature_bytes bytes.
 * Signing needs no random bytes; the same inputs give the same signature. It is constant time, and takes the message
 * twice: wherever that lies, no copy is made, and the signature, which may lie in it, is written last.
 *
 *   these functions       on Ed25519 are          on Ed448
 *   mc_eddsa_*            Ed25519                 Ed448 with an empty context
 *   mc_eddsa_*_context    Ed25519ctx              Ed448; an empty context is the same as none on both
 *   mc_eddsa_*_digest     Ed25519ph               Ed448ph
 *   mc_eddsa_*_read       Ed25519, Ed25519ctx     Ed448
 *
 * A context is at most MC_EDDSA_MAX_CONTEXT_BYTES bytes that name the purpose of a signature: under another context it
 * is not valid. A digest is MC_EDDSA_DIGEST_BYTES bytes of SHA-512 or, on Ed448, of SHAKE256, and a signature of it is
 * not one of the message. Prefer signatures of messages: they are valid even where the hash has collisions.
 *
 * What is valid. S is below the order n of the group; public key and R are encoded in the one way that a point has; the
 * public key's order does not divide the cofactor h; and h (S G - k A - R) = 0. RFC 8032 (5.1.7, 5.2.7) and FIPS 186-5
 * (7.7) demand this equation, and it is the one that can be verified for many signatures at once with the same result
 * (batch.h; Chalkias, Garillot and Nikolaenko, Taming the many EdDSAs, 2020, Algorithm 2). OpenSSL (for Ed25519),
 * BoringSSL and libsodium demand S G - k A = R: a signature that is valid there is valid here. The converse fails only
 * for signatures that the owner of the key made so, by adding a point of small order to R or to the key; of these
 * nobody else can make one, and no valid signature can be changed into another. The public key is not multiplied by n,
 * which would take half as long again: mc_public_key_validate does that, once for a key.
 *
 * Other errors than those below: MC_ERROR_UNSUPPORTED for a null curve and for all others than these two. */
#ifndef MOTECURVE_EDDSA_H
#define MOTECURVE_EDDSA_H

#include "motecurve/curve.h"

#define MC_EDDSA_MAX_CONTEXT_BYTES 255
#define MC_EDDSA_DIGEST_BYTES      64
#define MC_EDDSA_CHECK_BYTES       16

/* Bytes of an expanded key, by those of the private key: 112 on Ed25519, 187 on Ed448. */
#define MC_EDDSA_EXPANDED_KEY_BYTES(private_key_bytes) (3 * (private_key_bytes) + MC_EDDSA_CHECK_BYTES)

/* The caller's reader of a message that does not lie in memory: writes the message's bytes from `offset` on, so many
 * as are asked for, and returns 0; any other result reports a failure, which ends the calling function with
 * MC_ERROR_READER. It is called from the first byte to the last, for at most MC_READ_BYTES at a time. context is
 * passed on as given. */
#define MC_READ_BYTES 32
typedef int (*mc_reader)(void *context, uint8_t *out, size_t offset, size_t bytes);

/* Sign. The public key is computed anew, for whoever can have two public keys used with one private key has the private
 * key. Errors: MC_ERROR_LENGTH (private key), _CONTEXT_LENGTH, _DIGEST_LENGTH, _READER. */
/*---
out: signature[signature]
in: private_key[scalar] secret, message
errors: LENGTH
---*/
MC_API MC_MUST_CHECK mc_status mc_eddsa_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                                             size_t private_key_bytes, size_t message_bytes, const mc_curve *curve);
/*---
out: signature[signature]
in: private_key[scalar] secret, message, context
errors: LENGTH, CONTEXT_LENGTH
---*/
MC_API MC_MUST_CHECK mc_status mc_eddsa_sign_context(uint8_t *signature, const uint8_t *private_key,
                                                     const uint8_t *message, const uint8_t *context,
                                                     size_t private_key_bytes, size_t message_bytes,
                                                     size_t context_bytes, const mc_curve *curve);
/*---
out: signature[signature]
in: private_key[scalar] secret, digest[MC_EDDSA_DIGEST_BYTES], context
errors: LENGTH, CONTEXT_LENGTH, DIGEST_LENGTH
---*/
MC_API MC_MUST_CHECK mc_status mc_eddsa_sign_digest(uint8_t *signature, const uint8_t *private_key,
                                                    const uint8_t *digest, const uint8_t *context,
                                                    size_t private_key_bytes, size_t digest_bytes, size_t context_bytes,
                                                    const mc_curve *curve);
/* The message is read twice, and must be the same both times: a message that changes in between gives the private key
 * away. reader_context is the reader's. */
/*---
out: signature[signature]
in: private_key[scalar] secret, context
errors: LENGTH, CONTEXT_LENGTH, READER
---*/
MC_API MC_MUST_CHECK mc_status mc_eddsa_sign_read(uint8_t *signature, const uint8_t *private_key,
                                                  const uint8_t *context, size_t private_key_bytes,
                                                  size_t message_bytes, size_t context_bytes, mc_reader reader,
                                                  void *reader_context, const mc_curve *curve);

/* mc_eddsa_sign, whose signature is verified with the public key before it is given out: one wrong signature can tell
 * the private key. Also the errors of mc_eddsa_verify for the public key, and MC_ERROR_FAULT if the signature is not
 * valid, from a fault or for a public key that is not the private key's. */
/*---
out: signature[signature]
in: private_key[scalar] secret, public_key[public_key], message
errors: LENGTH, COORDINATE_RANGE, NOT_ON_CURVE, Y_BIT, INFINITY, SUBGROUP, FAULT
---*/
MC_API MC_MUST_CHECK mc_status mc_eddsa_sign_checked(uint8_t *signature, const uint8_t *private_key,
                                                     const uint8_t *public_key, const uint8_t *message,
                                                     size_t private_key_bytes, size_t public_key_bytes,
                                                     size_t message_bytes, const mc_curve *curve);

/* Who signs often expands the key once, and keeps the public key with it: then a signature takes one multiplication
 * instead of two. An expanded key is as secret as the private key. It is the private key's hash, the public key (at
 * 2 private_key_bytes), and a check of both, without which a public key that changes in memory would give the private
 * key away by two signatures of one message. Errors: MC_ERROR_LENGTH. */
/*---
out: expanded_key[MC_EDDSA_EXPANDED_KEY_BYTES(scalar)]
in: private_key[scalar] secret
errors: LENGTH
---*/
MC_API MC_MUST_CHECK mc_status mc_eddsa_key_expand(uint8_t *expanded_key, const uint8_t *private_key,
                                                   size_t private_key_bytes, const mc_curve *curve);

/* The signature of mc_eddsa_sign_context with the private key; of mc_eddsa_sign, where the context is empty. Constant
 * time. Errors: MC_ERROR_LENGTH (expanded key), _CONTEXT_LENGTH; MC_ERROR_FAULT for a key that mc_eddsa_key_expand did
 * not make for this curve. */
/*---
out: signature[signature]
in: expanded_key[MC_EDDSA_EXPANDED_KEY_BYTES(scalar)] secret, message, context
errors: LENGTH, CONTEXT_LENGTH, FAULT
---*/
MC_API MC_MUST_CHECK mc_status mc_eddsa_sign_expanded(uint8_t *signature, const uint8_t *expanded_key,
                                                      const uint8_t *message, const uint8_t *context,
                                                      size_t expanded_key_bytes, size_t message_bytes,
                                                      size_t context_bytes, const mc_curve *curve);

/* MC_OK if the signature is valid, and then only. Everything here is public, and the time depends on it. Errors:
 * MC_ERROR_LENGTH; _SCALAR_RANGE for an S that is not below n; _COORDINATE_RANGE for an R or a public key whose y is
 * not below the prime; of the public key _NOT_ON_CURVE, _Y_BIT, _INFINITY, and _SUBGROUP for one of small order;
 * _CONTEXT_LENGTH, _DIGEST_LENGTH, _READER; _SIGNATURE. */
/*---
in: signature[signature], public_key[public_key], message
errors: LENGTH, SCALAR_RANGE, COORDINATE_RANGE, NOT_ON_CURVE, Y_BIT, INFINITY, SUBGROUP, SIGNATURE
---*/
MC_API MC_MUST_CHECK mc_status mc_eddsa_verify(const uint8_t *signature, const uint8_t *public_key,
                                               const uint8_t *message, size_t signature_bytes, size_t public_key_bytes,
                                               size_t message_bytes, const mc_curve *curve);
/*---
in: signature[signature], public_key[public_key], message, context
errors: as mc_eddsa_verify, CONTEXT_LENGTH
---*/
MC_API MC_MUST_CHECK mc_status mc_eddsa_verify_context(const uint8_t *signature, const uint8_t *public_key,
                                                       const uint8_t *message, const uint8_t *context,
                                                       size_t signature_bytes, size_t public_key_bytes,
                                                       size_t message_bytes, size_t context_bytes,
                                                       const mc_curve *curve);
/*---
in: signature[signature], public_key[public_key], digest[MC_EDDSA_DIGEST_BYTES], context
errors: as mc_eddsa_verify, CONTEXT_LENGTH, DIGEST_LENGTH
---*/
MC_API MC_MUST_CHECK mc_status mc_eddsa_verify_digest(const uint8_t *signature, const uint8_t *public_key,
                                                      const uint8_t *digest, const uint8_t *context,
                                                      size_t signature_bytes, size_t public_key_bytes,
                                                      size_t digest_bytes, size_t context_bytes, const mc_curve *curve);
/* The message is read once. */
/*---
in: signature[signature], public_key[public_key], context
errors: as mc_eddsa_verify, CONTEXT_LENGTH, READER
---*/
MC_API MC_MUST_CHECK mc_status mc_eddsa_verify_read(const uint8_t *signature, const uint8_t *public_key,
                                                    const uint8_t *context, size_t signature_bytes,
                                                    size_t public_key_bytes, size_t message_bytes, size_t context_bytes,
                                                    mc_reader reader, void *reader_context, const mc_curve *curve);

/* MC_OK if S is below n and R is a point's encoding by its y, as in every signature, valid or not. Errors:
 * MC_ERROR_LENGTH, _SCALAR_RANGE, _COORDINATE_RANGE. */
/*---
in: signature[signature]
errors: LENGTH, SCALAR_RANGE, COORDINATE_RANGE
---*/
MC_API MC_MUST_CHECK mc_status mc_eddsa_signature_validate(const uint8_t *signature, size_t signature_bytes,
                                                           const mc_curve *curve);

#endif
