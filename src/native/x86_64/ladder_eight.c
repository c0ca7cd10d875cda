/* An element is five limbs of 51 bits, each a register with one limb of eight elements. Products are sums of the lower
 * and upper 52 bits of products of limbs (VPMADD52LUQ, VPMADD52HUQ), upper ones doubled, as 2^52 is 2 times 2^51.
 *
 * Bounds. `carried` gives limbs below 2^51 + 2^15; these alone are factors, which must be below 2^52. Upper halves of
 * their products are below 2^50 + 2^15, lower ones below 2^52, so column k, with at most 5 lower halves and twice 5
 * upper ones, is below 2^55; column k + 5 returns 19-fold, and limbs of a product are below BIAS = 2^8 p, limb by limb:
 * the greatest is limb 0 with 2^52 + 19 * (4 * 2^52 + 10 * 2^50 + 2^19) < 2^59 - 2^51. A minuend has BIAS among its
 * terms; sums of two such are below 2^61. The carry out of a limb below 2^61 is below 2^10, and 19-fold below 2^15. */
#include "native/x86_64/ladder_eight.h"

#include "native/api.h"

#if MC_NATIVE_X86_64
#include "native/x86_64/level.h"

#define IFMA   __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512ifma,bmi2")))
#define INLINE MC_INLINE IFMA

typedef uint64_t lanes __attribute__((vector_size(64)));
typedef long long signed_lanes __attribute__((vector_size(64)));
typedef uint64_t loaded_lanes __attribute__((vector_size(64), aligned(8), may_alias));
typedef uint8_t lane_mask;
typedef struct {
    lanes limb[5];
} element;

/* By the compilers' own names, as in native/x86_64/wide.h. */
#ifdef __clang__
#define IFMA_LOW(sum, a, b)     __builtin_ia32_vpmadd52luq512(sum, a, b)
#define IFMA_HIGH(sum, a, b)    __builtin_ia32_vpmadd52huq512(sum, a, b)
#define IFMA_SELECT(mask, b, a) __builtin_ia32_selectq_512(mask, b, a)
#define EACH_LIMB               _Pragma("clang loop unroll(full)")
#else
#define IFMA_LOW(sum, a, b)     __builtin_ia32_vpmadd52luq512_mask(sum, a, b, 0xff)
#define IFMA_HIGH(sum, a, b)    __builtin_ia32_vpmadd52huq512_mask(sum, a, b, 0xff)
#define IFMA_SELECT(mask, b, a) __builtin_ia32_blendmq_512_mask(a, b, mask)
#define EACH_LIMB               _Pragma("GCC unroll 10")
#endif

#define LIMB_BITS 51
#define LIMB_MASK ((1ULL << LIMB_BITS) - 1)
#define BIAS_LOW  ((LIMB_MASK - 18) << 8) /* limb 0 of 2^8 p */
#define BIAS      (LIMB_MASK << 8)        /* its other limbs */
#define A24       121665                  /* (A - 2) / 4 */

INLINE lanes all(uint64_t word)
{
    return (lanes){word, word, word, word, word, word, word, word};
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

/* a + A24 b of carried a and b. */
INLINE element sum_with_multiple(element a, element b)
{
    lanes upper[5];
    EACH_LIMB
    for (unsigned i = 0; i < 5; i++)
        upper[i] = add_high(all(0), b.limb[i], all(A24));
    a.limb[0] = add_low(a.limb[0], upper[4], all(2 * 19));
    EACH_LIMB
    for (unsigned i = 1; i < 5; i++)
        a.limb[i] += upper[i - 1] + upper[i - 1];
    EACH_LIMB
    for (unsigned i = 0; i < 5; i++)
        a.limb[i] = add_low(a.limb[i], b.limb[i], all(A24));
    return a;
}

/* x and z of k P and of (k + 1) P; x has 2^8 p among its terms. */
typedef struct {
    element x[2], z[2];
} ladder;

/* One step (RFC 7748, 5). Instead of the points the factors of the doubling are exchanged: to exchange DA and CB
 * changes a sign, which is squared. So `mask` has the lanes where this digit of k differs from the digit before. */
INLINE ladder step(ladder p, element u, lane_mask mask)
{
    const element a = carried(sum(p.x[0], p.z[0])), b = carried(difference(p.x[0], p.z[0]));
    const element c = carried(sum(p.x[1], p.z[1])), d = carried(difference(p.x[1], p.z[1]));
    const element da = product(d, a, 1), cb = product(c, b, 0);
    element aa = square(selected(a, c, mask), 1), bb = square(selected(b, d, mask), 0);
    const element plus = carried(sum(da, cb)), minus = carried(difference(da, cb));
    const element e = carried(difference(aa, bb));
    aa = carried(aa);
    bb = carried(bb);
    const element minus_squared = carried(square(minus, 0));
    p.x[1] = square(plus, 1);
    const element f = carried(sum_with_multiple(aa, e));
    p.z[1] = product(minus_squared, u, 0);
    p.x[0] = product(aa, bb, 1);
    p.z[0] = product(e, f, 0);
    return p;
}

INLINE element limbs_of(uint64_t words[4][MC_EIGHT])
{
    lanes w[4];
    EACH_LIMB
    for (unsigned i = 0; i < 4; i++)
        w[i] = *(const loaded_lanes *)words[i];
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
INLINE void words_of(uint64_t words[4][MC_EIGHT], element a)
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
    *(loaded_lanes *)words[0] = l[0] | l[1] << 51;
    *(loaded_lanes *)words[1] = l[1] >> 13 | l[2] << 38;
    *(loaded_lanes *)words[2] = l[2] >> 26 | l[3] << 25;
    *(loaded_lanes *)words[3] = l[3] >> 39 | (l[4] & all(LIMB_MASK)) << 12;
}

/* Each digit of k is exclusive-ored with the one above; the lowest is 0. */
static IFMA void ladder_ifma(uint8_t *done, mc_eight_fractions *r, mc_eight_numbers k, mc_eight_numbers u)
{
    const element x = limbs_of(u), zero = {{{0}}};
    element one = zero;
    one.limb[0] += 1;
    ladder p = {{one, x}, {zero, one}};
    for (unsigned i = 0; i < 2; i++) {
        p.x[i].limb[0] += BIAS_LOW;
        for (unsigned j = 1; j < 5; j++)
            p.x[i].limb[j] += BIAS;
    }
    lanes above = all(0);
    for (unsigned i = 4; i--;) {
        const lanes word = *(const loaded_lanes *)k[i];
        lanes changes = word ^ (word >> 1 | above << 63);
        above = word;
        unsigned digits = 64;
        if (i == 3) {
            changes += changes;
            digits--;
        }
        for (; digits; digits--) {
            p = step(p, x, (lane_mask)__builtin_ia32_cvtq2mask512((signed_lanes)changes));
            changes += changes;
        }
    }
    words_of(r->x, p.x[0]);
    words_of(r->z, p.z[0]);
    *done = 1;
}

static void no_ladder(uint8_t *done, mc_eight_fractions *r, mc_eight_numbers k, mc_eight_numbers u)
{
    (void)r, (void)k, (void)u;
    *done = 0;
}

MC_BIND(mc_ladder_eight, mc_ladders, mc_x86_64_has_ifma, ladder_ifma, no_ladder,
        (uint8_t *done, mc_eight_fractions *r, mc_eight_numbers k, mc_eight_numbers u), (done, r, k, u))
#endif
