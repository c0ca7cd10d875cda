/* Binds the products of native/x86_64/montgomery.h to a level of instructions, once for the life of the process.
 *
 * The names are GNU indirect functions: while the loader relocates the program or the shared library, or before main
 * in a static program, it calls a resolver for each, stores the address that it returns where calls read it, and makes
 * that memory read-only (RELRO). No state of the library changes afterwards, and no thread can see two answers.
 *
 * A resolver runs before anything else is ready: relocations by name, thread-local storage and with it the stack
 * protector's canary, the sanitizers' shadow memory. So it calls nothing, reads no variable and is not instrumented.
 * libgcc's __builtin_cpu_supports is no way out: it keeps a variable of its own.
 *
 * Where the loader has no indirect functions (musl), or with -DMC_X86_64_LEVEL=adx or =x86_64, the level is fixed when
 * the library is compiled. */
#include "native/api.h"

#if MC_NATIVE_X86_64
#include <cpuid.h>
#include <stdlib.h> /* __GLIBC__ */

#include "native/x86_64/montgomery.h"
#include "word/word.h"

#if !defined(MC_X86_64_LEVEL) && !defined(__GLIBC__) && !defined(__FreeBSD__)
#if defined(__ADX__) && defined(__BMI2__)
#define MC_X86_64_LEVEL adx
#else
#define MC_X86_64_LEVEL x86_64
#endif
#endif

#ifdef MC_X86_64_LEVEL

const char *mc_native_level(void)
{
    return MC_STRINGIFY(MC_X86_64_LEVEL);
}

#define MC_BIND(name, type, parameters, arguments)                                                                     \
    void name parameters                                                                                               \
    {                                                                                                                  \
        MC_CONCATENATE(name##_, MC_X86_64_LEVEL) arguments;                                                            \
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
MC_BARE static inline __attribute__((always_inline)) int has_adx(void)
{
    unsigned eax, ebx, ecx, edx;
    __cpuid(0, eax, ebx, ecx, edx);
    if (eax < 7)
        return 0;
    __cpuid_count(7, 0, eax, ebx, ecx, edx);
    return (ebx & bit_BMI2) && (ebx & bit_ADX);
}

const char *mc_native_level(void)
{
    return has_adx() ? "adx" : "x86_64";
}

#define MC_BIND(name, type, parameters, arguments)                                                                     \
    MC_BARE static __attribute__((used)) type *resolve_##name(void)                                                    \
    {                                                                                                                  \
        return has_adx() ? name##_adx : name##_x86_64;                                                                 \
    }                                                                                                                  \
    void name parameters __attribute__((ifunc("resolve_" MC_STRINGIFY(name))));

#endif

#define MC_BIND_ANY(n)                                                                                                 \
    MC_BIND(mc_montgomery_mul_##n, mc_montgomery_mul_any,                                                              \
            (uint64_t *r, const uint64_t *a, const uint64_t *b, const uint64_t *modulus, uint64_t k),                  \
            (r, a, b, modulus, k))                                                                                     \
    MC_BIND(mc_montgomery_sqr_##n, mc_montgomery_sqr_any,                                                              \
            (uint64_t *r, const uint64_t *a, const uint64_t *modulus, uint64_t k), (r, a, modulus, k))
#define MC_BIND_PRIME(field)                                                                                           \
    MC_BIND(mc_montgomery_mul_##field, mc_montgomery_mul_prime, (uint64_t *r, const uint64_t *a, const uint64_t *b),   \
            (r, a, b))                                                                                                 \
    MC_BIND(mc_montgomery_sqr_##field, mc_montgomery_sqr_prime, (uint64_t *r, const uint64_t *a), (r, a))

MC_X86_64_WORDS(MC_BIND_ANY)
MC_X86_64_PRIMES(MC_BIND_PRIME)
#endif
