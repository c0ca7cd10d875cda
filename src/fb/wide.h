/* Four elements side by side, for processors that multiply four pairs of polynomials at once (VPCLMULQDQ). Such an
 * element is passed by value and stays in registers where there is room; functions that take secrets are in constant
 * time. Files that use this define WIDE functions, which run only where MC_HAS_WIDE() (native/x86_64/level.h). */
#ifndef MC_FB_WIDE_H
#define MC_FB_WIDE_H

#include "fb/fb.h"

#if FB_HAS_WIDE

#include "native/x86_64/wide.h"

#define CL(name)  wide_##name
#define CL_INLINE WIDE_INLINE
#include "fb/multiplication/carryless_arithmetic.h"
#undef CL
#undef CL_INLINE

#define WIDE_ELEMENTS 4
typedef struct {
    wide_vector lane[CARRYLESS_LANES]; /* lane j: words 2j and 2j + 1 of each */
} wide_element;

#define WIDE_EACH_LANE(j) CARRYLESS_UNROLL for (unsigned j = 0; j < CARRYLESS_LANES; j++)

/* Words in lower halves. */
WIDE_INLINE void wide_unpack(wide_vector *word, const wide_element *a)
{
    CARRYLESS_UNROLL
    for (unsigned i = 0; i < FB_WORDS; i++)
        word[i] = i % 2 ? wide_middle(a->lane[i / 2], a->lane[i / 2]) : a->lane[i / 2];
}

WIDE_INLINE wide_element wide_mul(wide_element a, wide_element b)
{
    wide_vector x[FB_WORDS], y[FB_WORDS], column[CARRYLESS_COLUMNS];
    wide_element r;
    wide_unpack(x, &a);
    wide_unpack(y, &b);
    wide_multiply(column, x, y);
    wide_reduce(r.lane, column);
    return r;
}

WIDE_INLINE wide_element wide_sqr(wide_element a)
{
    wide_vector column[CARRYLESS_COLUMNS];
    wide_square(column, a.lane);
    wide_reduce(a.lane, column);
    return a;
}

/* a^(2^count) */
WIDE_INLINE wide_element wide_sqr_times(wide_element a, unsigned count)
{
    while (count--)
        a = wide_sqr(a);
    return a;
}

WIDE_INLINE wide_element wide_add(wide_element a, wide_element b)
{
    WIDE_EACH_LANE (j)
        a.lane[j] ^= b.lane[j];
    return a;
}

/* The elements of a at `places`, as wide_places gives them. */
WIDE_INLINE wide_element wide_permute_by(wide_element a, wide_vector places)
{
    WIDE_EACH_LANE (j)
        a.lane[j] = wide_permuted_by(a.lane[j], places);
    return a;
}

/* The elements of a at the places at0 to at3, constants. */
WIDE_INLINE wide_element wide_permute(wide_element a, unsigned at0, unsigned at1, unsigned at2, unsigned at3)
{
    return wide_permute_by(a, wide_places(at0, at1, at2, at3));
}

/* b's elements where `places`, a constant, has their bits, else a's. */
WIDE_INLINE wide_element wide_blend(wide_element a, wide_element b, unsigned places)
{
    WIDE_EACH_LANE (j)
        a.lane[j] = wide_blended(a.lane[j], b.lane[j], places);
    return a;
}

/* Masks of words, all of an element ~0 or 0: mask ? a : 0. */
WIDE_INLINE wide_element wide_keep(wide_element a, wide_vector mask)
{
    WIDE_EACH_LANE (j)
        a.lane[j] &= mask;
    return a;
}

/* mask ? b : a */
WIDE_INLINE wide_element wide_select(wide_element a, wide_element b, wide_vector mask)
{
    WIDE_EACH_LANE (j)
        a.lane[j] ^= (a.lane[j] ^ b.lane[j]) & mask;
    return a;
}

/* Masks of mc_word, one for each element. */
WIDE_INLINE wide_vector wide_masks(mc_word mask0, mc_word mask1, mc_word mask2, mc_word mask3)
{
    return (wide_vector){mask0, mask0, mask1, mask1, mask2, mask2, mask3, mask3};
}

/* The element a in all places. */
WIDE_INLINE wide_element wide_load_one(const mc_word *a)
{
    wide_element r;
    WIDE_EACH_LANE (j)
        r.lane[j] = wide_constant(a[2 * j], 2 * j + 1 < FB_WORDS ? a[2 * j + 1] : 0);
    return r;
}

WIDE_INLINE wide_element wide_load(const mc_word *a0, const mc_word *a1, const mc_word *a2, const mc_word *a3)
{
    const wide_element first = wide_blend(wide_load_one(a0), wide_load_one(a1), 2),
                       last = wide_blend(wide_load_one(a2), wide_load_one(a3), 8);
    return wide_blend(first, last, 12);
}

/* r = the element at `place`. */
WIDE_INLINE void wide_store_one(mc_word *r, const wide_element *a, unsigned place)
{
    CARRYLESS_UNROLL
    for (unsigned i = 0; i < FB_WORDS; i++)
        r[i] = a->lane[i / 2][2 * place + i % 2];
}

WIDE_INLINE void wide_store(mc_word *r0, mc_word *r1, mc_word *r2, mc_word *r3, const wide_element *a)
{
    wide_store_one(r0, a, 0);
    wide_store_one(r1, a, 1);
    wide_store_one(r2, a, 2);
    wide_store_one(r3, a, 3);
}

#endif
#endif
