#include "word/word.h"

#include <string.h>

void mc_move(uint8_t *out, const uint8_t *in, size_t bytes)
{
    if (bytes)
        memmove(out, in, bytes);
}
