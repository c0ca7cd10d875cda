/*---
name: words
family: fb-mul-montgomery
summary: product first; then word by word a multiple of f that clears the lowest word of the rest
source: Koc and Acar 1998, word-level, with the product apart
domain: any a, b
constant_time: same-trace
uses: fb-mul
---*/
#include "fb/fb.h"

/* word / f mod z^W. 1/f is the product of f^(2^i) for 2^i < W, since f^(2^i) = 1 + the sum of z^(k 2^i), which is 1
 * modulo z^W for 2^i >= W. So no inverse of f is kept, nor multiplied by. */
static mc_word mul_montgomery_words_quotient(mc_word word)
{
    for (unsigned power = 1; power < MC_WORD_BITS; power *= 2) {
        mc_word multiple = word;
#define ADD_TERM(k)                                                                                                    \
    if ((k) > 0 && (k) * power < MC_WORD_BITS)                                                                         \
        multiple ^= (mc_word)(word << (k) * power % MC_WORD_BITS);
        FB_TERMS(ADD_TERM)
        ADD_TERM(FB_M)
#undef ADD_TERM
        word = multiple;
    }
    return word;
}

/* c += q z^k, k a constant. */
MC_INLINE void mul_montgomery_words_add(mc_word *c, mc_word q, unsigned k)
{
    c[k / MC_WORD_BITS] ^= (mc_word)(q << k % MC_WORD_BITS);
    if (k % MC_WORD_BITS)
        c[k / MC_WORD_BITS + 1] ^= (mc_word)(q >> (MC_WORD_BITS - k % MC_WORD_BITS));
}

/* r = a b / z^(n W) mod f, n words of W bits; r may alias a or b. What is added to the product has a degree below
 * m + n W, so that its upper n words are the result. */
void FB(mul_montgomery_words)(mc_word *r, const mc_word *a, const mc_word *b)
{
    mc_word c[2 * FB_WORDS];
    fb_mul_unreduced(c, a, b);
    for (uint8_t i = 0; i < FB_WORDS; i++) {
        const mc_word q = mul_montgomery_words_quotient(c[i]);
#define ADD_MULTIPLE(k) mul_montgomery_words_add(c + i, q, k);
        FB_TERMS(ADD_MULTIPLE)
        ADD_MULTIPLE(FB_M)
#undef ADD_MULTIPLE
    }
    FB(copy)(r, c + FB_WORDS);
}
