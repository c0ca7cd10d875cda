/*---
name: words-merged-three
family: fb-reduce
summary: reduction of three words at a time, as words-merged does four
source: tinyecck2008 Section 5.2
domain: c of degree at most 2m - 2
constant_time: same-trace-and-addresses
requires: FB_TOP_GAP >= 3 * MC_WORD_BITS
---*/
#include "fb/reduction/reduce_merged.h"

#if FB_TOP_GAP >= 3 * MC_WORD_BITS

void FB(reduce_words_merged_three)(mc_word *r, mc_word *c)
{
    reduce_merged(r, c, 3);
}

#endif
