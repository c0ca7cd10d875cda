/* SHA-256, FIPS 180-4. The message schedule overwrites the block, sixteen words at a time. */
#include "hash/block.h"
#include "word/word.h"

static const MC_FLASH uint32_t initial_state[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

/* First 32 bits of the fractional parts of the cube roots of the first 64 primes. */
static const MC_FLASH uint32_t round_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t big_sigma0(uint32_t x)
{
    return mc_rotate_right(x, 2) ^ mc_rotate_right(x, 13) ^ mc_rotate_right(x, 22);
}

static uint32_t big_sigma1(uint32_t x)
{
    return mc_rotate_right(x, 6) ^ mc_rotate_right(x, 11) ^ mc_rotate_right(x, 25);
}

static uint32_t small_sigma0(uint32_t x)
{
    return mc_rotate_right(x, 7) ^ mc_rotate_right(x, 18) ^ (x >> 3);
}

static uint32_t small_sigma1(uint32_t x)
{
    return mc_rotate_right(x, 17) ^ mc_rotate_right(x, 19) ^ (x >> 10);
}

/* Round t works on the variables a..h at v[-t mod 8 ...]: nothing moves, the names rotate. */
static void compress(mc_hash_context *context)
{
    uint32_t *w = context->block.words;
    uint32_t v[8];
    for (uint8_t i = 0; i < 8; i++)
        v[i] = context->state[i];
    for (uint8_t t = 0; t < 64; t++) {
#define V(i) v[(uint8_t)((i) - t) & 7]
        if (t >= 16)
            w[t & 15] += small_sigma1(w[(t - 2) & 15]) + w[(t - 7) & 15] + small_sigma0(w[(t - 15) & 15]);
        uint32_t e = V(4), a = V(0);
        uint32_t sum = V(7) + big_sigma1(e) + (V(6) ^ (e & (V(5) ^ V(6)))) + round_constants[t] + w[t & 15];
        V(3) += sum;
        V(7) = sum + big_sigma0(a) + ((a & V(1)) | (V(2) & (a | V(1))));
#undef V
    }
    for (uint8_t i = 0; i < 8; i++)
        context->state[i] += v[i];
    mc_wipe(v, sizeof(v));
}

void mc_sha256_begin(mc_hash_context *context)
{
    for (uint8_t i = 0; i < 8; i++)
        context->state[i] = initial_state[i];
    context->length = 0;
}

void mc_sha256_feed(mc_hash_context *context, const uint8_t *data, size_t bytes)
{
    mc_hash_feed(context, data, bytes, compress);
}

void mc_sha256_finish(uint8_t digest[MC_SHA256_BYTES], mc_hash_context *context)
{
    mc_hash_finish(digest, context, MC_SHA256_BYTES / 4, compress);
}
