/*---
name: barrett
family: fb-reduce
summary: reduction by words for any f: quotient from the series of 1/f, which is as sparse as f; for f without a gap
source: Barrett 1986, for polynomials; Knezevic, Sakiyama, Fan and Verbauwhede 2008
domain: c of degree at most 2m - 2
constant_time: same-trace-and-addresses
---*/
#include "fb/fb.h"

/* q += c / z^shift, cut to whole powers; shift >= m, a constant. The words of c / z^shift are at most as many as q's.
 */
MC_INLINE void add_shifted_down(mc_word *q, const mc_word *c, uint16_t shift)
{
    const uint8_t words = (uint8_t)(shift / MC_WORD_BITS), bits = shift % MC_WORD_BITS;
    for (uint8_t i = 0; i < 2 * FB_WORDS - words && i < FB_WORDS; i++) {
        q[i] ^= c[words + i] >> bits;
        if (bits && i + 1 < 2 * FB_WORDS - words)
            q[i] ^= (mc_word)(c[words + i + 1] << (MC_WORD_BITS - bits));
    }
}

/* r += q z^shift, in the words of r alone; shift < m, a constant. */
MC_INLINE void add_shifted_up(mc_word *r, const mc_word *q, uint16_t shift)
{
    const uint8_t words = (uint8_t)(shift / MC_WORD_BITS), bits = shift % MC_WORD_BITS;
    for (uint8_t i = words; i < FB_WORDS; i++) {
        r[i] ^= (mc_word)(q[i - words] << bits);
        if (bits && i > words)
            r[i] ^= q[i - words - 1] >> (MC_WORD_BITS - bits);
    }
}

/* r = c mod f; destroys c; r may be c. With c = q f + r and the degree of r below m, q is c / f without its negative
 * powers of z. Those of c below z^m do not reach it, nor do terms of z^m / f below z^-(m - 2). Of the words of q f the
 * bits from z^m on are those of c, and are cut. */
void FB(reduce_barrett)(mc_word *r, mc_word *c)
{
    mc_word q[FB_WORDS] = {0};
#define ADD_QUOTIENT(e) add_shifted_down(q, c, FB_M + (e));
    FB_QUOTIENT_TERMS(ADD_QUOTIENT)
#undef ADD_QUOTIENT
#define ADD_MULTIPLE(k) add_shifted_up(c, q, k);
    FB_TERMS(ADD_MULTIPLE)
#undef ADD_MULTIPLE
#if FB_M % MC_WORD_BITS
    c[FB_WORDS - 1] &= (mc_word)(((mc_word)1 << FB_M % MC_WORD_BITS) - 1);
#endif
    FB(copy)(r, c);
}
