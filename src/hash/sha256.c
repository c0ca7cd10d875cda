/* SHA-256, FIPS 180-4. */
#include "hash/block.h"
#include "word/word.h"

static const MC_FLASH uint32_t initial_state[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

void mc_sha256_begin(mc_hash_context *context)
{
    for (uint8_t i = 0; i < 8; i++)
        context->state[i] = initial_state[i];
    context->length = 0;
}

void mc_sha256_feed(mc_hash_context *context, const uint8_t *data, size_t bytes)
{
    mc_hash_feed(context, data, bytes, MC_SHA256_COMPRESS);
}

void mc_sha256_finish(uint8_t digest[MC_SHA256_BYTES], mc_hash_context *context)
{
    mc_hash_finish(digest, context, MC_SHA256_BYTES / 4, MC_SHA256_COMPRESS);
}
