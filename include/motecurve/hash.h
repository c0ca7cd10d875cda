/* SHA-256, SHA-1 and HMAC-SHA-256 (FIPS 180-4, FIPS 198-1), as the protocols need them on a mote.
 *
 * A context is begun, fed any number of times, and finished; finishing wipes it. Time and addresses depend
 * on lengths alone. SHA-1 is broken for collisions and is here for old vectors and old peers only. */
#ifndef MOTECURVE_HASH_H
#define MOTECURVE_HASH_H

#include <stddef.h>
#include <stdint.h>

#include "motecurve/api.h"

#define MC_SHA256_BYTES     32
#define MC_SHA1_BYTES       20
#define MC_HASH_BLOCK_BYTES 64

/* Bytes hashed so far; a mote hashes less than 512 MiB. */
#if SIZE_MAX > 0xffff
typedef uint64_t mc_hash_length;
#else
typedef uint32_t mc_hash_length;
#endif

typedef struct {
    uint32_t state[8]; /* SHA-1 uses five */
    mc_hash_length length;
    union {
        uint8_t bytes[MC_HASH_BLOCK_BYTES];
        uint32_t words[MC_HASH_BLOCK_BYTES / 4];
    } block;
} mc_hash_context;

MC_API void mc_sha256_begin(mc_hash_context *context);
MC_API void mc_sha256_feed(mc_hash_context *context, const uint8_t *data, size_t bytes);
MC_API void mc_sha256_finish(uint8_t digest[MC_SHA256_BYTES], mc_hash_context *context);

MC_API void mc_sha1_begin(mc_hash_context *context);
MC_API void mc_sha1_feed(mc_hash_context *context, const uint8_t *data, size_t bytes);
MC_API void mc_sha1_finish(uint8_t digest[MC_SHA1_BYTES], mc_hash_context *context);

/* A key made ready: the states after its inner and outer pads, so that each message costs two blocks less. */
typedef struct {
    uint32_t inner[8], outer[8];
} mc_hmac_sha256_key;

/* key_bytes is at most MC_HASH_BLOCK_BYTES. */
MC_API void mc_hmac_sha256_set_key(mc_hmac_sha256_key *key, const uint8_t *secret, size_t key_bytes);
/* The same for a key of zeros, of any length, without hashing. */
MC_API void mc_hmac_sha256_set_zero_key(mc_hmac_sha256_key *key);
MC_API void mc_hmac_sha256_begin(mc_hash_context *context, const mc_hmac_sha256_key *key);
/* Feed with mc_sha256_feed. */
MC_API void mc_hmac_sha256_finish(uint8_t tag[MC_SHA256_BYTES], mc_hash_context *context,
                                  const mc_hmac_sha256_key *key);

#endif
