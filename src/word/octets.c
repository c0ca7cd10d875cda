#include "word/word.h"

#include <string.h>

#if MC_PREFER_SIZE && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ /* words are bytes in the same order */

void mc_words_from_octets(mc_word *r, uint8_t words, const uint8_t *octets, size_t count)
{
    uint8_t *byte = (uint8_t *)r;
    memset(r, 0, words * sizeof *r);
    while (count)
        *byte++ = octets[--count];
}

void mc_words_to_octets(uint8_t *octets, size_t count, const mc_word *a)
{
    const uint8_t *byte = (const uint8_t *)a;
    while (count)
        octets[--count] = *byte++;
}

void mc_words_from_octets_little(mc_word *r, uint8_t words, const uint8_t *octets, size_t count)
{
    uint8_t *bytes = (uint8_t *)r;
    memset(r, 0, words * sizeof *r);
    for (size_t i = 0; i < count; i++)
        bytes[i] = octets[i];
}

void mc_words_to_octets_little(uint8_t *octets, size_t count, const mc_word *a)
{
    const uint8_t *bytes = (const uint8_t *)a;
    for (size_t i = 0; i < count; i++)
        octets[i] = bytes[i];
}

#else

void mc_words_from_octets(mc_word *r, uint8_t words, const uint8_t *octets, size_t count)
{
    size_t i = 0;
    memset(r, 0, words * sizeof *r);
#if MC_WORD_BITS == 64 /* whole words, which the compiler reverses at once */
    for (; count - i >= MC_WORD_BYTES; i += MC_WORD_BYTES) {
        const uint8_t *p = octets + count - i - MC_WORD_BYTES;
        r[i / MC_WORD_BYTES] = (mc_word)p[0] << 56 | (mc_word)p[1] << 48 | (mc_word)p[2] << 40 | (mc_word)p[3] << 32 |
                               (mc_word)p[4] << 24 | (mc_word)p[5] << 16 | (mc_word)p[6] << 8 | p[7];
    }
#endif
    for (; i < count; i++)
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

#endif

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
