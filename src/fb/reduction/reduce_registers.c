/*---
name: registers
family: fb-reduce
summary: reduction a word at a time with the words being folded into in registers: each word is stored once
source: aranha2008 Algorithm 6; here for any f with room below z^m
domain: c of degree at most 2m - 2
constant_time: same-trace-and-addresses
requires: FB_TOP_GAP >= MC_WORD_BITS
---*/
#include "fb/reduction/reduce_fold.h"
#include "fb/unroll.h"

#if FB_TOP_GAP >= MC_WORD_BITS

/* Words from i down to the highest and the lowest that word i folds into, and their number. */
#define NEAREST  (FOLD_DOWN(FB_KMAX) - 1)
#define FARTHEST FOLD_DOWN(0)
#define SPAN     (FARTHEST - NEAREST + 1)

/* sum[j] collects for word i - NEAREST - j. Adds the multiples that t, the word i, folds into. */
MC_INLINE void fold_into(mc_word *sum, mc_word t){
#define FOLD_TERM(k)                                                                                                   \
    {                                                                                                                  \
        mc_dword shifted = fold_shift(t, FOLD_SHIFT(k));                                                               \
        sum[FOLD_DOWN(k) - NEAREST] = (mc_word)(sum[FOLD_DOWN(k) - NEAREST] ^ (mc_word)shifted);                       \
        sum[FOLD_DOWN(k) - NEAREST - 1] =                                                                              \
            (mc_word)(sum[FOLD_DOWN(k) - NEAREST - 1] ^ (mc_word)(shifted >> MC_WORD_BITS));                           \
    }
    FB_TERMS(FOLD_TERM)
#undef FOLD_TERM
}

/* sum, for the next lower i. */
MC_INLINE void next_word(mc_word *sum)
{
#define NEXT(j)                                                                                                        \
    if ((j) + 1 < SPAN)                                                                                                \
        sum[j] = sum[(j) + 1];
    FB_UNROLL(NEXT)
#undef NEXT
    sum[SPAN - 1] = 0;
}

_Static_assert(FOLD_TOP_WORD - NEAREST >= FB_WORDS - 1, "every word of the result is written when it is complete");

/* r = c mod f; destroys c; r may be c. Word i - NEAREST is complete once word i is folded: the words from n on stay
 * in c, to be folded in their turn, the others go to r. */
void FB(reduce_registers)(mc_word *r, mc_word *c)
{
    mc_word sum[SPAN] = {0};
    mc_word *complete = c + FOLD_TOP_WORD - NEAREST;
    for (; complete >= c + FB_WORDS; complete--) {
        fold_into(sum, complete[NEAREST]);
        *complete ^= sum[0];
        next_word(sum);
    }
    mc_word *result = r + FB_WORDS;
    for (; complete >= c + FB_WORDS - NEAREST; complete--) {
        fold_into(sum, complete[NEAREST]);
        *--result = *complete ^ sum[0];
        next_word(sum);
    }
#define LAST(j)                                                                                                        \
    if ((j) + 1 < SPAN)                                                                                                \
        *--result = *complete-- ^ sum[j];
    FB_UNROLL(LAST)
#undef LAST
    fold_rest(r);
}

#endif
