/* Which instructions this processor has. libgcc's __builtin_cpu_supports is of no use to a resolver (native/bind.h): it
 * keeps a variable of its own.
 *
 * Where the loader has no indirect functions (musl), or with -DMC_X86_64_LEVEL, the choice is made when the library
 * is compiled: =x86_64 for none of these instructions, =adx for MULX, ADCX, ADOX, AVX and PCLMULQDQ, =vpclmul for these
 * and for VPCLMULQDQ with AVX-512. */
#ifndef MC_NATIVE_X86_64_LEVEL_H
#define MC_NATIVE_X86_64_LEVEL_H

#include <cpuid.h>
#include <stdlib.h> /* __GLIBC__ */

#include "word/word.h"

#if !defined(MC_X86_64_LEVEL) && !defined(__GLIBC__) && !defined(__FreeBSD__)
#if defined(__ADX__) && defined(__AVX512BW__) && defined(__VPCLMULQDQ__)
#define MC_X86_64_LEVEL vpclmul
#elif defined(__ADX__) && defined(__BMI2__) && defined(__AVX__) && defined(__PCLMUL__)
#define MC_X86_64_LEVEL adx
#else
#define MC_X86_64_LEVEL x86_64
#endif
#endif

#ifdef MC_X86_64_LEVEL
#define MC_LEVEL_IS_FIXED 1
#else
#define MC_LEVEL_IS_FIXED 0
#endif
#define MC_LOADER_PASSES void /* the processor tells all */
#define MC_LOADER_SAYS
#define MC_SYSTEM_SAYS
#include "native/bind.h"

/* The bits of XCR0: which registers the operating system saves. 0 without XGETBV. */
MC_BARE static inline __attribute__((always_inline)) unsigned mc_x86_64_saved(void)
{
    unsigned eax, ebx, ecx, edx;
    __cpuid(1, eax, ebx, ecx, edx);
    if (!(ecx & bit_OSXSAVE))
        return 0;
    __asm__("xgetbv" : "=a"(eax), "=d"(edx) : "c"(0));
    return eax;
}

#if MC_LEVEL_IS_FIXED

#define MC_X86_64_LEVEL_vpclmul 2
#define MC_X86_64_LEVEL_adx     1
#define MC_X86_64_LEVEL_x86_64  0
#define MC_X86_64_FIXED         MC_CONCATENATE(MC_X86_64_LEVEL_, MC_X86_64_LEVEL)

static inline int mc_x86_64_has_adx(void)
{
    return MC_X86_64_FIXED >= MC_X86_64_LEVEL_adx;
}

/* Two that tell of the processor at hand: whatever the level, the C library copies bytes in the registers that it
 * finds, and native/burn.c clears them. XCR0 has bits only for registers that the processor has. */
static inline int mc_x86_64_has_avx(void)
{
    return (mc_x86_64_saved() & 6) == 6;
}

static inline int mc_x86_64_has_avx512(void)
{
    return (mc_x86_64_saved() & 0xe6) == 0xe6;
}

static inline int mc_x86_64_has_carryless(void)
{
    return MC_X86_64_FIXED >= MC_X86_64_LEVEL_adx;
}

static inline int mc_x86_64_has_wide(void)
{
    return MC_X86_64_FIXED >= MC_X86_64_LEVEL_vpclmul;
}

static inline int mc_x86_64_has_sha(void)
{
    return MC_X86_64_FIXED >= MC_X86_64_LEVEL_vpclmul;
}

/* Of which AVX-512 says so, and the level adx nothing. */
static inline int mc_x86_64_has_avx2(void)
{
    return MC_X86_64_FIXED >= MC_X86_64_LEVEL_vpclmul;
}

#else

/* Whether the processor has MULX (BMI2) and ADCX, ADOX (ADX). They need nothing of the operating system. The macros of
 * cpuid.h, not its functions, which could be instrumented. */
MC_BARE static inline __attribute__((always_inline)) int mc_x86_64_has_adx(void)
{
    unsigned eax, ebx, ecx, edx;
    __cpuid(0, eax, ebx, ecx, edx);
    if (eax < 7)
        return 0;
    __cpuid_count(7, 0, eax, ebx, ecx, edx);
    return (ebx & bit_BMI2) && (ebx & bit_ADX);
}

/* Whether the processor has AVX, and the operating system saves its registers: bits 1 and 2 of XCR0. */
MC_BARE static inline __attribute__((always_inline)) int mc_x86_64_has_avx(void)
{
    unsigned eax, ebx, ecx, edx;
    __cpuid(1, eax, ebx, ecx, edx);
    return (ecx & bit_AVX) && (mc_x86_64_saved() & 6) == 6;
}

/* Whether it has AVX-512 F, likewise: bits 5, 6 and 7, too. */
MC_BARE static inline __attribute__((always_inline)) int mc_x86_64_has_avx512(void)
{
    unsigned eax, ebx, ecx, edx;
    if (!mc_x86_64_has_avx() || (mc_x86_64_saved() & 0xe6) != 0xe6)
        return 0;
    __cpuid(0, eax, ebx, ecx, edx);
    if (eax < 7)
        return 0;
    __cpuid_count(7, 0, eax, ebx, ecx, edx);
    return !!(ebx & bit_AVX512F);
}

/* Whether the processor has PCLMULQDQ besides AVX. */
MC_BARE static inline __attribute__((always_inline)) int mc_x86_64_has_carryless(void)
{
    unsigned eax, ebx, ecx, edx;
    __cpuid(1, eax, ebx, ecx, edx);
    return (ecx & bit_PCLMUL) && mc_x86_64_has_avx();
}

/* Whether the processor has VPCLMULQDQ, GFNI, AVX-512 F, BW, DQ and VL, and BMI2. */
MC_BARE static inline __attribute__((always_inline)) int mc_x86_64_has_wide(void)
{
    unsigned eax, ebx, ecx, edx;
    if (!mc_x86_64_has_carryless() || !mc_x86_64_has_avx512())
        return 0;
    __cpuid_count(7, 0, eax, ebx, ecx, edx);
    const unsigned needed = bit_BMI2 | bit_AVX512DQ | bit_AVX512BW | bit_AVX512VL;
    return (ebx & needed) == needed && (ecx & bit_VPCLMULQDQ) && (ecx & bit_GFNI);
}

/* Whether the processor has the SHA extensions, SSSE3 and SSE4.1. They need nothing of the operating system. */
MC_BARE static inline __attribute__((always_inline)) int mc_x86_64_has_sha(void)
{
    unsigned eax, ebx, ecx, edx;
    __cpuid(0, eax, ebx, ecx, edx);
    if (eax < 7)
        return 0;
    __cpuid(1, eax, ebx, ecx, edx);
    if (!(ecx & bit_SSSE3) || !(ecx & bit_SSE4_1))
        return 0;
    __cpuid_count(7, 0, eax, ebx, ecx, edx);
    return !!(ebx & bit_SHA);
}

/* Whether the processor has AVX2 besides the features of has_carryless, which use the same registers. */
MC_BARE static inline __attribute__((always_inline)) int mc_x86_64_has_avx2(void)
{
    unsigned eax, ebx, ecx, edx;
    __cpuid(0, eax, ebx, ecx, edx);
    if (eax < 7)
        return 0;
    __cpuid_count(7, 0, eax, ebx, ecx, edx);
    return (ebx & bit_AVX2) && mc_x86_64_has_carryless();
}

#endif

/* Whether the processor has AVX-512 IFMA, VBMI and VBMI2 with what they stand on. A fixed level does not tell: then the
 * compiler's flags do. */
MC_BARE static inline __attribute__((always_inline)) int mc_x86_64_has_ifma(void)
{
#if MC_LEVEL_IS_FIXED
#if defined(__AVX512IFMA__) && defined(__AVX512VBMI__) && defined(__AVX512VBMI2__)
    return mc_x86_64_has_wide();
#else
    return 0;
#endif
#else
    unsigned eax, ebx, ecx, edx;
    if (!mc_x86_64_has_avx512())
        return 0;
    __cpuid_count(7, 0, eax, ebx, ecx, edx);
    const unsigned needed = bit_BMI2 | bit_AVX512DQ | bit_AVX512BW | bit_AVX512VL | bit_AVX512IFMA;
    const unsigned also_needed = bit_AVX512VBMI | bit_AVX512VBMI2;
    return (ebx & needed) == needed && (ecx & also_needed) == also_needed;
#endif
}

#endif
