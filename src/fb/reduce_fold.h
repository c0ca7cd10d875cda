/* Folding of words from n on: a word t with place value z^(iW) is congruent to the sum, over the lower terms z^k
 * of f, of t z^(iW - (m - k)), which lies in two adjacent words below. */
#ifndef MC_FB_REDUCE_FOLD_H
#define MC_FB_REDUCE_FOLD_H

#include "fb/fb.h"

/* The highest word that a product of two elements reaches. */
#define FOLD_TOP_WORD ((2 * FB_M - 2) / MC_WORD_BITS)
/* For the term z^k: the words from i down to the lower of the two, and the place of t in it. */
#define FOLD_DOWN(k)  MC_WORDS(FB_M - (k))
#define FOLD_SHIFT(k) (FOLD_DOWN(k) * MC_WORD_BITS - (FB_M - (k)))

/* The parts of t z^shift in its lower and its upper word; shift < W, a constant. */
static inline mc_word fold_low(mc_word t, uint8_t shift)
{
    return (mc_word)(t << shift);
}

static inline mc_word fold_high(mc_word t, uint8_t shift)
{
    return shift ? t >> (MC_WORD_BITS - shift) % MC_WORD_BITS : 0;
}

/* Adds what the word t at `word` folds into. */
static inline __attribute__((always_inline)) void fold_word(mc_word *word, mc_word t)
{
#define FOLD_TERM(k)                                                                                                   \
    word[-FOLD_DOWN(k)] ^= fold_low(t, FOLD_SHIFT(k));                                                                 \
    if (FOLD_SHIFT(k))                                                                                                 \
        word[1 - FOLD_DOWN(k)] ^= fold_high(t, FOLD_SHIFT(k));
    FB_TERMS(FOLD_TERM)
#undef FOLD_TERM
}

/* Folds the bits of word n - 1 from z^m on. */
static inline __attribute__((always_inline)) void fold_rest(mc_word *c)
{
#if FB_M % MC_WORD_BITS
    mc_word t = c[FB_WORDS - 1] >> FB_M % MC_WORD_BITS;
    c[FB_WORDS - 1] ^= (mc_word)(t << FB_M % MC_WORD_BITS);
#define FOLD_TERM(k)                                                                                                   \
    c[(k) / MC_WORD_BITS] ^= fold_low(t, (k) % MC_WORD_BITS);                                                          \
    if ((k) % MC_WORD_BITS)                                                                                            \
        c[(k) / MC_WORD_BITS + 1] ^= fold_high(t, (k) % MC_WORD_BITS);
    FB_TERMS(FOLD_TERM)
#undef FOLD_TERM
#else
    (void)c;
#endif
}

#endif
