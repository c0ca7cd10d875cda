/* SHA-224, FIPS 180-4: SHA-256 with another initial state, cut. */
#include "hash/block.h"
#include "hash/hash.h"

static const MC_FLASH uint32_t initial_state[8] = {
    0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939, 0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4,
};

static void begin(mc_hash_context *context)
{
    mc_hash32_begin(&context->of.sha256, initial_state);
}

static void feed(mc_hash_context *context, const uint8_t *data, size_t bytes)
{
    mc_sha256_feed(&context->of.sha256, data, bytes);
}

static void finish(uint8_t *digest, mc_hash_context *context)
{
    mc_hash32_finish(digest, &context->of.sha256, 28, MC_SHA256_COMPRESS);
}

const mc_hash mc_sha224 = {begin, feed, finish, 28, MC_SHA256_BLOCK_BYTES};
