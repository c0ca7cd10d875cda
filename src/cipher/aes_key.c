/* Key expansion (FIPS 197, 5.2). Each word comes of the one before it and of that key_bytes before it, so that a window
 * of key_bytes bytes is all that is kept of the expanded key in bytes. */
#include "cipher/aes.h"

#include <string.h>

#define KEY_BYTES_MAX 32
#define WORD_BYTES    4

/* The product with x modulo x^8 + x^4 + x^3 + x + 1, of round constants, which are public. */
static uint8_t next_constant(uint8_t constant)
{
    return (uint8_t)(constant << 1 ^ (constant & 0x80 ? 0x1b : 0));
}

/* word = the word that is XORed into number `index` of the expanded key, made of the word before it. */
static void transform(uint8_t word[WORD_BYTES], uint8_t index, uint8_t key_words, uint8_t *constant)
{
    if (index % key_words == 0) {
        const uint8_t first = word[0];
        memmove(word, word + 1, WORD_BYTES - 1);
        word[WORD_BYTES - 1] = first;
        mc_aes_sub_word(word);
        word[0] ^= *constant;
        *constant = next_constant(*constant);
    } else if (key_words > 6 && index % key_words == 4) {
        mc_aes_sub_word(word);
    }
}

mc_status mc_aes_expand_key(mc_aes_schedule *schedule, const uint8_t *key, size_t key_bytes)
{
    uint8_t window[KEY_BYTES_MAX], round_key[MC_AES_BLOCK_BYTES], word[WORD_BYTES], constant = 1;
    if (key_bytes != 16 && key_bytes != 24 && key_bytes != KEY_BYTES_MAX)
        return MC_ERROR_LENGTH;
    const uint8_t key_words = (uint8_t)(key_bytes / WORD_BYTES);
    schedule->rounds = (uint8_t)(key_words + 6);
    memcpy(window, key, key_bytes);
    memset(word, 0, sizeof word);
    for (uint8_t i = 0; i < WORD_BYTES * (schedule->rounds + 1); i++) {
        uint8_t *own = window + i % key_words * WORD_BYTES;
        if (i >= key_words) {
            transform(word, i, key_words, &constant);
            for (uint8_t j = 0; j < WORD_BYTES; j++)
                own[j] ^= word[j];
        }
        memcpy(word, own, WORD_BYTES);
        memcpy(round_key + i % WORD_BYTES * WORD_BYTES, word, WORD_BYTES);
        if (i % WORD_BYTES == WORD_BYTES - 1)
            mc_aes_set_round_key(schedule->keys[i / WORD_BYTES], round_key);
    }
    mc_wipe(window, sizeof window);
    mc_wipe(round_key, sizeof round_key);
    mc_wipe(word, sizeof word);
    return MC_OK;
}
