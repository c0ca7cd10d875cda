/* The functions of fb/wide.h on quadruples of elements one after the other, for tests/src/native/test_wide.py. */
#include "fb/wide.h"

WIDE static wide_element load(const mc_word *a)
{
    return wide_load(a, a + FB_WORDS, a + 2 * FB_WORDS, a + 3 * FB_WORDS);
}

WIDE static void store(mc_word *r, wide_element a)
{
    wide_store(r, r + FB_WORDS, r + 2 * FB_WORDS, r + 3 * FB_WORDS, &a);
}

#define EACH(count) for (unsigned i = 0, at = 0; i < (count); i++, at += WIDE_ELEMENTS * FB_WORDS)

WIDE void products(mc_word *r, const mc_word *a, const mc_word *b, unsigned count)
{
    EACH(count)
    store(r + at, wide_mul(load(a + at), load(b + at)));
}

WIDE void squares(mc_word *r, const mc_word *a, unsigned count)
{
    EACH(count)
    store(r + at, wide_sqr(load(a + at)));
}

WIDE void squares_in_a_row(mc_word *r, const mc_word *a, unsigned count, unsigned times)
{
    EACH(count)
    store(r + at, wide_sqr_times(load(a + at), times));
}

/* Moves of elements: constants; a's or b's by places; a or nothing, a or b by masks of words; one to all places. */
WIDE void places(mc_word *r, const mc_word *a, const mc_word *b, const uint64_t *at, const uint64_t *masks)
{
    const wide_element x = load(a), y = load(b);
    const wide_vector mask = wide_masks(masks[0], masks[1], masks[2], masks[3]);
    const unsigned size = WIDE_ELEMENTS * FB_WORDS;
    store(r, wide_permute(x, 2, 0, 3, 3));
    store(r + size,
          wide_permute_by(x, wide_places((unsigned)at[0], (unsigned)at[1], (unsigned)at[2], (unsigned)at[3])));
    store(r + 2 * size, wide_blend(x, y, 10));
    store(r + 3 * size, wide_keep(x, mask));
    store(r + 4 * size, wide_select(x, y, mask));
    store(r + 5 * size, wide_add(x, y));
    store(r + 6 * size, wide_load_one(b));
}
