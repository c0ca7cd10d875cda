#include "word/word.h"

#include <string.h>

uint8_t mc_octets_overlap(const void *a, size_t a_bytes, const void *b, size_t b_bytes)
{
    const uintptr_t a_first = (uintptr_t)a, b_first = (uintptr_t)b;
    return a_first < b_first ? b_first - a_first < a_bytes && b_bytes : a_first - b_first < b_bytes && a_bytes;
}

void mc_move(uint8_t *out, const uint8_t *in, size_t bytes)
{
    if (bytes)
        memmove(out, in, bytes);
}
