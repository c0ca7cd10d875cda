#include "word/word.h"

void mc_wipe(void *buffer, size_t bytes)
{
    volatile uint8_t *p = buffer;
    while (bytes--)
        *p++ = 0;
}
