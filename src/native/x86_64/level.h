/* Which instructions this processor has, and names that are bound to one of two functions by the answer, once for the
 * life of the process.
 *
 * The names are GNU indirect functions: while the loader relocates the program or the shared library, or before main
 * in a static program, it calls a resolver for each, stores the address that it returns where calls read it, and makes
 * that memory read-only (RELRO). No state of the library changes afterwards, and no thread can see two answers.
 *
 * A resolver runs before anything else is ready: relocations by name, thread-local storage and with it the stack
 * protector's canary, the sanitizers' shadow memory. So it calls nothing, reads no variable and is not instrumented.
 * libgcc's __builtin_cpu_supports is no way out: it keeps a variable of its own.
 *
 * Where the loader has no indirect functions (musl), or with -DMC_X86_64_LEVEL=adx, which stands for MULX, ADCX, ADOX,
 * AVX and PCLMULQDQ, or =x86_64, for none of them, the choice is made when the library is compiled. */
#ifndef MC_NATIVE_X86_64_LEVEL_H
#define MC_NATIVE_X86_64_LEVEL_H

#include <cpuid.h>
#include <stdlib.h> /* __GLIBC__ */

#include "word/word.h"

#if !defined(MC_X86_64_LEVEL) && !defined(__GLIBC__) && !defined(__FreeBSD__)
#if defined(__ADX__) && defined(__BMI2__) && defined(__AVX__) && defined(__PCLMUL__)
#define MC_X86_64_LEVEL adx
#else
#define MC_X86_64_LEVEL x86_64
#endif
#endif

#ifdef MC_X86_64_LEVEL

#define MC_X86_64_LEVEL_adx    1
#define MC_X86_64_LEVEL_x86_64 0
#define MC_X86_64_FIXED        MC_CONCATENATE(MC_X86_64_LEVEL_, MC_X86_64_LEVEL)

static inline int mc_x86_64_has_adx(void)
{
    return MC_X86_64_FIXED;
}

static inline int mc_x86_64_has_carryless(void)
{
    return MC_X86_64_FIXED;
}

#define MC_BIND(name, type, has, better, other, parameters, arguments)                                                 \
    void name parameters                                                                                               \
    {                                                                                                                  \
        if (has())                                                                                                     \
            better arguments;                                                                                          \
        else                                                                                                           \
            other arguments;                                                                                           \
    }

#else

#if __has_attribute(no_stack_protector)
#define MC_BARE                                                                                                        \
    __attribute__((no_sanitize("address", "undefined", "thread"), no_stack_protector, no_instrument_function))
#else
#define MC_BARE __attribute__((no_sanitize("address", "undefined", "thread"), no_instrument_function))
#endif

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

/* Whether the processor has PCLMULQDQ and AVX, whose registers the operating system must save: bits 1 and 2 of XCR0
 * say that it does. */
MC_BARE static inline __attribute__((always_inline)) int mc_x86_64_has_carryless(void)
{
    unsigned eax, ebx, ecx, edx;
    __cpuid(1, eax, ebx, ecx, edx);
    if (!(ecx & bit_PCLMUL) || !(ecx & bit_AVX) || !(ecx & bit_OSXSAVE))
        return 0;
    __asm__("xgetbv" : "=a"(eax), "=d"(edx) : "c"(0));
    return (eax & 6) == 6;
}

/* `name` is `better` where the processor has what has() tells, else `other`. No address of theirs may need a symbol
 * that the loader looks up: they are static or hidden. */
#define MC_BIND(name, type, has, better, other, parameters, arguments)                                                 \
    MC_BARE static __attribute__((used)) type *MC_CONCATENATE(resolve_, name)(void)                                    \
    {                                                                                                                  \
        return has() ? better : other;                                                                                 \
    }                                                                                                                  \
    void name parameters __attribute__((ifunc(MC_STRINGIFY(MC_CONCATENATE(resolve_, name)))));

#endif
#endif
