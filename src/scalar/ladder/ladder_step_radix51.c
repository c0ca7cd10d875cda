/*---
name: radix51
family: ladder-step
summary: a step of the ladder modulo 2^255 - 19 on limbs of 51 bits in words of 64, whose carries wait for the sum of a
  column
source: Bernstein, Curve25519, 2006, Section 4; RFC 7748, Section 5
domain: coordinates below 2 p
curves: montgomery
requires: FIELD_HAS_MONTGOMERY_CURVES && MC_HAS_RADIX51
constant_time: same-trace-and-addresses
---*/
#include "scalar/scalar.h"

#if FIELD_HAS_MONTGOMERY_CURVES && MC_HAS_RADIX51

enum { LIMBS = 5, LIMB_BITS = 51 };

#define LIMB_MASK (((uint64_t)1 << LIMB_BITS) - 1)

/* The number is the sum of limb[i] 2^(51 i). Three classes, by their limbs:
 *   unpacked  four below 2^51, the last below 2^52: a number below 2^256
 *   product   below 2^51, but the second below 2^51 + 2^13
 *   loose     below 2^54: a sum or a difference of two of the former */
typedef struct {
    uint64_t limb[LIMBS];
} element51;

MC_INLINE element51 unpack(const mc_word *a)
{
    return (element51){{
        a[0] & LIMB_MASK,
        (a[0] >> 51 | a[1] << 13) & LIMB_MASK,
        (a[1] >> 38 | a[2] << 26) & LIMB_MASK,
        (a[2] >> 25 | a[3] << 39) & LIMB_MASK,
        a[3] >> 12,
    }};
}

/* A product is below 2^255 + 2^65 < 2 p. After the carries the last limb is at most 2^51, the others are below it. */
MC_INLINE void pack(mc_word *r, element51 a)
{
    FP_UNROLL
    for (uint8_t i = 1; i < LIMBS - 1; i++) {
        a.limb[i + 1] += a.limb[i] >> LIMB_BITS;
        a.limb[i] &= LIMB_MASK;
    }
    r[0] = a.limb[0] | a.limb[1] << 51;
    r[1] = a.limb[1] >> 13 | a.limb[2] << 38;
    r[2] = a.limb[2] >> 26 | a.limb[3] << 25;
    r[3] = a.limb[3] >> 39 | a.limb[4] << 12;
}

/* Of unpacked numbers and products, or two sums of these below 2^54. */
MC_INLINE element51 plus(element51 a, element51 b)
{
    FP_UNROLL
    for (uint8_t i = 0; i < LIMBS; i++)
        a.limb[i] += b.limb[i];
    return a;
}

/* a - b + 4 p of unpacked numbers or products. The limbs of 4 p, 2^53 - 76 and 2^53 - 4, are above those of b; the
 * result's are below 2^52 + 2^53 < 2^54. */
MC_INLINE element51 minus(element51 a, element51 b)
{
    FP_UNROLL
    for (uint8_t i = 0; i < LIMBS; i++)
        a.limb[i] += 4 * (LIMB_MASK - (i ? 0 : 18)) - b.limb[i];
    return a;
}

/* A product of columns below 77 2^108 < 2^115, the last below 5 2^108. What leaves a column is below 2^64. What leaves
 * the last is below 5 2^57 + 1 < 2^59.4, so that 19 times it, and 2^51, stay below 2^64, and the second limb takes less
 * than 2^13. */
MC_INLINE element51 carried(unsigned __int128 *column)
{
    element51 r;
    FP_UNROLL
    for (uint8_t i = 0; i < LIMBS; i++) {
        r.limb[i] = (uint64_t)column[i] & LIMB_MASK;
        if (i < LIMBS - 1)
            column[i + 1] += (uint64_t)(column[i] >> LIMB_BITS);
    }
    r.limb[0] += 19 * (uint64_t)(column[LIMBS - 1] >> LIMB_BITS);
    r.limb[1] += r.limb[0] >> LIMB_BITS;
    r.limb[0] &= LIMB_MASK;
    return r;
}

/* Of loose numbers. Limb i + j >= 5 counts 19 times in i + j - 5: column 0 sums at most a product and 76 more. */
MC_INLINE element51 times(element51 a, element51 b)
{
    unsigned __int128 column[LIMBS];
    FP_UNROLL
    for (uint8_t k = 0; k < LIMBS; k++) {
        column[k] = 0;
        FP_UNROLL
        for (uint8_t i = 0; i < LIMBS; i++) {
            const uint8_t j = (uint8_t)(k >= i ? k - i : k + LIMBS - i);
            column[k] += (unsigned __int128)a.limb[i] * (k >= i ? b.limb[j] : 19 * b.limb[j]);
        }
    }
    return carried(column);
}

/* The same of a number by itself: products of two limbs are doubled, 2 a and 38 a below 2^60. */
MC_INLINE element51 squared(element51 a)
{
    unsigned __int128 column[LIMBS];
    FP_UNROLL
    for (uint8_t k = 0; k < LIMBS; k++) {
        column[k] = 0;
        FP_UNROLL
        for (uint8_t i = 0; i < LIMBS; i++) {
            const uint8_t j = (uint8_t)(k >= i ? k - i : k + LIMBS - i);
            if (i <= j)
                column[k] += (unsigned __int128)(i < j ? 2 * a.limb[i] : a.limb[i]) *
                             (i + j < LIMBS ? a.limb[j] : 19 * a.limb[j]);
        }
    }
    return carried(column);
}

/* a24 times a loose number: columns are below 2^86. */
MC_INLINE element51 times_small(element51 a, uint32_t a24)
{
    unsigned __int128 column[LIMBS];
    FP_UNROLL
    for (uint8_t i = 0; i < LIMBS; i++)
        column[i] = (unsigned __int128)a.limb[i] * a24;
    return carried(column);
}

/* a = b if the mask is all ones. */
MC_INLINE void take(element51 *a, const element51 *b, uint64_t mask)
{
    FP_UNROLL
    for (uint8_t i = 0; i < LIMBS; i++)
        a->limb[i] ^= (a->limb[i] ^ b->limb[i]) & mask;
}

/* The letters are those of RFC 7748; the exchange is that of ladder_step_composed.c. */
void EC(ladder_step_radix51)(mc_word *points, const mc_word *x, mc_word swap, uint32_t a24)
{
    mc_word *const x2 = points, *const z2 = x2 + EC_WORDS, *const x3 = z2 + EC_WORDS, *const z3 = x3 + EC_WORDS;
    const mc_word mask = mc_word_barrier((mc_word)(0 - swap));
    element51 a = plus(unpack(x2), unpack(z2)), b = minus(unpack(x2), unpack(z2));
    const element51 c = plus(unpack(x3), unpack(z3)), d = minus(unpack(x3), unpack(z3));
    const element51 da = times(d, a), cb = times(c, b);
    pack(x3, squared(plus(da, cb)));
    pack(z3, times(squared(minus(da, cb)), unpack(x)));
    take(&a, &c, mask);
    take(&b, &d, mask);
    const element51 aa = squared(a), bb = squared(b), e = minus(aa, bb);
    pack(x2, times(aa, bb));
    pack(z2, times(e, plus(aa, times_small(e, a24))));
}

#endif
