/*---
name: registers
family: fb-reduce
summary: reduction a word at a time with the words being folded into in registers: each word is stored once
source: aranha2008 Algorithm 6; here for any f with room below z^m
domain: c of degree at most 2m - 2
constant_time: same-trace-and-addresses
requires: FB_TOP_GAP >= MC_WORD_BITS
---*/
#include "fb/reduce_fold.h"

#if FB_TOP_GAP >= MC_WORD_BITS

/* Words from i down to the highest and the lowest that word i folds into, and their number. */
#define NEAREST  (FOLD_DOWN(FB_KMAX) - 1)
#define FARTHEST FOLD_DOWN(0)
#define SPAN     (FARTHEST - NEAREST + 1)

/* sum[j] collects for word i - NEAREST - j. Adds what t, the word i, folds into. */
static inline __attribute__((always_inline)) void fold_into(mc_word *sum, mc_word t)
{
#define FOLD_TERM(k)                                                                                                   \
    sum[FOLD_DOWN(k) - NEAREST] ^= fold_low(t, FOLD_SHIFT(k));                                                         \
    sum[FOLD_DOWN(k) - NEAREST - 1] ^= fold_high(t, FOLD_SHIFT(k));
    FB_TERMS(FOLD_TERM)
#undef FOLD_TERM
}

static inline __attribute__((always_inline)) void next_word(mc_word *sum)
{
    for (uint8_t j = 0; j + 1 < SPAN; j++)
        sum[j] = sum[j + 1];
    sum[SPAN - 1] = 0;
}

/* r = c mod f; destroys c; r may be c. Word i - NEAREST is complete once word i is folded. */
void FB(reduce_registers)(mc_word *r, mc_word *c)
{
    mc_word sum[SPAN] = {0};
    mc_word *word = c + FOLD_TOP_WORD, *complete = word - NEAREST;
    for (; complete >= c + FB_WORDS; complete--) {
        fold_into(sum, *word--);
        *complete ^= sum[0];
        next_word(sum);
    }
    mc_word *result = r + (complete - c) + 1;
    while (word >= c + FB_WORDS) {
        fold_into(sum, *word--);
        *--result = *complete-- ^ sum[0];
        next_word(sum);
    }
    for (uint8_t j = 0; j + 1 < SPAN; j++) {
        *--result = *complete-- ^ sum[j];
    }
    fold_rest(r);
}

#endif
