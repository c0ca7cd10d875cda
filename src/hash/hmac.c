/* HMAC with any hash function, FIPS 198-1. */
#include "motecurve/hmac.h"
#include "native/burn.h"
#include "word/word.h"

#include <string.h>

#define INNER_PAD 0x36
#define OUTER_PAD 0x5c

/* The key, or its digest where it is longer than a block. The context is free to be used. */
static void fill_block(uint8_t *block, mc_hash_context *context, const mc_hash *hash, const uint8_t *key,
                       size_t key_bytes)
{
    memset(block, 0, MC_HASH_MAX_BLOCK_BYTES);
    if (key_bytes > mc_hash_block_bytes(hash)) {
        mc_hash_begin(context, hash);
        mc_hash_feed(context, key, key_bytes);
        mc_hash_finish(block, context);
    } else if (key_bytes) {
        memcpy(block, key, key_bytes);
    }
}

static void add_pad(uint8_t *block, uint8_t pad)
{
    for (uint8_t i = 0; i < MC_HASH_MAX_BLOCK_BYTES; i++)
        block[i] ^= pad;
}

void mc_hmac_begin(mc_hmac_context *context, const mc_hash *hash, const uint8_t *key, size_t key_bytes)
{
    uint8_t *block = context->outer_block;
    fill_block(block, &context->hash, hash, key, key_bytes);
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
    mc_hash_finish(tag, &context->hash);
    mc_hash_begin(&context->hash, hash);
    mc_hash_feed(&context->hash, context->outer_block, mc_hash_block_bytes(hash));
    mc_hash_feed(&context->hash, tag, mc_hash_digest_bytes(hash));
    mc_hash_finish(tag, &context->hash);
    mc_wipe(context->outer_block, sizeof context->outer_block);
    mc_burn(MC_BURN_HASH_BYTES);
}
