/*---
name: montgomery-rows
family: fp-mul-reduce
summary: Montgomery multiplication by one loop over words, called for the rows of the product and of the quotient
source: Koc, Acar and Kaliski, Analyzing and Comparing Montgomery Multiplication Algorithms, 1996
domain: any a, b below p; a b / R mod p
constant_time: same-trace-and-addresses
form: montgomery
---*/
#include "fp/multiplication/add_row.h"

/* The loop reads RAM. Where flash has addresses of its own, the modulus is copied for it. */
#ifdef __AVR__
#define ROWS_MODULUS(n)                                                                                                \
    mc_word n[FP_WORDS];                                                                                               \
    FP(from_flash)(n, FP_MODULUS->n)
#else
#define ROWS_MODULUS(n) const mc_word *n = FP_MODULUS->n
#endif

/* t[1] and above hold the sum, below 2 p; the row of the quotient moves it down by the word that it makes 0. */
void FP(mul_reduce_montgomery_rows)(mc_word *r, const mc_word *a, const mc_word *b FP_M)
{
    mc_word t[FP_WORDS + 2];
    ROWS_MODULUS(n);
    for (uint8_t i = 0; i < FP_WORDS + 2; i++)
        t[i] = 0;
    for (uint8_t i = 0; i < FP_WORDS; i++) {
        mc_dword top = (mc_dword)((mc_dword)t[FP_WORDS + 1] + add_row(t + 1, t + 1, a, b[i]));
        top = (mc_dword)(top + add_row(t, t + 1, n, (mc_word)((mc_dword)t[1] * FP_MODULUS->minus_n_inverse)));
        t[FP_WORDS] = (mc_word)top;
        t[FP_WORDS + 1] = (mc_word)(top >> MC_WORD_BITS);
    }
    fp_reduce_once(r, t + 1, t[FP_WORDS + 1] FP_PASS);
    fp_wipe(t, sizeof t);
}
