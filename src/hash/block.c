#include "hash/block.h"
#include "word/pace.h"
#include "word/word.h"

static uint32_t load_big_endian(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

void mc_hash_compress_block(mc_hash_context *context, mc_hash_compress *compress)
{
    for (uint8_t i = 0; i < MC_HASH_BLOCK_BYTES / 4; i++)
        context->block.words[i] = load_big_endian(context->block.bytes + 4 * i);
    compress(context);
    mc_pause();
}

void mc_hash_feed(mc_hash_context *context, const uint8_t *data, size_t bytes, mc_hash_compress *compress)
{
    uint8_t used = (uint8_t)(context->length % MC_HASH_BLOCK_BYTES);
    context->length += bytes;
    while (bytes--) {
        context->block.bytes[used++] = *data++;
        if (used == MC_HASH_BLOCK_BYTES) {
            mc_hash_compress_block(context, compress);
            used = 0;
        }
    }
}

void mc_hash_finish(uint8_t *digest, mc_hash_context *context, uint8_t state_words, mc_hash_compress *compress)
{
    uint8_t used = (uint8_t)(context->length % MC_HASH_BLOCK_BYTES);
    context->block.bytes[used++] = 0x80;
    if (used > MC_HASH_BLOCK_BYTES - 8) { /* no room for the length */
        while (used < MC_HASH_BLOCK_BYTES)
            context->block.bytes[used++] = 0;
        mc_hash_compress_block(context, compress);
        used = 0;
    }
    while (used < MC_HASH_BLOCK_BYTES)
        context->block.bytes[used++] = 0;
    mc_hash_length bits = context->length << 3;
    for (uint8_t i = 1; i <= sizeof(bits); i++, bits >>= 8)
        context->block.bytes[MC_HASH_BLOCK_BYTES - i] = (uint8_t)bits;
    mc_hash_compress_block(context, compress);
    for (uint8_t i = 0; i < 4 * state_words; i++)
        digest[i] = (uint8_t)(context->state[i / 4] >> (24 - 8 * (i % 4)));
    mc_wipe(context, sizeof(*context));
}
