#include "cipher/chacha20.h"

#include <string.h>

#define STATE_WORDS   16
#define COUNTER_PLACE 12
#define DOUBLE_ROUNDS 10

static uint32_t rotated(uint32_t word, uint8_t bits)
{
    return word << bits | word >> (32 - bits);
}

static uint32_t word_of(const uint8_t octets[4])
{
    return (uint32_t)octets[3] << 24 | (uint32_t)octets[2] << 16 | (uint32_t)octets[1] << 8 | octets[0];
}

/* RFC 8439, 2.1, of the words a, b, c, d. */
static void quarter_round(uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d)
{
    *a += *b;
    *d = rotated(*d ^ *a, 16);
    *c += *d;
    *b = rotated(*b ^ *c, 12);
    *a += *b;
    *d = rotated(*d ^ *a, 8);
    *c += *d;
    *b = rotated(*b ^ *c, 7);
}

/* Rounds of columns and of diagonals by turns: in a round of diagonals, row r begins r words further. */
static void permute(uint32_t words[STATE_WORDS])
{
    for (uint8_t round = 0; round < 2 * DOUBLE_ROUNDS; round++) {
        const uint8_t shift = round % 2;
        for (uint8_t i = 0; i < 4; i++)
            quarter_round(words + i, words + 4 + (i + shift) % 4, words + 8 + (i + 2 * shift) % 4,
                          words + 12 + (i + 3 * shift) % 4);
    }
}

void mc_chacha20_begin(mc_chacha20 *state, const uint8_t key[MC_CHACHA20_POLY1305_KEY_BYTES],
                       const uint8_t nonce[MC_CHACHA20_POLY1305_NONCE_BYTES])
{
    state->words[0] = 0x61707865; /* "expand 32-byte k" */
    state->words[1] = 0x3320646e;
    state->words[2] = 0x79622d32;
    state->words[3] = 0x6b206574;
    for (uint8_t i = 0; i < 8; i++)
        state->words[4 + i] = word_of(key + 4 * i);
    state->words[COUNTER_PLACE] = 0;
    for (uint8_t i = 0; i < 3; i++)
        state->words[COUNTER_PLACE + 1 + i] = word_of(nonce + 4 * i);
}

void mc_chacha20_block(uint8_t block[MC_CHACHA20_BLOCK_BYTES], mc_chacha20 *state)
{
    uint32_t words[STATE_WORDS];
    memcpy(words, state->words, sizeof words);
    permute(words);
    for (uint8_t i = 0; i < STATE_WORDS; i++) {
        uint32_t word = words[i] + state->words[i];
        for (uint8_t j = 0; j < 4; j++, word >>= 8)
            block[4 * i + j] = (uint8_t)word;
    }
    state->words[COUNTER_PLACE]++;
    mc_wipe(words, sizeof words);
}
