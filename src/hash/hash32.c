/* Framing of the hash functions with words of 32 bits. */
#include <stddef.h>
#include <stdint.h>

static __attribute__((unused)) uint32_t load_big_endian(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

#define HASH_WORD     uint32_t
#define HASH_CONTEXT  mc_sha256_context
#define HASH_COMPRESS mc_hash32_compress
#include "hash/framing.h"

void mc_hash32_begin(mc_sha256_context *context, const MC_FLASH uint32_t *initial_state)
{
    begin(context, initial_state);
}

void mc_hash32_compress_block(mc_sha256_context *context, mc_hash32_compress *compress)
{
    compress_block(context, compress);
}

void mc_hash32_feed(mc_sha256_context *context, const uint8_t *data, size_t bytes, mc_hash32_compress *compress)
{
    feed(context, data, bytes, compress);
}

void mc_hash32_finish(uint8_t *digest, mc_sha256_context *context, uint8_t digest_bytes, mc_hash32_compress *compress)
{
    finish(digest, context, digest_bytes, compress);
}
