/* SHA-512, FIPS 180-4. */
#include "hash/block.h"
#include "hash/hash.h"

static const MC_FLASH uint64_t initial_state[8] = {
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
    0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
};

void mc_sha512_begin(mc_sha512_context *context)
{
    mc_hash64_begin(context, initial_state);
}

void mc_sha512_feed(mc_sha512_context *context, const uint8_t *data, size_t bytes)
{
    mc_hash64_feed(context, data, bytes, MC_SHA512_COMPRESS);
}

void mc_sha512_finish(uint8_t digest[MC_SHA512_BYTES], mc_sha512_context *context)
{
    mc_hash64_finish(digest, context, MC_SHA512_BYTES, MC_SHA512_COMPRESS);
}

#if MC_WITH_SHA512

static void begin(mc_hash_context *context)
{
    mc_sha512_begin(&context->of.sha512);
}

static void feed(mc_hash_context *context, const uint8_t *data, size_t bytes)
{
    mc_sha512_feed(&context->of.sha512, data, bytes);
}

static void finish(uint8_t *digest, mc_hash_context *context)
{
    mc_sha512_finish(digest, &context->of.sha512);
}

const mc_hash mc_sha512 = {begin, feed, finish, MC_SHA512_BYTES, MC_SHA512_BLOCK_BYTES};

#endif
