#include "word/word.h"

#include <string.h>

void mc_words_from_octets(mc_word *r, uint8_t words, const uint8_t *octets, size_t count)
{
    memset(r, 0, words * sizeof *r);
    for (size_t i = 0; i < count; i++)
        r[i / MC_WORD_BYTES] |= (mc_word)((mc_word)octets[count - 1 - i] << (8 * (i % MC_WORD_BYTES)));
}

void mc_words_to_octets(uint8_t *octets, size_t count, const mc_word *a)
{
    for (size_t i = 0; i < count; i++)
        octets[count - 1 - i] = (uint8_t)(a[i / MC_WORD_BYTES] >> (8 * (i % MC_WORD_BYTES)));
}

void mc_words_from_octets_little(mc_word *r, uint8_t words, const uint8_t *octets, size_t count)
{
    memset(r, 0, words * sizeof *r);
    for (size_t i = 0; i < count; i++)
        r[i / MC_WORD_BYTES] |= (mc_word)((mc_word)octets[i] << (8 * (i % MC_WORD_BYTES)));
}

void mc_words_to_octets_little(uint8_t *octets, size_t count, const mc_word *a)
{
    for (size_t i = 0; i < count; i++)
        octets[i] = (uint8_t)(a[i / MC_WORD_BYTES] >> (8 * (i % MC_WORD_BYTES)));
}

void mc_words_from_leftmost_bits(mc_word *r, uint8_t words, const uint8_t *octets, size_t count, uint16_t bits)
{
    size_t taken = (size_t)(bits + 7) / 8;
    if (taken > count)
        taken = count;
    mc_words_from_octets(r, words, octets, taken);
    for (size_t excess = 8 * taken; excess > bits; excess--) {
        for (uint8_t i = 0; i < words; i++) {
            mc_word above = i + 1 < words ? r[i + 1] : 0;
            r[i] = (mc_word)(r[i] >> 1 | above << (MC_WORD_BITS - 1));
        }
    }
}
