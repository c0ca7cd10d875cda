/* BLS signatures (draft-irtf-cfrg-bls-signature-05) over BLS12-381, all ciphersuites of its section 4.2: a signature is
 * one point, and those of many signers add up to one.
 *
 * A suite says where keys and signatures lie, and what keeps a signer from choosing a key that cancels others in an
 * aggregate: distinct messages (NUL), the public key before each message (AUG), or a proof of possession for each key
 * (POP), which the verifier of aggregates has checked.
 *
 *   signatures in G2   96 bytes, public keys 48: MC_BLS_G2_NUL, MC_BLS_G2_AUG, MC_BLS_G2_POP
 *   signatures in G1   48 bytes, public keys 96: MC_BLS_G1_NUL, MC_BLS_G1_AUG, MC_BLS_G1_POP
 *
 * Points are compressed, in the format of bls12_381.h, whose errors every function has; lengths are those of the suite.
 * A private key is MC_BLS_PRIVATE_KEY_BYTES big-endian bytes: MC_ERROR_SCALAR_ZERO, MC_ERROR_SCALAR_RANGE. An unknown
 * suite is MC_ERROR_UNSUPPORTED. Functions of a private key are constant time in it. All outputs are zero after an
 * error. */
#ifndef MOTECURVE_PAIRING_BLS_SIGNATURE_H
#define MOTECURVE_PAIRING_BLS_SIGNATURE_H

#include "motecurve/pairing/bls12_381.h"

#define MC_BLS_PRIVATE_KEY_BYTES 32

typedef enum {
    MC_BLS_G2_NUL = 0,
    MC_BLS_G2_AUG,
    MC_BLS_G2_POP,
    MC_BLS_G1_NUL,
    MC_BLS_G1_AUG,
    MC_BLS_G1_POP
} mc_bls_suite;

typedef struct {
    const uint8_t *octets;
    size_t bytes;
} mc_bls_message;

/* 0 for an unknown suite. */
MC_API size_t mc_bls_public_key_bytes(mc_bls_suite suite);
MC_API size_t mc_bls_signature_bytes(mc_bls_suite suite);

/* KeyGen (2.3): a private key of all suites from at least 32 secret random bytes, MC_ERROR_LENGTH for fewer. */
MC_API MC_MUST_CHECK mc_status mc_bls_generate_key(uint8_t *private_key, const uint8_t *secret, const uint8_t *info,
                                                   size_t secret_bytes, size_t info_bytes);

MC_API MC_MUST_CHECK mc_status mc_bls_public_key(uint8_t *public_key, const uint8_t *private_key, mc_bls_suite suite);

/* KeyValidate (2.5): MC_ERROR_INFINITY for that point. */
MC_API MC_MUST_CHECK mc_status mc_bls_public_key_validate(const uint8_t *public_key, size_t public_key_bytes,
                                                          mc_bls_suite suite);

MC_API MC_MUST_CHECK mc_status mc_bls_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                                           size_t message_bytes, mc_bls_suite suite);

/* MC_OK if the signature is valid, and then only; MC_ERROR_SIGNATURE. Everything here is public. */
MC_API MC_MUST_CHECK mc_status mc_bls_verify(const uint8_t *signature, const uint8_t *public_key,
                                             const uint8_t *message, size_t signature_bytes, size_t public_key_bytes,
                                             size_t message_bytes, mc_bls_suite suite);

/* The sum of `count` signatures, one after another; MC_ERROR_LENGTH for none. */
MC_API MC_MUST_CHECK mc_status mc_bls_aggregate(uint8_t *signature, const uint8_t *signatures, size_t count,
                                                mc_bls_suite suite);

/* Whether an aggregate signs each message by the key of the same place; keys one after another. MC_ERROR_LENGTH for
 * none, MC_ERROR_SIGNATURE also for two equal messages in a NUL suite. With a POP suite the caller has verified a proof
 * of possession for each key. There keys of equal messages are added up, and MC_ERROR_INFINITY is a sum that is no key:
 * infinity would be their signature of every message. The draft says so for one message alone (3.3.4). */
MC_API MC_MUST_CHECK mc_status mc_bls_aggregate_verify(const uint8_t *signature, const uint8_t *public_keys,
                                                       const mc_bls_message *messages, size_t signature_bytes,
                                                       size_t count, mc_bls_suite suite);

/* The same for one message of all keys, by two pairings. Only POP suites have it; others give MC_ERROR_UNSUPPORTED.
 * MC_ERROR_INFINITY also for keys whose sum is infinity. */
MC_API MC_MUST_CHECK mc_status mc_bls_fast_aggregate_verify(const uint8_t *signature, const uint8_t *public_keys,
                                                            const uint8_t *message, size_t signature_bytes,
                                                            size_t count, size_t message_bytes, mc_bls_suite suite);

/* Proofs of possession (3.3), as long as signatures, for POP suites. */
MC_API MC_MUST_CHECK mc_status mc_bls_prove_possession(uint8_t *proof, const uint8_t *private_key, mc_bls_suite suite);
MC_API MC_MUST_CHECK mc_status mc_bls_verify_possession(const uint8_t *proof, const uint8_t *public_key,
                                                        size_t proof_bytes, size_t public_key_bytes,
                                                        mc_bls_suite suite);

#endif
