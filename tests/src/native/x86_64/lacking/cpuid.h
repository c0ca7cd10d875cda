/* Included in front of the compiler's header: a processor, or a system, without LACKING, bits of ecx of leaf 1, and
 * without LACKING_EBX_7 and LACKING_ECX_7, bits of leaf 7. */
#include_next <cpuid.h>

#ifndef LACKING
#define LACKING 0
#endif
#ifndef LACKING_EBX_7
#define LACKING_EBX_7 0
#endif
#ifndef LACKING_ECX_7
#define LACKING_ECX_7 0
#endif

#undef __cpuid
#undef __cpuid_count
#define __cpuid(leaf, a, b, c, d) __cpuid_count(leaf, 0, a, b, c, d)
#define __cpuid_count(leaf, subleaf, a, b, c, d)                                                                       \
    do {                                                                                                               \
        __asm__("cpuid" : "=a"(a), "=b"(b), "=c"(c), "=d"(d) : "0"(leaf), "2"(subleaf));                               \
        if ((leaf) == 1)                                                                                               \
            (c) &= ~(unsigned)(LACKING);                                                                               \
        if ((leaf) == 7) {                                                                                             \
            (b) &= ~(unsigned)(LACKING_EBX_7);                                                                         \
            (c) &= ~(unsigned)(LACKING_ECX_7);                                                                         \
        }                                                                                                              \
    } while (0)
