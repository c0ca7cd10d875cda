/* HMAC-SHA-256, FIPS 198-1, with the key's two pads hashed once. */
#include "hash/block.h"
#include "motecurve/hmac.h"
#include "native/burn.h"

#include <string.h>

#if !MC_PREFER_SIZE
/* What both pads of a key of zeros leave: RFC 6979 begins with that key. */
static const MC_FLASH uint32_t zero_key[2][8] = {
    {0xf454dead, 0x9725214f, 0x90daf2a0, 0xdf1228ea, 0x64e5750f, 0xa3924181, 0x824a932b, 0xf8e04e32},
    {0xd385480f, 0x7abb6477, 0x37c9c538, 0x5dd82467, 0x8e043a72, 0x753434b0, 0xdeb82818, 0x361d45a6},
};

#endif

/* state = SHA-256 after the one block (secret, zeros) XOR pad. */
static void hash_pad(uint32_t state[8], const uint8_t *secret, size_t key_bytes, uint8_t pad)
{
    mc_sha256_context context;
    mc_sha256_begin(&context);
#if MC_HASH_BLOCKS_ARE_WORDS
    memset(context.block.bytes, pad, MC_SHA256_BLOCK_BYTES);
    for (uint8_t i = 0; i < key_bytes; i++)
        context.block.bytes[MC_HASH_PLACE(i, sizeof(uint32_t))] = (uint8_t)(secret[i] ^ pad);
#else
    for (uint8_t i = 0; i < MC_SHA256_BLOCK_BYTES; i++)
        context.block.bytes[i] = (uint8_t)((i < key_bytes ? secret[i] : 0) ^ pad);
#endif
    mc_hash32_compress_block(&context, MC_SHA256_COMPRESS);
    for (uint8_t i = 0; i < 8; i++)
        state[i] = context.state[i];
    mc_wipe(&context, sizeof(context));
}

static void resume(mc_sha256_context *context, const uint32_t state[8])
{
    memmove(context->state, state, sizeof context->state);
    context->length = MC_SHA256_BLOCK_BYTES;
}

#if MC_PREFER_SIZE

/* The secret may lie in the key: the state that is written first is kept apart. */
void mc_hmac_sha256_set_key(mc_hmac_sha256_key *key, const uint8_t *secret, size_t key_bytes)
{
    uint32_t inner[8];
    hash_pad(inner, secret, key_bytes, 0x36);
    hash_pad(key->outer, secret, key_bytes, 0x5c);
    memcpy(key->inner, inner, sizeof inner);
    mc_wipe(inner, sizeof inner);
}

void mc_hmac_sha256_set_zero_key(mc_hmac_sha256_key *key)
{
    mc_hmac_sha256_set_key(key, NULL, 0);
}

#else

static void set_key(mc_hmac_sha256_key *key, const uint8_t *secret, size_t key_bytes)
{
    hash_pad(key->inner, secret, key_bytes, 0x36);
    hash_pad(key->outer, secret, key_bytes, 0x5c);
}

/* Of a secret that lies in the key. */
MC_NOINLINE void set_key_within(mc_hmac_sha256_key *key, const uint8_t *secret, size_t key_bytes)
{
    uint8_t own[MC_SHA256_BLOCK_BYTES];
    mc_move(own, secret, key_bytes);
    set_key(key, own, key_bytes);
    mc_wipe(own, sizeof own);
}

void mc_hmac_sha256_set_key(mc_hmac_sha256_key *key, const uint8_t *secret, size_t key_bytes)
{
    if (mc_octets_overlap(key, sizeof *key, secret, key_bytes))
        set_key_within(key, secret, key_bytes);
    else
        set_key(key, secret, key_bytes);
    mc_burn(MC_BURN_HASH_BYTES);
}

void mc_hmac_sha256_set_zero_key(mc_hmac_sha256_key *key)
{
    for (uint8_t i = 0; i < 8; i++) {
        key->inner[i] = zero_key[0][i];
        key->outer[i] = zero_key[1][i];
    }
}

#endif

void mc_hmac_sha256_begin(mc_sha256_context *context, const mc_hmac_sha256_key *key)
{
    resume(context, key->inner);
    mc_burn(MC_BURN_HASH_BYTES);
}

#if MC_PREFER_SIZE

/* The inner digest is written where the outer message has it, at the head of the block. The tag, which may lie in the
 * key or in the context, is written last. */
void mc_hmac_sha256_finish(uint8_t tag[MC_SHA256_BYTES], mc_sha256_context *context, const mc_hmac_sha256_key *key)
{
    mc_sha256_finish(context->block.bytes, context);
    resume(context, key->outer);
    context->length += MC_SHA256_BYTES;
    mc_sha256_finish(tag, context);
}

#else

static void finish(uint8_t *tag, mc_sha256_context *context, const mc_hmac_sha256_key *key)
{
    mc_sha256_finish(tag, context);
    resume(context, key->outer);
    mc_sha256_feed(context, tag, MC_SHA256_BYTES);
    mc_sha256_finish(tag, context);
    mc_burn(MC_BURN_HASH_BYTES);
}

/* A tag that lies in the key or in the context. */
MC_NOINLINE void finish_within(uint8_t *tag, mc_sha256_context *context, const mc_hmac_sha256_key *key)
{
    mc_hmac_sha256_key own_key = *key;
    uint8_t own[MC_SHA256_BYTES];
    finish(own, context, &own_key);
    mc_move(tag, own, sizeof own);
    mc_wipe(&own_key, sizeof own_key);
    mc_wipe(own, sizeof own);
}

void mc_hmac_sha256_finish(uint8_t tag[MC_SHA256_BYTES], mc_sha256_context *context, const mc_hmac_sha256_key *key)
{
    if (mc_octets_overlap(tag, MC_SHA256_BYTES, key, sizeof *key) ||
        mc_octets_overlap(tag, MC_SHA256_BYTES, context, sizeof *context))
        finish_within(tag, context, key);
    else
        finish(tag, context, key);
}

#endif
