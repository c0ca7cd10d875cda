/*---
name: words
family: fb-reduce
summary: reduction a word at a time, from the top
source: tinyecck2008 Algorithm 3, which aranha2008 Algorithm 5 repeats; for any f with room below z^m
domain: c of degree at most 2m - 2
constant_time: same-trace-and-addresses
requires: FB_TOP_GAP >= MC_WORD_BITS
---*/
#include "fb/fb.h"

#if FB_TOP_GAP >= MC_WORD_BITS

/* With the gap, a folded word lands in words below it, and the rest of word n - 1 below z^m: neither needs
 * a second round. */
#define TOP_WORD ((2 * FB_M - 2) / MC_WORD_BITS)
#define TOP_BITS (FB_M % MC_WORD_BITS)

/* r = c mod f; destroys c; r may be c. */
void FB(reduce_words)(mc_word *r, mc_word *c)
{
    for (mc_word *word = c + TOP_WORD; word >= c + FB_WORDS; word--) {
        mc_word t = *word;
        /* t z^(iW) = sum of t z^(iW - distance), distance = m - k */
#define FOLD(k) FOLD_AT(FB_M - (k))
#define FOLD_AT(distance)                                                                                              \
    {                                                                                                                  \
        enum { words = MC_WORDS(distance), shift = words * MC_WORD_BITS - (distance) };                                \
        word[-words] ^= (mc_word)(t << shift);                                                                         \
        if (shift)                                                                                                     \
            word[1 - words] ^= t >> (MC_WORD_BITS - shift) % MC_WORD_BITS;                                             \
    }
        FB_TERMS(FOLD)
    }
#if TOP_BITS
    mc_word t = c[FB_WORDS - 1] >> TOP_BITS;
    c[FB_WORDS - 1] ^= (mc_word)(t << TOP_BITS);
#define FOLD_REST(k)                                                                                                   \
    {                                                                                                                  \
        enum { word = (k) / MC_WORD_BITS, shift = (k) % MC_WORD_BITS };                                                \
        c[word] ^= (mc_word)(t << shift);                                                                              \
        if (shift)                                                                                                     \
            c[word + 1] ^= t >> (MC_WORD_BITS - shift) % MC_WORD_BITS;                                                 \
    }
    FB_TERMS(FOLD_REST)
#endif
    FB(copy)(r, c);
}

#endif
