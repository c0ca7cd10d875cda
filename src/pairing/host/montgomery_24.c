/* Binds the functions of pairing/host/montgomery_24.h to a level of instructions. */
#include "pairing/host/montgomery_24.h"

#include "native/x86_64/level.h"

#define BEST(name) (mc_x86_64_has_ifma() ? name##_ifma : mc_x86_64_has_adx() ? name##_adx : name##_x86_64)
#if MC_LEVEL_IS_FIXED
#define BIND(name, type, parameters, arguments)                                                                        \
    void name parameters                                                                                               \
    {                                                                                                                  \
        BEST(name) arguments;                                                                                          \
    }
#else
#define BIND(name, type, parameters, arguments)                                                                        \
    MC_BARE static __attribute__((used)) type *resolve_##name(void)                                                    \
    {                                                                                                                  \
        return BEST(name);                                                                                             \
    }                                                                                                                  \
    void name parameters __attribute__((ifunc(MC_STRINGIFY(resolve_##name))));
#endif

BIND(mc_montgomery_mul_24, mc_product_24, (uint64_t *r, const uint64_t *a, const uint64_t *b, const mc_modulus_24 *m),
     (r, a, b, m))
BIND(mc_montgomery_sqr_24, mc_square_24, (uint64_t *r, const uint64_t *a, const mc_modulus_24 *m), (r, a, m))
