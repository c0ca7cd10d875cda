/* Merkle-Damgard framing that SHA-1 and SHA-256 share: 64-byte blocks, big-endian, length in bits at the end.
 *
 * A compression function replaces context->state and may leave anything in context->block; the block holds
 * the message's words in the machine's byte order when it is called. */
#ifndef MC_HASH_BLOCK_H
#define MC_HASH_BLOCK_H

#include "motecurve/hash.h"

typedef void mc_hash_compress(mc_hash_context *context);

/* SHA-256's: in C, and as an assembly kernel. A build binds one as MC_SHA256_COMPRESS (word/config.h). */
mc_hash_compress mc_sha256_compress, mc_sha256_compress_avr;
#ifdef __AVR__
_Static_assert(offsetof(mc_hash_context, block) == 36, "the kernel expects the block there");
#endif

/* Compresses context->block.bytes, a whole block of the message; the length is not touched. */
void mc_hash_compress_block(mc_hash_context *context, mc_hash_compress *compress);
void mc_hash_feed(mc_hash_context *context, const uint8_t *data, size_t bytes, mc_hash_compress *compress);
/* Writes state_words words of the state, big-endian, and wipes the context. */
void mc_hash_finish(uint8_t *digest, mc_hash_context *context, uint8_t state_words, mc_hash_compress *compress);

static inline uint32_t mc_rotate_left(uint32_t x, unsigned bits)
{
    return (x << bits) | (x >> (32 - bits));
}

static inline uint32_t mc_rotate_right(uint32_t x, unsigned bits)
{
    return (x >> bits) | (x << (32 - bits));
}

#endif
