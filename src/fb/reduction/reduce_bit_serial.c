/*---
name: bit-serial
family: fb-reduce
summary: reduction a bit at a time, for any field
source: hankerson2004 Algorithm 2.40, without its table
domain: c of degree at most 2m - 2
constant_time: same-trace-and-addresses
---*/
#include "fb/fb.h"

/* r = c mod f; destroys c; r may be c. */
void FB(reduce_bit_serial)(mc_word *r, mc_word *c)
{
    for (unsigned e = 2 * FB_M - 2; e >= FB_M; e--) {
        mc_word bit = (c[e / MC_WORD_BITS] >> (e % MC_WORD_BITS)) & 1;
        unsigned low = e - FB_M;
        c[e / MC_WORD_BITS] ^= (mc_word)(bit << (e % MC_WORD_BITS));
#define ADD_BIT(k) c[(low + (k)) / MC_WORD_BITS] ^= (mc_word)(bit << ((low + (k)) % MC_WORD_BITS));
        FB_TERMS(ADD_BIT)
#undef ADD_BIT
    }
    FB(copy)(r, c);
}
