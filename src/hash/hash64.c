/* Framing of the hash functions with words of 64 bits. */
#include <stddef.h>
#include <stdint.h>

static uint32_t load_half(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static __attribute__((unused)) uint64_t load_big_endian(const uint8_t *p)
{
    return (uint64_t)load_half(p) << 32 | load_half(p + 4);
}

#define HASH_WORD     uint64_t
#define HASH_CONTEXT  mc_sha512_context
#define HASH_COMPRESS mc_hash64_compress
#include "hash/framing.h"
#include "native/burn.h"

void mc_hash64_begin(mc_sha512_context *context, const MC_FLASH uint64_t *initial_state)
{
    begin(context, initial_state);
}

void mc_hash64_feed(mc_sha512_context *context, const uint8_t *data, size_t bytes, mc_hash64_compress *compress)
{
    feed(context, data, bytes, compress);
}

void mc_hash64_finish(uint8_t *digest, mc_sha512_context *context, uint8_t digest_bytes, mc_hash64_compress *compress)
{
    finish(digest, context, digest_bytes, compress);
    mc_burn(MC_BURN_HASH_BYTES);
}
