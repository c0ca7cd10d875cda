/* SHA-384, FIPS 180-4: SHA-512 with another initial state, cut. */
#include "hash/block.h"
#include "hash/hash.h"

#if MC_WITH_SHA512

static const MC_FLASH uint64_t initial_state[8] = {
    0xcbbb9d5dc1059ed8, 0x629a292a367cd507, 0x9159015a3070dd17, 0x152fecd8f70e5939,
    0x67332667ffc00b31, 0x8eb44a8768581511, 0xdb0c2e0d64f98fa7, 0x47b5481dbefa4fa4,
};

static void begin(mc_hash_context *context)
{
    mc_hash64_begin(&context->of.sha512, initial_state);
}

static void feed(mc_hash_context *context, const uint8_t *data, size_t bytes)
{
    mc_sha512_feed(&context->of.sha512, data, bytes);
}

static void finish(uint8_t *digest, mc_hash_context *context)
{
    mc_hash64_finish(digest, &context->of.sha512, 48, MC_SHA512_COMPRESS);
}

const mc_hash mc_sha384 = {begin, feed, finish, 48, MC_SHA512_BLOCK_BYTES};

#endif
