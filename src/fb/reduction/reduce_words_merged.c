/*---
name: words-merged
family: fb-reduce
summary: reduction of four words at a time: what they fold into is loaded and stored once
source: tinyecck2008 Algorithm 5
domain: c of degree at most 2m - 2
constant_time: same-trace-and-addresses
requires: FB_TOP_GAP >= 4 * MC_WORD_BITS
---*/
#include "fb/reduction/reduce_fold.h"

#if FB_TOP_GAP >= 4 * MC_WORD_BITS

/* r = c mod f; destroys c; r may be c. The gap makes four words fold into words below all of them. */
void FB(reduce_words_merged)(mc_word *r, mc_word *c)
{
    mc_word *word = c + FOLD_TOP_WORD;
    for (; word >= c + FB_WORDS + 3; word -= 4) {
        mc_word t0 = word[0], t1 = word[-1], t2 = word[-2], t3 = word[-3];
        fold_word(word, t0);
        fold_word(word - 1, t1);
        fold_word(word - 2, t2);
        fold_word(word - 3, t3);
    }
    for (; word >= c + FB_WORDS; word--)
        fold_word(word, *word);
    fold_rest(c);
    FB(copy)(r, c);
}

#endif
