/*---
name: fermat
family: fp-inv
summary: a^(n-2) by squaring and multiplying: little code, much time
source: Fermat's little theorem
domain: any a below a prime n, in the form that the modulus has; the inverse of 0 is 0
constant_time: same-trace-and-addresses
uses: fp-mul-reduce, fp-sqr-reduce
---*/
/* The exponent is public, so the sequence of products is the same for every a. */
#include "fp/fp.h"

#include <string.h>

/* e = n - 2. */
static void exponent(mc_word *e FP_M)
{
    mc_word borrow = 2;
    for (uint8_t i = 0; i < FP_WORDS; i++) {
        e[i] = (mc_word)(FP_MODULUS->n[i] - borrow);
        borrow = FP_MODULUS->n[i] < borrow;
    }
}

MC_OWN_FRAME
void FP(inv_fermat)(mc_word *r, const mc_word *a FP_M)
{
    mc_word base[FP_WORDS], e[FP_WORDS];
    memcpy(base, a, sizeof base);
    exponent(e FP_PASS);
    FP(set_small)(r, 1 FP_PASS);
    for (uint16_t i = FP_BITS; i-- > 0;) {
        fp_sqr(r, r FP_PASS);
        if (e[i / MC_WORD_BITS] >> (i % MC_WORD_BITS) & 1)
            fp_mul(r, r, base FP_PASS);
    }
    mc_wipe(base, sizeof base);
}
