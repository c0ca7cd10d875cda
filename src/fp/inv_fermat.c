/*---
name: fermat
family: fp-inv
summary: a^(n-2) by squaring and multiplying: little code, much time
source: Fermat's little theorem
domain: any a below a prime n, in Montgomery form; the inverse of 0 is 0
constant_time: same-trace-and-addresses
---*/
/* The exponent is public, so the sequence of products is the same for every a. */
#include "fp/fp.h"

#include <string.h>

/* e = n - 2. */
static void exponent(mc_word *e, const MC_FLASH FP(modulus) *m)
{
    mc_word borrow = 2;
    for (unsigned i = 0; i < FP_WORDS; i++) {
        e[i] = (mc_word)(m->n[i] - borrow);
        borrow = m->n[i] < borrow;
    }
}

void FP(inv_fermat)(mc_word *r, const mc_word *a, const MC_FLASH FP(modulus) *m)
{
    mc_word base[FP_WORDS], e[FP_WORDS];
    memcpy(base, a, sizeof base);
    exponent(e, m);
    memset(r, 0, FP_WORDS * sizeof *r);
    r[0] = 1;
    FP(to_montgomery)(r, r, m);
    for (unsigned i = MC_FP_BITS; i-- > 0;) {
        FP(mul)(r, r, r, m);
        if (e[i / MC_WORD_BITS] >> (i % MC_WORD_BITS) & 1)
            FP(mul)(r, r, base, m);
    }
    mc_wipe(base, sizeof base);
}
