/* Reduction of several words at a time: a word that two of them fold into is loaded and stored once. */
#ifndef MC_FB_REDUCE_MERGED_H
#define MC_FB_REDUCE_MERGED_H

#include "fb/reduction/reduce_fold.h"

/* r = c mod f, `degree` words at a time, from two to five, a constant; destroys c; r may be c. The gap of f makes them
 * fold into words below all of them. */
MC_INLINE void reduce_merged(mc_word *r, mc_word *c, uint8_t degree)
{
    mc_word *word = c + FOLD_TOP_WORD;
    for (; word >= c + FB_WORDS + degree - 1; word -= degree) {
        mc_word t0 = word[0], t1 = word[-1];
        mc_word t2 = degree > 2 ? word[-2] : 0, t3 = degree > 3 ? word[-3] : 0, t4 = degree > 4 ? word[-4] : 0;
        fold_word(word, t0);
        fold_word(word - 1, t1);
        if (degree > 2)
            fold_word(word - 2, t2);
        if (degree > 3)
            fold_word(word - 3, t3);
        if (degree > 4)
            fold_word(word - 4, t4);
    }
    for (; word >= c + FB_WORDS; word--)
        fold_word(word, *word);
    fold_rest(c);
    FB(copy)(r, c);
}

#endif
