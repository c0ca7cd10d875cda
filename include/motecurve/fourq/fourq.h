/* FourQ: key agreement and signatures on a curve over F_p^2, p = 2^127 - 1, with two endomorphisms, at 122 bits of
 * security (Costello and Longa 2015; draft-ladd-cfrg-4q; SchnorrQ, 2016; docs/arithmetic/fourq.md). For a library that
 * was built with MC_FOURQ=ON.
 *
 * Bytes: all are little-endian. A private key is any 32 bytes but a multiple of the group's order. A public key is a
 * point by its y and the sign of x, in the one way that it has: MC_ERROR_LENGTH, _COORDINATE_RANGE, _NOT_ON_CURVE,
 * _Y_BIT for others. Constant time in private keys, but for errors; public keys and signatures are public, and the time
 * depends on them. Outputs are zero after an error. */
#ifndef MOTECURVE_FOURQ_FOURQ_H
#define MOTECURVE_FOURQ_FOURQ_H

#include <stddef.h>
#include <stdint.h>

#include "motecurve/api.h"
#include "motecurve/status.h"

#define MC_FOURQ_KEY_BYTES             32 /* of private and public keys, and of secrets */
#define MC_SCHNORRQ_SIGNATURE_BYTES    64
#define MC_SCHNORRQ_EXPANDED_KEY_BYTES 112

/* MC_OK for a point whose order does not divide the cofactor 392; MC_ERROR_INFINITY for the others. */
MC_API MC_MUST_CHECK mc_status mc_fourq_public_key_check(const uint8_t *public_key, size_t public_key_bytes);

/* MC_ERROR_SCALAR_ZERO for a multiple of the order. */
MC_API MC_MUST_CHECK mc_status mc_fourq_public_key(uint8_t *public_key, const uint8_t *private_key,
                                                   size_t private_key_bytes);

/* The y of 392 times the private key times the peer's point: derive keys from it, and from both public keys, by a hash
 * (kdf.h). MC_ERROR_SHARED_INFINITY if that is neutral. */
MC_API MC_MUST_CHECK mc_status mc_fourq_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key,
                                             size_t private_key_bytes, size_t peer_key_bytes);

/* Signatures with SHA-512. A private key is any 32 bytes, another one than for key agreement. A signature is the
 * encoding of a point R, and then a number S below the order. Signing needs no random bytes, and makes the public key
 * again. The message is hashed twice where it lies; the signature, which may lie in it, is written last. */
MC_API MC_MUST_CHECK mc_status mc_schnorrq_public_key(uint8_t *public_key, const uint8_t *private_key,
                                                      size_t private_key_bytes);
MC_API MC_MUST_CHECK mc_status mc_schnorrq_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                                                size_t private_key_bytes, size_t message_bytes);

/* Who signs often expands the key once: a signature then takes one multiplication instead of two, and is the same. An
 * expanded key is as secret as the private key. It is the private key's hash, the public key (at byte 64), and a check
 * of both, without which a public key that changes in memory would give the private key away by two signatures of one
 * message. MC_ERROR_LENGTH; for signatures MC_ERROR_FAULT, too, for a key that mc_schnorrq_key_expand did not make. */
MC_API MC_MUST_CHECK mc_status mc_schnorrq_key_expand(uint8_t *expanded_key, const uint8_t *private_key,
                                                      size_t private_key_bytes);
MC_API MC_MUST_CHECK mc_status mc_schnorrq_sign_expanded(uint8_t *signature, const uint8_t *expanded_key,
                                                         const uint8_t *message, size_t expanded_key_bytes,
                                                         size_t message_bytes);

/* MC_OK if R = S G + h A, where h is the hash of R, the public key A and the message. Errors: MC_ERROR_LENGTH;
 * _SCALAR_RANGE for an S that is not below the order, which FourQlib accepts up to 2^246; those of the public key, and
 * _INFINITY for the neutral one; _SIGNATURE. A key outside the group of order r is not refused: its owner alone could
 * profit by it, with signatures of which others say otherwise; mc_schnorrq_public_key makes none. */
MC_API MC_MUST_CHECK mc_status mc_schnorrq_verify(const uint8_t *signature, const uint8_t *public_key,
                                                  const uint8_t *message, size_t signature_bytes,
                                                  size_t public_key_bytes, size_t message_bytes);

#endif
