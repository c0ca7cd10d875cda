/* In front of the compiler's header: a processor, or a system, that lacks LACKING, bits of ecx of leaf 1. */
#include_next <cpuid.h>

#undef __cpuid
#define __cpuid(leaf, a, b, c, d)                                                                                      \
    do {                                                                                                               \
        __asm__("cpuid" : "=a"(a), "=b"(b), "=c"(c), "=d"(d) : "0"(leaf), "2"(0));                                     \
        if ((leaf) == 1)                                                                                               \
            (c) &= ~(unsigned)(LACKING);                                                                               \
    } while (0)
