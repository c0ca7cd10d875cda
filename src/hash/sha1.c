/* SHA-1, FIPS 180-4. Collisions can be made: for old vectors and old peers only. */
#include "hash/block.h"
#include "hash/hash.h"

static const MC_FLASH uint32_t initial_state[8] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
static const MC_FLASH uint32_t round_constants[4] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};

/* f_t of rounds 20 (quarter) to 20 (quarter) + 19. */
static uint32_t mix(uint8_t quarter, uint32_t b, uint32_t c, uint32_t d)
{
    if (quarter == 0)
        return d ^ (b & (c ^ d));
    if (quarter == 2)
        return (b & c) | (d & (b | c));
    return b ^ c ^ d;
}

static void compress(mc_sha256_context *context)
{
    uint32_t *w = context->block.words;
    uint32_t a = context->state[0], b = context->state[1], c = context->state[2];
    uint32_t d = context->state[3], e = context->state[4];
    for (uint8_t t = 0; t < 80; t++) {
        if (t >= 16)
            w[t & 15] = mc_rotate_left(w[(t - 3) & 15] ^ w[(t - 8) & 15] ^ w[(t - 14) & 15] ^ w[t & 15], 1);
        uint8_t quarter = t / 20;
        uint32_t sum = mc_rotate_left(a, 5) + mix(quarter, b, c, d) + e + round_constants[quarter] + w[t & 15];
        e = d;
        d = c;
        c = mc_rotate_right(b, 2);
        b = a;
        a = sum;
    }
    context->state[0] += a;
    context->state[1] += b;
    context->state[2] += c;
    context->state[3] += d;
    context->state[4] += e;
}

void mc_sha1_begin(mc_sha256_context *context)
{
    mc_hash32_begin(context, initial_state);
}

void mc_sha1_feed(mc_sha256_context *context, const uint8_t *data, size_t bytes)
{
    mc_hash32_feed(context, data, bytes, compress);
}

void mc_sha1_finish(uint8_t digest[MC_SHA1_BYTES], mc_sha256_context *context)
{
    mc_hash32_finish(digest, context, MC_SHA1_BYTES, compress);
}

static void begin(mc_hash_context *context)
{
    mc_sha1_begin(&context->of.sha256);
}

static void feed(mc_hash_context *context, const uint8_t *data, size_t bytes)
{
    mc_sha1_feed(&context->of.sha256, data, bytes);
}

static void finish(uint8_t *digest, mc_hash_context *context)
{
    mc_sha1_finish(digest, &context->of.sha256);
}

const mc_hash mc_sha1 = {begin, feed, finish, MC_SHA1_BYTES, MC_SHA256_BLOCK_BYTES};
