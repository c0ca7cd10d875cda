#include "encoding/encoding.h"

void FB(leftmost_bits)(mc_word *r, const uint8_t *octets, size_t count, uint16_t bits)
{
    size_t taken = (size_t)(bits + 7) / 8;
    if (taken > count)
        taken = count;
    FB(from_octets)(r, octets, taken);
    for (size_t excess = 8 * taken; excess > bits; excess--) {
        for (unsigned i = 0; i < FB_WORDS; i++) {
            mc_word above = i + 1 < FB_WORDS ? r[i + 1] : 0;
            r[i] = (mc_word)(r[i] >> 1 | above << (MC_WORD_BITS - 1));
        }
    }
}
