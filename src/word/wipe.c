#include "word/word.h"

/* In Thumb-2 by words, if they are aligned: a store takes as long as one of a byte. */
#ifdef __thumb2__
typedef uint32_t __attribute__((may_alias)) wiped_word;
#endif

#if MC_HAS_DATA_CACHE && MC_WORD_BITS == 64

/* As fast as the C library clears memory; the empty assembly may read the zeros, so they are written. */
void mc_wipe(void *buffer, size_t bytes)
{
    if (bytes) /* the buffer may be null otherwise */
        __builtin_memset(buffer, 0, bytes);
    __asm__ volatile("" : : "r"(buffer) : "memory");
}

#else

void mc_wipe(void *buffer, size_t bytes)
{
    volatile uint8_t *p = buffer;
#if defined(__AVR__) && !MC_PREFER_SIZE /* where the count and the branch of a byte take longer than its store */
    for (; bytes >= 8; bytes -= 8, p += 8)
        for (uint8_t i = 0; i < 8; i++)
            p[i] = 0;
#endif
#ifdef __thumb2__
    if ((uintptr_t)p % sizeof(wiped_word) == 0)
        for (; bytes >= sizeof(wiped_word); bytes -= sizeof(wiped_word), p += sizeof(wiped_word))
            *(volatile wiped_word *)p = 0;
#endif
    while (bytes--)
        *p++ = 0;
}

#endif
