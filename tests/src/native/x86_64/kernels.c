/* Every kernel by its name, for tests/src/native/test_x86_64_kernels.py: kernels are hidden symbols. */
#include <string.h>

#include "native/x86_64/montgomery.h"

void *kernel_address(const char *name);

void *kernel_address(const char *name)
{
#define FIND(symbol)                                                                                                   \
    if (!strcmp(name, #symbol))                                                                                        \
        return (void *)symbol;
#define FIND_LEVELS(symbol) FIND(symbol) FIND(symbol##_adx) FIND(symbol##_x86_64)
#define FIND_ANY(n)                                                                                                    \
    FIND_LEVELS(mc_montgomery_mul_##n)                                                                                 \
    FIND_LEVELS(mc_montgomery_sqr_##n)                                                                                 \
    FIND(mc_modular_add_##n)                                                                                           \
    FIND(mc_modular_sub_##n)
#define FIND_PRIME(field)                                                                                              \
    FIND_LEVELS(mc_montgomery_mul_##field)                                                                             \
    FIND_LEVELS(mc_montgomery_sqr_##field)
    MC_X86_64_WORDS(FIND_ANY)
    MC_X86_64_PRIMES(FIND_PRIME)
    FIND_LEVELS(mc_modular_mul_fp255)
    FIND_LEVELS(mc_modular_sqr_fp255)
    FIND(mc_ladder_step_fp255_adx)
    FIND(mc_extended_double_fp255_adx)
    FIND(mc_extended_add_fp255_adx)
    FIND(mc_extended_add_apart_fp255_adx)
#define FIND_JACOBIAN(field)                                                                                           \
    FIND(mc_jacobian_double_##field##_adx)                                                                             \
    FIND(mc_jacobian_add_##field##_adx)
    MC_X86_64_JACOBIAN(FIND_JACOBIAN)
    return NULL;
}
