#include "word/word.h"

uint8_t mc_octets_equal(const uint8_t *a, const uint8_t *b, size_t bytes)
{
    mc_word difference = 0;
    while (bytes--)
        difference |= (mc_word)(*a++ ^ *b++);
    return (uint8_t)(mc_word_mask_zero(difference) & 1);
}
