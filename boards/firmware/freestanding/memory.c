/* Functions that compilers and libgcc call, without a C library. The functions of string.h work by words if both ends
 * are aligned. Their time depends on sizes and alignment alone; only memcmp's also depends on the compared bytes, and
 * the library does not call it on secrets. */
#include <stdint.h>
#include "freestanding/string.h"

#define WORD_BYTES (sizeof(word))

/* A word that may alias anything. */
typedef uint32_t __attribute__((may_alias)) word;

/* Without this, compilers would recognize a memcpy in these loops and call it. */
#define IN_LOOPS __attribute__((optimize("no-tree-loop-distribute-patterns")))

static int are_aligned(const void *a, const void *b)
{
    return (((uintptr_t)a | (uintptr_t)b) & (WORD_BYTES - 1)) == 0;
}

IN_LOOPS void *memcpy(void *restrict to, const void *restrict from, size_t bytes)
{
    uint8_t *t = to;
    const uint8_t *f = from;
    if (are_aligned(t, f))
        for (; bytes >= WORD_BYTES; bytes -= WORD_BYTES, t += WORD_BYTES, f += WORD_BYTES)
            *(word *)t = *(const word *)f;
    while (bytes--)
        *t++ = *f++;
    return to;
}

IN_LOOPS void *memmove(void *to, const void *from, size_t bytes)
{
    uint8_t *t = to;
    const uint8_t *f = from;
    if (t <= f)
        return memcpy(to, from, bytes);
    while (bytes--)
        t[bytes] = f[bytes];
    return to;
}

IN_LOOPS void *memset(void *to, int value, size_t bytes)
{
    uint8_t *t = to;
    if (are_aligned(t, t))
        for (; bytes >= WORD_BYTES; bytes -= WORD_BYTES, t += WORD_BYTES)
            *(word *)t = (uint8_t)value * UINT32_C(0x01010101);
    while (bytes--)
        *t++ = (uint8_t)value;
    return to;
}

int memcmp(const void *a, const void *b, size_t bytes)
{
    const uint8_t *p = a, *q = b;
    for (; bytes--; p++, q++)
        if (*p != *q)
            return *p < *q ? -1 : 1;
    return 0;
}

/* libgcc calls it for a division by zero. */
int raise(int signal);

int raise(int signal)
{
    (void)signal;
    __builtin_trap();
}
