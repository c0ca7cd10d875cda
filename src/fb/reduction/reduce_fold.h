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

/* t z^shift, for a constant shift < W. */
MC_INLINE mc_dword fold_shift(mc_word t, uint8_t shift)
{
#if MC_WORD_BITS == 8 /* a multiplier is there, a shifter is not; the compiler would turn the product into shifts */
    if (shift == 0)
        return t;
    mc_word power = (mc_word)(1 << shift);
    __asm__("" : "+r"(power));
    return (mc_dword)t * power;
#else
    return (mc_dword)t << shift;
#endif
}

/* Folds the word t at `word` into the words below. */
MC_INLINE void fold_word(mc_word *word, mc_word t){
#define FOLD_TERM(k)                                                                                                   \
    {                                                                                                                  \
        mc_dword shifted = fold_shift(t, FOLD_SHIFT(k));                                                               \
        word[-FOLD_DOWN(k)] = (mc_word)(word[-FOLD_DOWN(k)] ^ (mc_word)shifted);                                       \
        if (FOLD_SHIFT(k))                                                                                             \
            word[1 - FOLD_DOWN(k)] = (mc_word)(word[1 - FOLD_DOWN(k)] ^ (mc_word)(shifted >> MC_WORD_BITS));           \
    }
    FB_TERMS(FOLD_TERM)
#undef FOLD_TERM
}

/* Folds the bits of word n - 1 from z^m on. */
MC_INLINE void fold_rest(mc_word *c)
{
#if FB_M % MC_WORD_BITS
    mc_word t = c[FB_WORDS - 1] >> FB_M % MC_WORD_BITS;
    c[FB_WORDS - 1] ^= (mc_word)(t << FB_M % MC_WORD_BITS);
#define FOLD_TERM(k)                                                                                                   \
    {                                                                                                                  \
        mc_dword shifted = fold_shift(t, (k) % MC_WORD_BITS);                                                          \
        c[(k) / MC_WORD_BITS] = (mc_word)(c[(k) / MC_WORD_BITS] ^ (mc_word)shifted);                                   \
        if ((k) % MC_WORD_BITS)                                                                                        \
            c[(k) / MC_WORD_BITS + 1] = (mc_word)(c[(k) / MC_WORD_BITS + 1] ^ (mc_word)(shifted >> MC_WORD_BITS));     \
    }
    FB_TERMS(FOLD_TERM)
#undef FOLD_TERM
#else
    (void)c;
#endif
}

#endif
