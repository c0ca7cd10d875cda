#include "native/x86_64/lookup.h"

#include "native/api.h"

#if MC_NATIVE_X86_64
#include "native/x86_64/level.h"

/* Vectors of words at any address of a word. */
typedef uint64_t vector_16 __attribute__((vector_size(16), aligned(8), may_alias));
typedef uint64_t vector_32 __attribute__((vector_size(32), aligned(8), may_alias));
typedef uint64_t vector_64 __attribute__((vector_size(64), aligned(8), may_alias));

#ifdef __clang__
#define UNROLL_4 _Pragma("clang loop unroll_count(4)")
#else
#define UNROLL_4 _Pragma("GCC unroll 4")
#endif

/* Columns of two vectors of all entries, one column after the other; the last one begins where it ends with the entry,
 * and may overlap the one before. */
#define LOOK_UP(vector)                                                                                                \
    do {                                                                                                               \
        const size_t width = bytes < 2 * sizeof(vector) ? sizeof(vector) : 2 * sizeof(vector);                         \
        const size_t second = width - sizeof(vector); /* 0: the same vector twice */                                   \
        for (size_t done = 0; done < bytes; done += width) {                                                           \
            const size_t start = done + width <= bytes ? done : bytes - width;                                         \
            const uint8_t *entry = (const uint8_t *)table + start;                                                     \
            vector sums[2] = {{0}}, place = {0};                                                                       \
            UNROLL_4                                                                                                   \
            for (uint8_t i = 0; i < count; i++, entry += bytes, place += 1) {                                          \
                const vector mask = (vector)(place == index);                                                          \
                sums[0] |= *(const vector *)entry & mask;                                                              \
                sums[1] |= *(const vector *)(entry + second) & mask;                                                   \
            }                                                                                                          \
            *(vector *)((uint8_t *)r + start) = sums[0];                                                               \
            *(vector *)((uint8_t *)r + start + second) = sums[1];                                                      \
        }                                                                                                              \
    } while (0)

static __attribute__((target("avx2"))) void lookup_avx2(void *r, const void *table, size_t bytes, uint8_t count,
                                                        uint8_t index)
{
    LOOK_UP(vector_32);
}

static void lookup_sse2(void *r, const void *table, size_t bytes, uint8_t count, uint8_t index)
{
    LOOK_UP(vector_16);
}

/* Points modulo primes of 193 to 256 bits fill a register, and four numbers of 256 bits two. */
static __attribute__((target("avx512f"))) void lookup_avx512(void *r, const void *table, size_t bytes, uint8_t count,
                                                             uint8_t index)
{
    if (bytes == 2 * sizeof(vector_64)) {
        LOOK_UP(vector_64);
        return;
    }
    if (bytes != sizeof(vector_64)) {
        lookup_avx2(r, table, bytes, count, index);
        return;
    }
    const vector_64 *entry = table;
    vector_64 sum = {0}, place = {0};
    UNROLL_4
    for (uint8_t i = 0; i < count; i++, place += 1)
        sum |= entry[i] & (vector_64)(place == index);
    *(vector_64 *)r = sum;
}

#define LOOKUP_NARROW (mc_x86_64_has_avx2(MC_LOADER_SAYS) ? lookup_avx2 : lookup_sse2)
MC_BIND(mc_lookup, mc_table_lookup, mc_x86_64_has_wide, lookup_avx512, LOOKUP_NARROW,
        (void *r, const void *table, size_t bytes, uint8_t count, uint8_t index), (r, table, bytes, count, index))
#endif
