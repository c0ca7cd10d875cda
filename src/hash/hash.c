/* Hash functions by their description. */
#include "hash/hash.h"

size_t mc_hash_digest_bytes(const mc_hash *hash)
{
    return hash ? hash->digest_bytes : 0;
}

size_t mc_hash_block_bytes(const mc_hash *hash)
{
    return hash ? hash->block_bytes : 0;
}

void mc_hash_begin(mc_hash_context *context, const mc_hash *hash)
{
    context->hash = hash;
    hash->begin(context);
}

void mc_hash_feed(mc_hash_context *context, const uint8_t *data, size_t bytes)
{
    context->hash->feed(context, data, bytes);
}

void mc_hash_finish(uint8_t *digest, mc_hash_context *context)
{
    const mc_hash *hash = context->hash;
    context->hash = NULL; /* before the digest, which may lie in the context */
    hash->finish(digest, context);
}
