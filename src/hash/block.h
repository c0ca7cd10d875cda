/* Merkle-Damgard framing, for hash functions with words of 32 bits (SHA-1, SHA-224, SHA-256) and of 64 (SHA-384,
 * SHA-512), and their compression functions.
 *
 * A compression function replaces context->state and may leave anything in context->block; the block holds
 * the message's words in the machine's byte order when it is called. */
#ifndef MC_HASH_BLOCK_H
#define MC_HASH_BLOCK_H

#include "motecurve/hash.h"
#include "native/api.h"
#include "word/word.h"

typedef void mc_hash32_compress(mc_sha256_context *context);
typedef void mc_hash64_compress(mc_sha512_context *context);

/* SHA-256's: in C, as an assembly kernel, and by the processor's own instructions where it has them. A build binds one;
 * images name a kernel where MC_NATIVE_SHA256_COMPRESS is 1, and likewise for SHA-512. */
mc_hash32_compress mc_sha256_compress, mc_sha256_compress_armv7, mc_sha256_compress_avr, mc_sha256_compress_msp430,
    mc_sha256_compress_x86_64;
#if !defined(MC_SHA256_COMPRESS) && MC_NATIVE_X86_64
#define MC_SHA256_COMPRESS mc_sha256_compress_x86_64
#elif !defined(MC_SHA256_COMPRESS)
#define MC_SHA256_COMPRESS mc_sha256_compress
#endif
mc_hash64_compress mc_sha512_compress, mc_sha512_compress_avr;
#ifndef MC_SHA512_COMPRESS
#define MC_SHA512_COMPRESS mc_sha512_compress
#endif
#ifdef __AVR__
_Static_assert(offsetof(mc_sha512_context, block) == 68, "the kernel expects the block there");
#endif
#if defined(__AVR__) || defined(__MSP430__)
_Static_assert(offsetof(mc_sha256_context, block) == 36, "the kernel expects the block there");
#elif defined(__arm__)
_Static_assert(offsetof(mc_sha256_context, block) == 40, "the kernel expects the block there");
#endif

/* Whether the bytes of a block are put where they belong in its words, in the machine's order, from the first: it saves
 * processors that move bytes one at a time the time to turn them, and takes flash. */
#define MC_HASH_BLOCKS_ARE_WORDS (MC_WORD_BITS <= 16 && !MC_PREFER_SIZE && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
/* The place of byte i of the message in a block. */
#if MC_HASH_BLOCKS_ARE_WORDS
#define MC_HASH_PLACE(i, word_bytes) ((uint8_t)((i) ^ ((word_bytes) - 1)))
#else
#define MC_HASH_PLACE(i, word_bytes) (i)
#endif

/* Takes the eight words of an initial state; SHA-1 uses five. */
void mc_hash32_begin(mc_sha256_context *context, const MC_FLASH uint32_t *initial_state);
void mc_hash64_begin(mc_sha512_context *context, const MC_FLASH uint64_t *initial_state);
/* Compresses context->block.bytes, a whole block of the message, each byte in its MC_HASH_PLACE; the length is not
 * touched. */
void mc_hash32_compress_block(mc_sha256_context *context, mc_hash32_compress *compress);
void mc_hash32_feed(mc_sha256_context *context, const uint8_t *data, size_t bytes, mc_hash32_compress *compress);
void mc_hash64_feed(mc_sha512_context *context, const uint8_t *data, size_t bytes, mc_hash64_compress *compress);
/* Writes digest_bytes bytes of the state, big-endian, and wipes the context. */
void mc_hash32_finish(uint8_t *digest, mc_sha256_context *context, uint8_t digest_bytes, mc_hash32_compress *compress);
void mc_hash64_finish(uint8_t *digest, mc_sha512_context *context, uint8_t digest_bytes, mc_hash64_compress *compress);

static inline uint32_t mc_rotate_left(uint32_t x, unsigned bits)
{
    return (x << bits) | (x >> (32 - bits));
}

static inline uint32_t mc_rotate_right(uint32_t x, unsigned bits)
{
    return (x >> bits) | (x << (32 - bits));
}

static inline uint64_t mc_rotate_right64(uint64_t x, unsigned bits)
{
    return (x >> bits) | (x << (64 - bits));
}

#endif
