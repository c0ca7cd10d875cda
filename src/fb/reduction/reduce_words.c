/*---
name: words
family: fb-reduce
summary: reduction a word at a time, from the top
source: tinyecck2008 Algorithm 3, which is aranha2008 Algorithm 5; here for any f with room below z^m
domain: c of degree at most 2m - 2
constant_time: same-trace-and-addresses
requires: FB_TOP_GAP >= MC_WORD_BITS
---*/
#include "fb/reduction/reduce_fold.h"

#if FB_TOP_GAP >= MC_WORD_BITS

/* r = c mod f; destroys c; r may be c. The gap makes each word fold into words below itself, and the rest of
 * word n - 1 below z^m. */
void FB(reduce_words)(mc_word *r, mc_word *c)
{
    for (mc_word *word = c + FOLD_TOP_WORD; word >= c + FB_WORDS; word--)
        fold_word(word, *word);
    fold_rest(c);
    FB(copy)(r, c);
}

#endif
