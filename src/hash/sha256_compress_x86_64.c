/* SHA-256's compression function by the SHA extensions (Intel's manual, volume 2, SHA256RNDS2, SHA256MSG1, SHA256MSG2),
 * bound where the processor has them; the one in C elsewhere. Constant time: no table, no branch on data. */
#include "hash/block.h"

#if MC_NATIVE_X86_64
#include <immintrin.h>

#include "native/x86_64/level.h"

/* First 32 bits of the fractional parts of the cube roots of the first 64 primes, four rounds in a row. */
static const uint32_t round_constants[16][4] = {
    {0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5}, {0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5},
    {0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3}, {0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174},
    {0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc}, {0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da},
    {0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7}, {0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967},
    {0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13}, {0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85},
    {0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3}, {0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070},
    {0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5}, {0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3},
    {0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208}, {0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2},
};

/* The instructions take the state as (A, B, E, F) and (C, D, G, H), the first letter highest. */
__attribute__((target("sha,sse4.1,ssse3"))) static void compress_sha(mc_sha256_context *context)
{
    const __m128i *block = (const __m128i *)context->block.words;
    __m128i *state = (__m128i *)context->state;
    const __m128i cdab = _mm_shuffle_epi32(_mm_loadu_si128(state), 0xb1);
    const __m128i efgh = _mm_shuffle_epi32(_mm_loadu_si128(state + 1), 0x1b);
    const __m128i abef_before = _mm_alignr_epi8(cdab, efgh, 8), cdgh_before = _mm_blend_epi16(efgh, cdab, 0xf0);
    __m128i abef = abef_before, cdgh = cdgh_before, words[4];
    for (uint8_t i = 0; i < 4; i++)
        words[i] = _mm_loadu_si128(block + i);
    for (uint8_t i = 0; i < 16; i++) {
        const __m128i sum = _mm_add_epi32(words[0], _mm_loadu_si128((const __m128i *)round_constants[i]));
        cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
        abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0e));
        const __m128i older =
            _mm_add_epi32(_mm_sha256msg1_epu32(words[0], words[1]), _mm_alignr_epi8(words[3], words[2], 4));
        const __m128i next = _mm_sha256msg2_epu32(older, words[3]); /* without use in the last four rounds */
        words[0] = words[1];
        words[1] = words[2];
        words[2] = words[3];
        words[3] = next;
    }
    const __m128i feba = _mm_shuffle_epi32(_mm_add_epi32(abef, abef_before), 0x1b);
    const __m128i dchg = _mm_shuffle_epi32(_mm_add_epi32(cdgh, cdgh_before), 0xb1);
    _mm_storeu_si128(state, _mm_blend_epi16(feba, dchg, 0xf0));
    _mm_storeu_si128(state + 1, _mm_alignr_epi8(dchg, feba, 8));
}

/* Static, for the loader binds its address before it can find others by their names. */
static void compress_in_c(mc_sha256_context *context)
{
    mc_sha256_compress(context);
}

MC_BIND(mc_sha256_compress_x86_64, mc_hash32_compress, mc_x86_64_has_sha, compress_sha, compress_in_c,
        (mc_sha256_context * context), (context))
#endif
