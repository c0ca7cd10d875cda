#include "word/word.h"

/* In Thumb-2 by words, if they are aligned: a store takes as long as one of a byte. */
#ifdef __thumb2__
typedef uint32_t __attribute__((may_alias)) wiped_word;
#endif

void mc_wipe(void *buffer, size_t bytes)
{
    volatile uint8_t *p = buffer;
#ifdef __thumb2__
    if ((uintptr_t)p % sizeof(wiped_word) == 0)
        for (; bytes >= sizeof(wiped_word); bytes -= sizeof(wiped_word), p += sizeof(wiped_word))
            *(volatile wiped_word *)p = 0;
#endif
    while (bytes--)
        *p++ = 0;
}
