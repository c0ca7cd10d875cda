#include "encoding/encoding.h"

#include <string.h>

void FB(from_octets)(mc_word *r, const uint8_t *octets, size_t count)
{
    memset(r, 0, FB_WORDS * sizeof *r);
    for (size_t i = 0; i < count; i++)
        r[i / MC_WORD_BYTES] |= (mc_word)((mc_word)octets[count - 1 - i] << (8 * (i % MC_WORD_BYTES)));
}

void FB(to_octets)(uint8_t *octets, size_t count, const mc_word *a)
{
    for (size_t i = 0; i < count; i++)
        octets[count - 1 - i] = (uint8_t)(a[i / MC_WORD_BYTES] >> (8 * (i % MC_WORD_BYTES)));
}
