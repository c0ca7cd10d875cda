/*---
name: fermat
family: fp-inv
summary: a^(n-2) by squaring and multiplying: little code, much time
source: Fermat's little theorem
domain: any a below a prime n, in the form that the modulus has; the inverse of 0 is 0
constant_time: same-trace-and-addresses
uses: fp-mul-reduce, fp-sqr-reduce
---*/
/* The exponent is public, so the sequence of products is the same for every a. Its bits are read from the lowest, as
 * those of n, from which 2 is borrowed: n is odd, so the lowest stays 1. */
#include "fp/fp.h"

#if MC_PREFER_SIZE /* without a call between */
#define FERMAT_SQUARE(a) fp_mul(a, a, a FP_PASS)
#else
#define FERMAT_SQUARE(a) fp_sqr(a, a FP_PASS)
#endif

MC_OWN_FRAME
void FP(inv_fermat)(mc_word *r, const mc_word *a FP_M)
{
    mc_word power[FP_WORDS], borrow = 1;
    FP(copy)(power, a);
    FP(copy)(r, power);
    for (uint16_t i = 1; i < FP_BITS; i++) {
        const mc_word bit = (mc_word)((mc_word)(FP_MODULUS->n[i / MC_WORD_BITS] >> i % MC_WORD_BITS & 1) ^ borrow);
        borrow &= bit;
        FERMAT_SQUARE(power);
        if (bit)
            fp_mul(r, r, power FP_PASS);
    }
    mc_wipe(power, sizeof power);
}
