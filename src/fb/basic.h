/* The shortest functions on elements: basic.c makes functions of them, and on hosts, where a call costs more than the
 * few words of an element, fb.h lets the compiler put them in line. FB_BASIC says which. */

#include "fb/unroll.h"

FB_BASIC void FB(copy)(mc_word *r, const mc_word *a)
{
#if MC_WORD_BITS == 8 && !MC_PREFER_SIZE
#define BASIC_COPY_WORD(i)                                                                                             \
    if ((i) < FB_WORDS)                                                                                                \
        r[i] = a[i];
    FB_UNROLL(BASIC_COPY_WORD)
#undef BASIC_COPY_WORD
#else
    for (uint8_t i = 0; i < FB_WORDS; i++)
        r[i] = a[i];
#endif
}

FB_BASIC void FB(select)(mc_word *r, const mc_word *a, mc_word mask)
{
    for (uint8_t i = 0; i < FB_WORDS; i++)
        r[i] ^= mask & (r[i] ^ a[i]);
}

FB_BASIC void FB(swap)(mc_word *a, mc_word *b, mc_word mask)
{
    for (uint8_t i = 0; i < FB_WORDS; i++) {
        mc_word difference = mask & (a[i] ^ b[i]);
        a[i] ^= difference;
        b[i] ^= difference;
    }
}

FB_BASIC void FB(from_flash)(mc_word *r, const MC_FLASH mc_word *a)
{
    for (uint8_t i = 0; i < FB_WORDS; i++)
        r[i] = a[i];
}

FB_BASIC void FB(add_masked)(mc_word *r, const mc_word *a, mc_word mask)
{
    for (uint8_t i = 0; i < FB_WORDS; i++)
        r[i] ^= a[i] & mask;
}

FB_BASIC void FB(set_small)(mc_word *r, mc_word value)
{
    r[0] = value;
    for (uint8_t i = 1; i < FB_WORDS; i++)
        r[i] = 0;
}
