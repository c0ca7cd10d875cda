/* Modulo x^128 + x^7 + x^2 + x + 1. The product with x is a shift to the right. */
#include "cipher/ghash.h"

#include <string.h>

#define WORDS MC_GHASH_WORDS

#if MC_WORD_BITS == 64

/* The low 64 bits of a product of polynomials, by products of integers that have one bit in four: their sums of at most
 * 16 bits do not carry into the next of these bits. */
static uint64_t low_product(uint64_t a, uint64_t b)
{
    static const uint64_t every_fourth = 0x1111111111111111;
    uint64_t product = 0;
    for (uint8_t i = 0; i < 4; i++) {
        uint64_t sum = 0;
        for (uint8_t j = 0; j < 4; j++)
            sum ^= (a & every_fourth << j) * (b & every_fourth << ((i - j) & 3));
        product |= sum & every_fourth << i;
    }
    return product;
}

/* The bits in the opposite order. */
static uint64_t mirrored(uint64_t a)
{
    static const uint64_t masks[] = {0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f,
                                     0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff};
    for (uint8_t i = 0; i < 6; i++)
        a = (a & masks[i]) << (1 << i) | (a >> (1 << i) & masks[i]);
    return a;
}

/* r = a b. As both are mirrored, the product of their numbers is half of the mirrored product. */
static void multiply(mc_word r[WORDS], const mc_word a[WORDS], const mc_word b[WORDS])
{
    uint64_t product[2 * WORDS] = {0};
    for (uint8_t i = 0; i < WORDS; i++) {
        for (uint8_t j = 0; j < WORDS; j++) {
            product[i + j] ^= low_product(a[i], b[j]) << 1;
            product[i + j + 1] ^= low_product(a[i], b[j]) >> 63;
            product[i + j + 1] ^= mirrored(low_product(mirrored(a[i]), mirrored(b[j]))) & ~(uint64_t)1;
        }
    }
    for (uint8_t i = 0; i < WORDS; i++) { /* x^128 is 1 + x + x^2 + x^7, first for the upper half of what is above */
        const uint64_t above = product[i];
        product[i + 2] ^= above ^ above >> 1 ^ above >> 2 ^ above >> 7;
        product[i + 1] ^= above << 63 ^ above << 62 ^ above << 57;
    }
    memcpy(r, product + WORDS, WORDS * sizeof *r);
    mc_wipe(product, sizeof product);
}

#else

/* a = a x. */
static void shift(mc_word a[WORDS])
{
    const mc_word leaves = (mc_word)(0 - (a[0] & 1));
    for (uint8_t i = 0; i < WORDS - 1; i++)
        a[i] = (mc_word)(a[i] >> 1 | a[i + 1] << (MC_WORD_BITS - 1));
    a[WORDS - 1] = (mc_word)(a[WORDS - 1] >> 1);
    a[WORDS - 1] ^= (mc_word)(mc_word_barrier(leaves) & (mc_word)0xe1 << (MC_WORD_BITS - 8));
}

/* r = a b, bit by bit. */
static void multiply(mc_word r[WORDS], const mc_word a[WORDS], const mc_word b[WORDS])
{
    mc_word product[WORDS] = {0}, multiple[WORDS];
    memcpy(multiple, b, sizeof multiple);
    for (uint8_t i = WORDS; i-- > 0;) {
        for (uint8_t bit = MC_WORD_BITS; bit-- > 0;) {
            const mc_word mask = mc_word_barrier((mc_word)(0 - (a[i] >> bit & 1)));
            for (uint8_t j = 0; j < WORDS; j++)
                product[j] ^= multiple[j] & mask;
            shift(multiple);
        }
    }
    memcpy(r, product, sizeof product);
    mc_wipe(product, sizeof product);
    mc_wipe(multiple, sizeof multiple);
}

#endif

void mc_ghash_begin(mc_ghash *state, const uint8_t key[MC_GHASH_BLOCK_BYTES])
{
    mc_words_from_octets(state->key, WORDS, key, MC_GHASH_BLOCK_BYTES);
    memset(state->sum, 0, sizeof state->sum);
}

void mc_ghash_feed(mc_ghash *state, const uint8_t *octets, size_t bytes)
{
    uint8_t block[MC_GHASH_BLOCK_BYTES];
    mc_word number[WORDS];
    while (bytes > 0) {
        const size_t taken = bytes < sizeof block ? bytes : sizeof block;
        memset(block, 0, sizeof block);
        memcpy(block, octets, taken);
        mc_words_from_octets(number, WORDS, block, sizeof block);
        for (uint8_t i = 0; i < WORDS; i++)
            state->sum[i] ^= number[i];
        multiply(state->sum, state->sum, state->key);
        octets += taken;
        bytes -= taken;
    }
    mc_wipe(block, sizeof block);
    mc_wipe(number, sizeof number);
}

void mc_ghash_finish(uint8_t digest[MC_GHASH_BLOCK_BYTES], mc_ghash *state)
{
    mc_words_to_octets(digest, MC_GHASH_BLOCK_BYTES, state->sum);
    mc_wipe(state, sizeof *state);
}
