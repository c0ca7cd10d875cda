/* SHA-256, FIPS 180-4. */
#include "hash/block.h"
#include "hash/hash.h"

static const MC_FLASH uint32_t initial_state[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

void mc_sha256_begin(mc_sha256_context *context)
{
    mc_hash32_begin(context, initial_state);
}

void mc_sha256_feed(mc_sha256_context *context, const uint8_t *data, size_t bytes)
{
    mc_hash32_feed(context, data, bytes, MC_SHA256_COMPRESS);
}

void mc_sha256_finish(uint8_t digest[MC_SHA256_BYTES], mc_sha256_context *context)
{
    mc_hash32_finish(digest, context, MC_SHA256_BYTES, MC_SHA256_COMPRESS);
}

static void begin(mc_hash_context *context)
{
    mc_sha256_begin(&context->of.sha256);
}

static void feed(mc_hash_context *context, const uint8_t *data, size_t bytes)
{
    mc_sha256_feed(&context->of.sha256, data, bytes);
}

static void finish(uint8_t *digest, mc_hash_context *context)
{
    mc_sha256_finish(digest, &context->of.sha256);
}

const mc_hash mc_sha256 = {begin, feed, finish, MC_SHA256_BYTES, MC_SHA256_BLOCK_BYTES};
