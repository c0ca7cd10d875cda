/* Key derivation digest by digest, for those that want more bytes than they have room for. */
#ifndef MC_HASH_KDF_H
#define MC_HASH_KDF_H

#include "motecurve/hash.h"

typedef struct {
    const uint8_t *octets;
    size_t bytes;
} mc_kdf_input;

/* The info is the one of both inputs, one after the other. */
typedef struct {
    const mc_hash *hash;
    mc_kdf_input secret, info[2];
} mc_kdf_inputs;

/* hash/kdf_x963.c: the digest of that number, from 1 on. */
void mc_kdf_x963_block(uint8_t *digest, const mc_kdf_inputs *inputs, uint32_t number);

/* hash/hkdf.c: `key`, a digest, of the secret; and T(number) in the place of T(number - 1), by that key as the secret
 * of the inputs, for a number from 1 to 255. */
void mc_hkdf_extract(uint8_t *key, const mc_hash *hash, const uint8_t *salt, size_t salt_bytes, const uint8_t *secret,
                     size_t secret_bytes);
void mc_hkdf_block(uint8_t *digest, const mc_kdf_inputs *inputs, uint32_t number);

#endif
