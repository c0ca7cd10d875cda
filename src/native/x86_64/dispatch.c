/* Binds the products of native/x86_64/montgomery.h to a level of instructions. */
#include "native/api.h"

#if MC_NATIVE_X86_64
#include "native/x86_64/level.h"
#include "native/x86_64/montgomery.h"

const char *mc_native_level(void)
{
    if (mc_x86_64_has_wide())
        return mc_x86_64_has_adx() ? "adx, pclmul, vpclmul" : "x86_64, pclmul, vpclmul";
    if (mc_x86_64_has_carryless())
        return mc_x86_64_has_adx() ? "adx, pclmul" : "x86_64, pclmul";
    return mc_x86_64_has_adx() ? "adx" : "x86_64";
}

#define MC_BIND_LEVELS(name, type, parameters, arguments)                                                              \
    MC_BIND(name, type, mc_x86_64_has_adx, name##_adx, name##_x86_64, parameters, arguments)
#define MC_BIND_ANY(n)                                                                                                 \
    MC_BIND_LEVELS(mc_montgomery_mul_##n, mc_montgomery_mul_any,                                                       \
                   (uint64_t *r, const uint64_t *a, const uint64_t *b, const uint64_t *modulus, uint64_t k),           \
                   (r, a, b, modulus, k))                                                                              \
    MC_BIND_LEVELS(mc_montgomery_sqr_##n, mc_montgomery_sqr_any,                                                       \
                   (uint64_t *r, const uint64_t *a, const uint64_t *modulus, uint64_t k), (r, a, modulus, k))
#define MC_BIND_PRIME(field)                                                                                           \
    MC_BIND_LEVELS(mc_montgomery_mul_##field, mc_montgomery_mul_prime,                                                 \
                   (uint64_t *r, const uint64_t *a, const uint64_t *b), (r, a, b))                                     \
    MC_BIND_LEVELS(mc_montgomery_sqr_##field, mc_montgomery_sqr_prime, (uint64_t *r, const uint64_t *a), (r, a))

MC_X86_64_WORDS(MC_BIND_ANY)
MC_X86_64_PRIMES(MC_BIND_PRIME)
MC_BIND_LEVELS(mc_modular_mul_fp255, mc_montgomery_mul_prime, (uint64_t *r, const uint64_t *a, const uint64_t *b),
               (r, a, b))
MC_BIND_LEVELS(mc_modular_sqr_fp255, mc_montgomery_sqr_prime, (uint64_t *r, const uint64_t *a), (r, a))
#endif
