#include "word/word.h"

void mc_wipe(void *buffer, size_t bytes)
{
    volatile uint8_t *p = buffer;
    while (bytes--)
        *p++ = 0;
}

#ifdef MC_SINGLE_CURVE

__attribute__((noinline)) void mc_wipe_below(size_t bytes)
{
    volatile mc_word frame[bytes / sizeof(mc_word)];
    for (size_t i = 0; i < bytes / sizeof(mc_word); i++)
        frame[i] = 0;
}

#endif
