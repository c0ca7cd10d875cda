/*---
name: words-merged
family: fb-reduce
summary: reduction of four words at a time: each word that they fold into is loaded and stored once
source: tinyecck2008 Algorithm 5
domain: c of degree at most 2m - 2
constant_time: same-trace-and-addresses
requires: FB_TOP_GAP >= 4 * MC_WORD_BITS
---*/
#include "fb/reduction/reduce_merged.h"

#if FB_TOP_GAP >= 4 * MC_WORD_BITS

void FB(reduce_words_merged)(mc_word *r, mc_word *c)
{
    reduce_merged(r, c, 4);
}

#endif
