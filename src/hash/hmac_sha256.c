/* HMAC-SHA-256, FIPS 198-1, with the key's two pads hashed once. */
#include "motecurve/hash.h"
#include "word/word.h"

/* state = SHA-256 after the one block (secret, zeros) XOR pad. */
static void hash_pad(uint32_t state[8], const uint8_t *secret, size_t key_bytes, uint8_t pad)
{
    mc_hash_context context;
    uint8_t byte;
    mc_sha256_begin(&context);
    for (uint8_t i = 0; i < MC_HASH_BLOCK_BYTES; i++) {
        byte = (uint8_t)((i < key_bytes ? secret[i] : 0) ^ pad);
        mc_sha256_feed(&context, &byte, 1);
    }
    for (uint8_t i = 0; i < 8; i++)
        state[i] = context.state[i];
    mc_wipe(&context, sizeof(context));
    mc_wipe(&byte, 1);
}

static void resume(mc_hash_context *context, const uint32_t state[8])
{
    for (uint8_t i = 0; i < 8; i++)
        context->state[i] = state[i];
    context->length = MC_HASH_BLOCK_BYTES;
}

void mc_hmac_sha256_set_key(mc_hmac_sha256_key *key, const uint8_t *secret, size_t key_bytes)
{
    hash_pad(key->inner, secret, key_bytes, 0x36);
    hash_pad(key->outer, secret, key_bytes, 0x5c);
}

void mc_hmac_sha256_begin(mc_hash_context *context, const mc_hmac_sha256_key *key)
{
    resume(context, key->inner);
}

void mc_hmac_sha256_finish(uint8_t tag[MC_SHA256_BYTES], mc_hash_context *context, const mc_hmac_sha256_key *key)
{
    mc_sha256_finish(tag, context);
    resume(context, key->outer);
    mc_sha256_feed(context, tag, MC_SHA256_BYTES);
    mc_sha256_finish(tag, context);
}
