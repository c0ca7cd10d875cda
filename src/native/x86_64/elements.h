/* Elements of F_p, p = 2^255 - 19, in the lanes of vector registers by AVX-512 IFMA. The file that includes this says
 * how many lanes there are, 4 or 8: ELEMENT_LANES.
 *
 * An element is five limbs of 51 bits, each a register with one limb of the element of each lane. Products are sums of
 * the lower and upper 52 bits of products of limbs (VPMADD52LUQ, VPMADD52HUQ), upper ones doubled, as 2^52 is 2 times
 * 2^51.
 *
 * Bounds. `carried` gives limbs below 2^51 + 2^15; these alone are factors, which must be below 2^52. Upper halves of
 * their products are below 2^50 + 2^15, lower ones below 2^52, so column k, with at most 5 lower halves and twice 5
 * upper ones, is below 2^55; column k + 5 returns 19-fold, and limbs of a product are below BIAS = 2^8 p, limb by limb:
 * the greatest is limb 0 with 2^52 + 19 * (4 * 2^52 + 10 * 2^50 + 2^19) < 2^59 - 2^51. A minuend has BIAS among its
 * terms; sums of two such are below 2^61. The carry out of a limb below 2^61 is below 2^10, and 19-fold below 2^15. */
#ifndef MC_NATIVE_X86_64_ELEMENTS_H
#define MC_NATIVE_X86_64_ELEMENTS_H

#include "native/x86_64/level.h"

#define IFMA   __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512ifma,bmi2")))
#define INLINE MC_INLINE IFMA

#define LANE_BYTES (8 * ELEMENT_LANES)
typedef uint64_t lanes __attribute__((vector_size(LANE_BYTES)));
typedef long long signed_lanes __attribute__((vector_size(LANE_BYTES)));
typedef uint64_t loaded_lanes __attribute__((vector_size(LANE_BYTES), aligned(8), may_alias));
typedef uint8_t lane_mask;
typedef struct {
    lanes limb[5];
} element;

#if ELEMENT_LANES == 8
#define LANE_BITS 512
#else
#define LANE_BITS 256
#endif

/* By the compilers' own names, as in native/x86_64/wide.h. */
#define IFMA_NAME(name, end) MC_CONCATENATE(MC_CONCATENATE(__builtin_ia32_##name, LANE_BITS), end)
#ifdef __clang__
#define IFMA_LOW(sum, a, b)     IFMA_NAME(vpmadd52luq, )(sum, a, b)
#define IFMA_HIGH(sum, a, b)    IFMA_NAME(vpmadd52huq, )(sum, a, b)
#define IFMA_SELECT(mask, b, a) IFMA_NAME(selectq_, )(mask, b, a)
#define EACH_LIMB               _Pragma("clang loop unroll(full)")
#else
#define IFMA_LOW(sum, a, b)     IFMA_NAME(vpmadd52luq, _mask)(sum, a, b, 0xff)
#define IFMA_HIGH(sum, a, b)    IFMA_NAME(vpmadd52huq, _mask)(sum, a, b, 0xff)
#define IFMA_SELECT(mask, b, a) IFMA_NAME(blendmq_, _mask)(a, b, mask)
#define EACH_LIMB               _Pragma("GCC unroll 10")
#endif

#define LIMB_BITS 51
#define LIMB_MASK ((1ULL << LIMB_BITS) - 1)
#define BIAS_LOW  ((LIMB_MASK - 18) << 8) /* limb 0 of 2^8 p */
#define BIAS      (LIMB_MASK << 8)        /* its other limbs */

INLINE lanes all(uint64_t word)
{
    return (lanes){0} + word;
}

INLINE lanes add_low(lanes sum, lanes a, lanes b)
{
    return (lanes)IFMA_LOW((signed_lanes)sum, (signed_lanes)a, (signed_lanes)b);
}

INLINE lanes add_high(lanes sum, lanes a, lanes b)
{
    return (lanes)IFMA_HIGH((signed_lanes)sum, (signed_lanes)a, (signed_lanes)b);
}

/* 19 a, by one instruction; compilers would make shifts and sums of it, in which the vector units have no room left. */
INLINE lanes nineteen_times(lanes a)
{
    lanes product;
    __asm__("vpmullq %2, %1, %0" : "=v"(product) : "v"(a), "v"(all(19)));
    return product;
}

INLINE element carried(element a)
{
    element r;
    EACH_LIMB
    for (unsigned i = 0; i < 5; i++)
        r.limb[i] = a.limb[i] & all(LIMB_MASK);
    r.limb[0] = add_low(r.limb[0], a.limb[4] >> LIMB_BITS, all(19));
    EACH_LIMB
    for (unsigned i = 1; i < 5; i++)
        r.limb[i] += a.limb[i - 1] >> LIMB_BITS;
    return r;
}

INLINE element sum(element a, element b)
{
    EACH_LIMB
    for (unsigned i = 0; i < 5; i++)
        a.limb[i] += b.limb[i];
    return a;
}

INLINE element difference(element a, element b)
{
    EACH_LIMB
    for (unsigned i = 0; i < 5; i++)
        a.limb[i] -= b.limb[i];
    return a;
}

/* b in the lanes of the mask, else a. */
INLINE element selected(element a, element b, lane_mask mask)
{
    EACH_LIMB
    for (unsigned i = 0; i < 5; i++)
        a.limb[i] = (lanes)IFMA_SELECT(mask, (signed_lanes)b.limb[i], (signed_lanes)a.limb[i]);
    return a;
}

/* Columns that become `bias` when they are doubled so many times, limbs 1 to 4, and limb 0, which is not doubled. */
INLINE void begin_columns(lanes *columns, uint8_t is_biased, unsigned doublings)
{
    EACH_LIMB
    for (unsigned i = 0; i < 10; i++)
        columns[i] = all(!is_biased || i >= 5 ? 0 : i ? BIAS >> doublings : BIAS_LOW);
}

INLINE void double_columns(lanes *columns, unsigned first, unsigned end)
{
    EACH_LIMB
    for (unsigned i = first; i < end; i++)
        columns[i] += columns[i];
}

INLINE element folded(const lanes *columns)
{
    element r;
    EACH_LIMB
    for (unsigned i = 0; i < 5; i++)
        r.limb[i] = columns[i] + nineteen_times(columns[i + 5]);
    return r;
}

/* a b, plus 2^8 p if is_biased. */
INLINE element product(element a, element b, uint8_t is_biased)
{
    lanes columns[10];
    begin_columns(columns, is_biased, 1);
    EACH_LIMB
    for (unsigned i = 0; i < 5; i++)
        EACH_LIMB
    for (unsigned j = 0; j < 5; j++)
        columns[i + j + 1] = add_high(columns[i + j + 1], a.limb[i], b.limb[j]);
    double_columns(columns, 1, 10);
    EACH_LIMB
    for (unsigned i = 0; i < 5; i++)
        EACH_LIMB
    for (unsigned j = 0; j < 5; j++)
        columns[i + j] = add_low(columns[i + j], a.limb[i], b.limb[j]);
    return folded(columns);
}

/* a^2, likewise. Products of two limbs are taken once, and doubled with the columns: to double a limb could make it
 * 2^52. Column 1, without an upper half of these, is doubled once, and so are those from 9. */
INLINE element square(element a, uint8_t is_biased)
{
    lanes columns[10];
    begin_columns(columns, is_biased, 2);
    columns[1] += columns[1];
    EACH_LIMB
    for (unsigned i = 0; i < 5; i++)
        EACH_LIMB
    for (unsigned j = i + 1; j < 5; j++)
        columns[i + j + 1] = add_high(columns[i + j + 1], a.limb[i], a.limb[j]);
    double_columns(columns, 2, 9);
    EACH_LIMB
    for (unsigned i = 0; i < 5; i++)
        columns[2 * i + 1] = add_high(columns[2 * i + 1], a.limb[i], a.limb[i]);
    EACH_LIMB
    for (unsigned i = 0; i < 5; i++)
        EACH_LIMB
    for (unsigned j = i + 1; j < 5; j++)
        columns[i + j] = add_low(columns[i + j], a.limb[i], a.limb[j]);
    double_columns(columns, 1, 10);
    EACH_LIMB
    for (unsigned i = 0; i < 5; i++)
        columns[2 * i] = add_low(columns[2 * i], a.limb[i], a.limb[i]);
    return folded(columns);
}

/* The limbs of numbers below 2^255 by their words. */
INLINE element limbs_of(const lanes *w)
{
    const lanes mask = all(LIMB_MASK);
    return (element){{w[0] & mask, (w[0] >> 51 | w[1] << 13) & mask, (w[1] >> 38 | w[2] << 26) & mask,
                      (w[2] >> 25 | w[3] << 39) & mask, w[3] >> 12}};
}

/* Carries from limb to limb; what is above 2^255 is left in the last one. */
INLINE element carried_through(element a)
{
    EACH_LIMB
    for (unsigned i = 0; i < 4; i++) {
        a.limb[i + 1] += a.limb[i] >> LIMB_BITS;
        a.limb[i] &= all(LIMB_MASK);
    }
    return a;
}

/* The number below p in words. Below 2^255 + 19 + 19 after two carries, it is p or more if 19 more reach 2^255. */
INLINE void words_of(lanes *words, element a)
{
    a = carried_through(carried(a));
    a.limb[0] += nineteen_times(a.limb[4] >> LIMB_BITS);
    a.limb[4] &= all(LIMB_MASK);
    lanes carry = (a.limb[0] + 19) >> LIMB_BITS;
    EACH_LIMB
    for (unsigned i = 1; i < 5; i++)
        carry = (a.limb[i] + carry) >> LIMB_BITS;
    a.limb[0] += nineteen_times(carry);
    a = carried_through(a);
    const lanes *l = a.limb;
    words[0] = l[0] | l[1] << 51;
    words[1] = l[1] >> 13 | l[2] << 38;
    words[2] = l[2] >> 26 | l[3] << 25;
    words[3] = l[3] >> 39 | (l[4] & all(LIMB_MASK)) << 12;
}

#endif
