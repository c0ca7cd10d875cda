/* Template of the Merkle-Damgard framing of SHA-1 and SHA-2 (FIPS 180-4, 5.1, 5.2): blocks of 16 words, big-endian, and
 * at the end of the message a bit, zeros and its length in bits. hash32.c and hash64.c include it for HASH_WORD, the
 * word, HASH_CONTEXT, HASH_COMPRESS, the types of hash/block.h, and load_big_endian, which reads a word and which
 * some builds need not (MC_HASH_BLOCKS_ARE_WORDS). */
#include "hash/block.h"
#include "word/pace.h"
#include "word/word.h"

#define HASH_WORD_BYTES   sizeof(HASH_WORD)
#define HASH_BLOCK_BYTES  (16 * HASH_WORD_BYTES)
#define HASH_LENGTH_BYTES (2 * HASH_WORD_BYTES)
#define HASH_PLACE(i)     MC_HASH_PLACE(i, HASH_WORD_BYTES)

MC_INLINE void begin(HASH_CONTEXT *context, const MC_FLASH HASH_WORD *initial_state)
{
    for (uint8_t i = 0; i < 8; i++)
        context->state[i] = initial_state[i];
    context->length = 0;
}

static __attribute__((noinline)) void compress_block(HASH_CONTEXT *context, HASH_COMPRESS *compress)
{
#if !MC_HASH_BLOCKS_ARE_WORDS
    for (uint8_t i = 0; i < 16; i++)
        context->block.words[i] = load_big_endian(context->block.bytes + HASH_WORD_BYTES * i);
#endif
    compress(context);
    mc_pause();
}

#if MC_HASH_BLOCKS_ARE_WORDS

/* The bytes of a word, between the machine's order and the message's. */
MC_INLINE void reverse_word(uint8_t *out, const uint8_t *in)
{
    for (uint8_t half = 0; half < HASH_WORD_BYTES; half = (uint8_t)(half + 4)) {
        uint8_t *const to = out + HASH_WORD_BYTES - 4 - half;
        to[3] = in[half];
        to[2] = in[half + 1];
        to[1] = in[half + 2];
        to[0] = in[half + 3];
    }
}

MC_INLINE void feed(HASH_CONTEXT *context, const uint8_t *data, size_t bytes, HASH_COMPRESS *compress)
{
    uint8_t used = (uint8_t)(context->length % HASH_BLOCK_BYTES);
    context->length += bytes;
    while (bytes) {
        if (used % HASH_WORD_BYTES == 0 && bytes >= HASH_WORD_BYTES) {
            reverse_word(context->block.bytes + used, data);
            data += HASH_WORD_BYTES;
            used = (uint8_t)(used + HASH_WORD_BYTES);
            bytes -= HASH_WORD_BYTES;
        } else {
            context->block.bytes[HASH_PLACE(used++)] = *data++;
            bytes--;
        }
        if (used == HASH_BLOCK_BYTES) {
            compress_block(context, compress);
            used = 0;
        }
    }
}

/* digest_bytes is a multiple of a word's. */
MC_INLINE void write_digest(uint8_t *digest, const HASH_CONTEXT *context, uint8_t digest_bytes)
{
    const uint8_t *word = (const uint8_t *)context->state;
    for (const uint8_t *end = digest + digest_bytes; digest != end; digest += HASH_WORD_BYTES, word += HASH_WORD_BYTES)
        reverse_word(digest, word);
}

/* Zeros from a byte of the block to its end. */
MC_INLINE void fill_with_zeros(HASH_CONTEXT *context, uint8_t used)
{
    for (; used % HASH_WORD_BYTES; used++)
        context->block.bytes[HASH_PLACE(used)] = 0;
    for (HASH_WORD *word = context->block.words + used / HASH_WORD_BYTES; word != context->block.words + 16; word++)
        *word = 0;
}

#else

MC_INLINE void feed(HASH_CONTEXT *context, const uint8_t *data, size_t bytes, HASH_COMPRESS *compress)
{
    uint8_t used = (uint8_t)(context->length % HASH_BLOCK_BYTES);
    context->length += bytes;
    while (bytes--) {
        context->block.bytes[used++] = *data++;
        if (used == HASH_BLOCK_BYTES) {
            compress_block(context, compress);
            used = 0;
        }
    }
}

/* digest_bytes is a multiple of a word's. Bytes are written from a word that keeps its place, as a shift by a variable
 * count takes long on small processors. */
MC_INLINE void write_digest(uint8_t *digest, const HASH_CONTEXT *context, uint8_t digest_bytes)
{
    const HASH_WORD *word = context->state;
    for (uint8_t words = 0; words < 8 && HASH_WORD_BYTES * words < digest_bytes; words++) {
        HASH_WORD rest = *word++;
        for (uint8_t i = HASH_WORD_BYTES; i--; rest >>= 8)
            digest[i] = (uint8_t)rest;
        digest += HASH_WORD_BYTES;
    }
}

/* Zeros from a byte of the block to its end. */
MC_INLINE void fill_with_zeros(HASH_CONTEXT *context, uint8_t used)
{
    for (uint8_t *byte = context->block.bytes + used; byte != context->block.bytes + HASH_BLOCK_BYTES; byte++)
        *byte = 0;
}

#endif

/* The digest, in the memory of the context; the rest of the context is wiped. */
MC_NOINLINE void write_digest_within(uint8_t *digest, HASH_CONTEXT *context, uint8_t digest_bytes)
{
    uint8_t own[8 * HASH_WORD_BYTES];
    write_digest(own, context, digest_bytes);
    mc_wipe(context, sizeof(*context));
    mc_move(digest, own, digest_bytes);
    mc_wipe(own, sizeof own);
}

/* Writes digest_bytes bytes of the state, which may overlap the context, and wipes the context. */
MC_INLINE void finish(uint8_t *digest, HASH_CONTEXT *context, uint8_t digest_bytes, HASH_COMPRESS *compress)
{
    uint8_t used = (uint8_t)(context->length % HASH_BLOCK_BYTES);
    context->block.bytes[HASH_PLACE(used++)] = 0x80;
    if (used > HASH_BLOCK_BYTES - HASH_LENGTH_BYTES) { /* no room for the length */
        fill_with_zeros(context, used);
        compress_block(context, compress);
        used = 0;
    }
    fill_with_zeros(context, used);
    mc_hash_length bits = context->length << 3;
    for (uint8_t i = 1; i <= sizeof(bits); i++, bits >>= 8)
        context->block.bytes[HASH_PLACE(HASH_BLOCK_BYTES - i)] = (uint8_t)bits;
    compress_block(context, compress);
#if MC_PREFER_SIZE
    write_digest_within(digest, context, digest_bytes);
#else
    if (mc_octets_overlap(digest, digest_bytes, context, sizeof(*context))) {
        write_digest_within(digest, context, digest_bytes);
        return;
    }
    write_digest(digest, context, digest_bytes);
    mc_wipe(context, sizeof(*context));
#endif
}
