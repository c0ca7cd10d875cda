/* HMAC (FIPS 198-1; RFC 2104). */
#ifndef MOTECURVE_HMAC_H
#define MOTECURVE_HMAC_H

#include "motecurve/hash.h"

/* With any hash function: begun with a key of any length, fed any number of times, and finished, which wipes it. */
typedef struct {
    mc_hash_context hash;
    uint8_t outer_block[MC_HASH_MAX_BLOCK_BYTES]; /* the key XOR the outer pad */
} mc_hmac_context;

/*---
out: context secret
in: key secret
---*/
MC_API void mc_hmac_begin(mc_hmac_context *context, const mc_hash *hash, const uint8_t *key, size_t key_bytes);
/*---
inout: context secret
in: data[bytes] secret
apart: context and data
---*/
MC_API void mc_hmac_feed(mc_hmac_context *context, const uint8_t *data, size_t bytes);
/* Writes mc_hash_digest_bytes bytes. Compare tags in constant time. */
/*---
out: tag[digest]
inout: context secret
---*/
MC_API void mc_hmac_finish(uint8_t *tag, mc_hmac_context *context);

/* HMAC-SHA-256 with a key made ready: the states after its inner and outer pads, so that each message costs two blocks
 * less. */
typedef struct {
    uint32_t inner[8], outer[8];
} mc_hmac_sha256_key;

/* key_bytes is at most MC_SHA256_BLOCK_BYTES. */
/*---
out: key secret
in: secret[key_bytes] secret
---*/
MC_API void mc_hmac_sha256_set_key(mc_hmac_sha256_key *key, const uint8_t *secret, size_t key_bytes);
/* The same for a key of zeros, of any length, without hashing. */
/*---
out: key
---*/
MC_API void mc_hmac_sha256_set_zero_key(mc_hmac_sha256_key *key);
/*---
out: context secret
in: key secret
---*/
MC_API void mc_hmac_sha256_begin(mc_sha256_context *context, const mc_hmac_sha256_key *key);
/* Feed with mc_sha256_feed. */
/*---
out: tag
inout: context secret
in: key secret
apart: context and key
---*/
MC_API void mc_hmac_sha256_finish(uint8_t tag[MC_SHA256_BYTES], mc_sha256_context *context,
                                  const mc_hmac_sha256_key *key);

#endif
