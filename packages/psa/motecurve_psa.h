/* A transparent driver for PSA Crypto (PSA Cryptography API, Driver Interface): ECDSA and ECDH on secp256r1 and
 * secp384r1, X25519, Ed25519. README.md says how Mbed TLS comes to call it.
 *
 * Arguments, formats of keys and results are those of the API's functions of the same names. PSA_ERROR_NOT_SUPPORTED
 * leaves a call to the next driver, or to the software of the PSA implementation: another curve, one that this build of
 * Motecurve lacks, another algorithm or hash. Random bytes come from psa_generate_random. */
#ifndef MOTECURVE_PSA_H
#define MOTECURVE_PSA_H

#include <psa/crypto.h>

/* Takes keys of Ed25519, and checks all that it takes: private keys are in their range, public keys in the subgroup. */
psa_status_t motecurve_transparent_import_key(const psa_key_attributes_t *attributes, const uint8_t *data,
                                              size_t data_length, uint8_t *key_buffer, size_t key_buffer_size,
                                              size_t *key_buffer_length, size_t *bits);

psa_status_t motecurve_transparent_generate_key(const psa_key_attributes_t *attributes, uint8_t *key_buffer,
                                                size_t key_buffer_size, size_t *key_buffer_length);

psa_status_t motecurve_transparent_export_public_key(const psa_key_attributes_t *attributes, const uint8_t *key_buffer,
                                                     size_t key_buffer_size, uint8_t *data, size_t data_size,
                                                     size_t *data_length);

/* ECDSA of a digest. Deterministic signatures are those of RFC 6979 with the hash of the algorithm; the others are
 * hedged: a random source that is bad does not give the key away. */
psa_status_t motecurve_transparent_sign_hash(const psa_key_attributes_t *attributes, const uint8_t *key_buffer,
                                             size_t key_buffer_size, psa_algorithm_t alg, const uint8_t *hash,
                                             size_t hash_length, uint8_t *signature, size_t signature_size,
                                             size_t *signature_length);

psa_status_t motecurve_transparent_verify_hash(const psa_key_attributes_t *attributes, const uint8_t *key_buffer,
                                               size_t key_buffer_size, psa_algorithm_t alg, const uint8_t *hash,
                                               size_t hash_length, const uint8_t *signature, size_t signature_length);

/* PureEdDSA. ECDSA of a message is left to the PSA implementation, which hashes and signs the digest. */
psa_status_t motecurve_transparent_sign_message(const psa_key_attributes_t *attributes, const uint8_t *key_buffer,
                                                size_t key_buffer_size, psa_algorithm_t alg, const uint8_t *input,
                                                size_t input_length, uint8_t *signature, size_t signature_size,
                                                size_t *signature_length);

psa_status_t motecurve_transparent_verify_message(const psa_key_attributes_t *attributes, const uint8_t *key_buffer,
                                                  size_t key_buffer_size, psa_algorithm_t alg, const uint8_t *input,
                                                  size_t input_length, const uint8_t *signature,
                                                  size_t signature_length);

psa_status_t motecurve_transparent_key_agreement(const psa_key_attributes_t *attributes, const uint8_t *key_buffer,
                                                 size_t key_buffer_size, psa_algorithm_t alg, const uint8_t *peer_key,
                                                 size_t peer_key_length, uint8_t *shared_secret,
                                                 size_t shared_secret_size, size_t *shared_secret_length);

#endif
