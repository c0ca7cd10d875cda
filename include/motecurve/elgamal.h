/* EC-ElGamal: points, and messages embedded in points or hidden by a hash, encrypted for the owner of a public key.
 *
 * This is not authenticated encryption. Whoever changes a ciphertext changes the message in a way of his choice: he can
 * add any point to it, or flip any bits in the hashed form, and nobody notices. Use it only where that is wanted: for
 * sums of encrypted points, threshold decryption, votes. Otherwise use ecies.h.
 *
 * Embedding (Koblitz 1987, 3). The coordinate x is zeros, 0x01, the message, a counter: the least for which the curve
 * has a point with that x in the subgroup of prime order, with 0 for the bit of y (point.h). The counter has one byte
 * for cofactors up to 4, two up to 256 and three above, and the message has from 0 to as many bytes as
 * mc_elgamal_capacity says: a field element's, less one and less the counter's (19 on sect163k1, 30 on secp256r1).
 *
 * Embedding tries counters until one fits, about 2 h of them on a curve of cofactor h. Its time and its power depend on
 * the message: embed no secret where others can time or measure the device. The hashed form and ecies.h have no such
 * limit. Extracting shows the length of the message. An embedded message is not hidden: whoever guesses it can check
 * the guess.
 *
 * Every function gives MC_ERROR_UNSUPPORTED for a null curve and for curves of Edwards form, functions on points also
 * for Curve25519 and Curve448. Points are without compression, of mc_curve_public_key_bytes bytes. */
#ifndef MOTECURVE_ELGAMAL_H
#define MOTECURVE_ELGAMAL_H

#include "motecurve/curve.h"
#include "motecurve/hash.h"
#include "motecurve/random.h"

/* Bytes of the longest message that fits in a point. MC_ERROR_UNSUPPORTED, and 0, also if there is none. */
/*---
out: octets
---*/
MC_API MC_MUST_CHECK mc_status mc_elgamal_capacity(size_t *octets, const mc_curve *curve);

/* The point of a message, in variable time. Errors: MC_ERROR_MESSAGE_LENGTH; MC_ERROR_NOT_ON_CURVE if no counter fits,
 * which comes once in 2^49 messages for cofactor 4, 2^106 for 2, 2^256 for 1. */
/*---
out: point[public_key] secret
in: message secret
errors: MESSAGE_LENGTH, NOT_ON_CURVE
---*/
MC_API MC_MUST_CHECK mc_status mc_elgamal_embed(uint8_t *point, const uint8_t *message, size_t message_bytes,
                                                const mc_curve *curve);

/* The message of a point: *message_bytes bytes are written, the others up to the capacity zeroed. Errors:
 * those of mc_public_key_validate, MC_ERROR_ENCODING if nothing is embedded in the point. */
/*---
out: message[capacity] secret, message_bytes secret
in: point[public_key] secret
errors: as mc_public_key_validate
---*/
MC_API MC_MUST_CHECK mc_status mc_elgamal_extract(uint8_t *message, size_t *message_bytes, const uint8_t *point,
                                                  size_t point_bytes, const mc_curve *curve);

/* ciphertext = k G, M + k Q, two points, for the point M of the subgroup of prime order, not infinity, and the public
 * key Q, with a random k. Constant time in k. Errors: those of mc_public_key_validate, for Q and M, and MC_ERROR_RANDOM
 * as of mc_key_generate. */
/*---
out: ciphertext[2 * public_key]
in: public_key[public_key], point[public_key] secret
errors: as mc_public_key_validate, RANDOM
---*/
MC_API MC_MUST_CHECK mc_status mc_elgamal_encrypt_point(uint8_t *ciphertext, const uint8_t *public_key,
                                                        const uint8_t *point, size_t public_key_bytes,
                                                        size_t point_bytes, mc_random random, void *context,
                                                        const mc_curve *curve);

/* The point M = C2 - d C1. Constant time in the private key d and the result. Errors: MC_ERROR_LENGTH for a ciphertext
 * of another length; those of mc_public_key_validate, for both points; those of mc_public_key; MC_ERROR_INFINITY if
 * that is M. */
/*---
out: point[public_key] secret
in: private_key[scalar] secret, ciphertext[2 * public_key]
errors: as mc_public_key, as mc_public_key_validate
---*/
MC_API MC_MUST_CHECK mc_status mc_elgamal_decrypt_point(uint8_t *point, const uint8_t *private_key,
                                                        const uint8_t *ciphertext, size_t private_key_bytes,
                                                        size_t ciphertext_bytes, const mc_curve *curve);

/* The above joined: a message embedded and encrypted, decrypted and extracted. */
/*---
out: ciphertext[2 * public_key]
in: public_key[public_key], message secret
errors: as mc_elgamal_embed, as mc_elgamal_encrypt_point
---*/
MC_API MC_MUST_CHECK mc_status mc_elgamal_encrypt(uint8_t *ciphertext, const uint8_t *public_key,
                                                  const uint8_t *message, size_t public_key_bytes, size_t message_bytes,
                                                  mc_random random, void *context, const mc_curve *curve);
/*---
out: message[capacity] secret, message_bytes secret
in: private_key[scalar] secret, ciphertext[2 * public_key]
errors: as mc_elgamal_decrypt_point, as mc_elgamal_extract
---*/
MC_API MC_MUST_CHECK mc_status mc_elgamal_decrypt(uint8_t *message, size_t *message_bytes, const uint8_t *private_key,
                                                  const uint8_t *ciphertext, size_t private_key_bytes,
                                                  size_t ciphertext_bytes, const mc_curve *curve);

/* The hashed form: ciphertext = k G, message XOR KDF(Z), with the shared secret Z of mc_ecdh and the KDF of X9.63, of
 * any length, on all curves that have keys. Constant time in k, the private key and the message. Errors, on which the
 * result is zeroed: those of mc_key_generate and mc_ecdh; MC_ERROR_LENGTH for a ciphertext shorter than a point;
 * MC_ERROR_UNSUPPORTED for a null hash, too. There is no error for a ciphertext that was changed, or for another
 * key: the result is then another message. */
/*---
out: ciphertext[public_key + message_bytes]
in: public_key[public_key], message secret
errors: as mc_key_generate, as mc_ecdh
---*/
MC_API MC_MUST_CHECK mc_status mc_elgamal_hashed_encrypt(uint8_t *ciphertext, const uint8_t *public_key,
                                                         const uint8_t *message, size_t public_key_bytes,
                                                         size_t message_bytes, const mc_hash *hash, mc_random random,
                                                         void *context, const mc_curve *curve);
/*---
out: message[ciphertext_bytes - public_key] secret kept
in: private_key[scalar] secret, ciphertext
errors: as mc_ecdh
---*/
MC_API MC_MUST_CHECK mc_status mc_elgamal_hashed_decrypt(uint8_t *message, const uint8_t *private_key,
                                                         const uint8_t *ciphertext, size_t private_key_bytes,
                                                         size_t ciphertext_bytes, const mc_hash *hash,
                                                         const mc_curve *curve);

#endif
