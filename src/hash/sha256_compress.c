/* SHA-256's compression function in C, FIPS 180-4. */
#include "hash/block.h"

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

#if MC_PREFER_SIZE > 1 && defined(__MSP430__)
#include "hash/sha256_by_calls.h"
#else

/* On AVR the compiler writes a rotation out bit by bit at each place: there, one loop that turns by one bit. The sums
 * of rotations below are nested so that their turns are few: other than by whole bytes, at most 7 bits in all. */
#if defined(__AVR__) || (MC_PREFER_SIZE && defined(__MSP430__))
static __attribute__((noinline)) uint32_t turn(uint32_t x, uint8_t bits)
{
    do
        x = mc_rotate_right(x, 1);
    while (--bits);
    return x;
}
#else
#define turn mc_rotate_right
#endif

/* x rotated right by 2, 13, 22. */
static uint32_t big_sigma0(uint32_t x)
{
    return turn(x ^ turn(mc_rotate_right(x, 8) ^ turn(mc_rotate_right(x, 16), 1), 3), 2);
}

/* By 6, 11, 25. */
static uint32_t big_sigma1(uint32_t x)
{
    return turn(mc_rotate_right(x, 24) ^ turn(mc_rotate_right(x, 8) ^ turn(x, 3), 2), 1);
}

/* By 7, 18; and shifted by 3. */
static uint32_t small_sigma0(uint32_t x)
{
    return turn(mc_rotate_right(x, 16) ^ turn(x, 5), 2) ^ (x >> 3);
}

/* By 17, 19; and shifted by 10. */
static uint32_t small_sigma1(uint32_t x)
{
    uint32_t halves_swapped = mc_rotate_right(x, 16);
    return turn(halves_swapped ^ turn(halves_swapped, 2), 1) ^ (x >> 10);
}

#define SHA2_WORD      uint32_t
#define SHA2_ROUNDS    64
#define SHA2_SUM(a, b) ((a) + (b))
#include "hash/sha2_rounds.h"

#endif

void mc_sha256_compress(mc_sha256_context *context)
{
    compress(context->state, context->block.words);
}
