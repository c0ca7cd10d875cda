/* Additions of the tests to the host library (tests/src/whole/test_blinding.py): a source of their own for blinding,
 * and the Hamming weights of the operands of products and inversions of one field, as a side channel would reveal
 * them. Calls of FUNCTIONS between files come here (--wrap). */
#include <stddef.h>
#include <stdint.h>

typedef int source_function(uint8_t *out, size_t bytes);
source_function *observed_source;

int mc_blinding_random(uint8_t *out, size_t bytes)
{
    return observed_source(out, bytes);
}

#define WEIGHTS_MAX 65536
uint16_t observed_weights[WEIGHTS_MAX];
uint32_t observed_count; /* the reader resets it */

static void observe(const uint64_t *a)
{
    uint16_t weight = 0;
    for (unsigned i = 0; i < WORDS; i++)
        weight = (uint16_t)(weight + __builtin_popcountll(a[i]));
    if (observed_count < WEIGHTS_MAX)
        observed_weights[observed_count++] = weight;
}

#define OBSERVED_PRODUCT(name)                                                                                         \
    void __real_##name(uint64_t *r, const uint64_t *a, const uint64_t *b);                                             \
    void __wrap_##name(uint64_t *r, const uint64_t *a, const uint64_t *b)                                              \
    {                                                                                                                  \
        observe(a);                                                                                                    \
        observe(b);                                                                                                    \
        __real_##name(r, a, b);                                                                                        \
    }
#define OBSERVED_INVERSION(name)                                                                                       \
    void __real_##name(uint64_t *r, const uint64_t *a);                                                                \
    void __wrap_##name(uint64_t *r, const uint64_t *a)                                                                 \
    {                                                                                                                  \
        observe(a);                                                                                                    \
        __real_##name(r, a);                                                                                           \
    }
/* The coordinates X, Y, Z of the point: on processors with ADX the doubling is a routine without calls of products. */
#define OBSERVED_DOUBLING(name)                                                                                        \
    void __real_##name(uint64_t *r, const uint64_t *p, const void *curve);                                             \
    void __wrap_##name(uint64_t *r, const uint64_t *p, const void *curve)                                              \
    {                                                                                                                  \
        for (unsigned i = 0; i < 3; i++)                                                                               \
            observe(p + i * WORDS);                                                                                    \
        __real_##name(r, p, curve);                                                                                    \
    }
FUNCTIONS
