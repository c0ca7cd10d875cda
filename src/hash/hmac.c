/* HMAC with any hash function, FIPS 198-1. */
#include "motecurve/hmac.h"
#include "native/burn.h"
#include "word/word.h"

#include <string.h>

#define INNER_PAD 0x36
#define OUTER_PAD 0x5c

/* block = the digest of a long key. The context is its own, for the key may lie in the caller's. */
MC_NOINLINE void hash_key(uint8_t *block, const mc_hash *hash, const uint8_t *key, size_t key_bytes)
{
    mc_hash_context context;
    mc_hash_begin(&context, hash);
    mc_hash_feed(&context, key, key_bytes);
    mc_hash_finish(block, &context);
}

/* The key, or its digest where it is longer than a block, and zeros; the block may overlap the key. */
static void fill_block(uint8_t *block, const mc_hash *hash, const uint8_t *key, size_t key_bytes)
{
    if (key_bytes > mc_hash_block_bytes(hash)) {
        hash_key(block, hash, key, key_bytes);
        key_bytes = mc_hash_digest_bytes(hash);
    } else {
        mc_move(block, key, key_bytes);
    }
    memset(block + key_bytes, 0, MC_HASH_MAX_BLOCK_BYTES - key_bytes);
}

static void add_pad(uint8_t *block, uint8_t pad)
{
    for (uint8_t i = 0; i < MC_HASH_MAX_BLOCK_BYTES; i++)
        block[i] ^= pad;
}

void mc_hmac_begin(mc_hmac_context *context, const mc_hash *hash, const uint8_t *key, size_t key_bytes)
{
    uint8_t *block = context->outer_block;
    fill_block(block, hash, key, key_bytes);
    add_pad(block, INNER_PAD);
    mc_hash_begin(&context->hash, hash);
    mc_hash_feed(&context->hash, block, mc_hash_block_bytes(hash));
    add_pad(block, INNER_PAD ^ OUTER_PAD);
    mc_burn(MC_BURN_HASH_BYTES);
}

void mc_hmac_feed(mc_hmac_context *context, const uint8_t *data, size_t bytes)
{
    mc_hash_feed(&context->hash, data, bytes);
}

void mc_hmac_finish(uint8_t *tag, mc_hmac_context *context)
{
    const mc_hash *hash = context->hash.hash;
    uint8_t digest[MC_HASH_MAX_DIGEST_BYTES]; /* the tag may lie in the context */
    mc_hash_finish(digest, &context->hash);
    mc_hash_begin(&context->hash, hash);
    mc_hash_feed(&context->hash, context->outer_block, mc_hash_block_bytes(hash));
    mc_hash_feed(&context->hash, digest, mc_hash_digest_bytes(hash));
    mc_hash_finish(digest, &context->hash);
    mc_wipe(context, sizeof *context);
    memcpy(tag, digest, mc_hash_digest_bytes(hash));
    mc_wipe(digest, sizeof digest);
    mc_burn(MC_BURN_HASH_BYTES);
}
