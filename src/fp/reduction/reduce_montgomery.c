/*---
name: montgomery
family: fp-reduce
summary: Montgomery's reduction by words
source: Montgomery 1985; Koc, Acar and Kaliski, Analyzing and Comparing Montgomery Multiplication Algorithms, 1996
domain: any c below p R; c / R mod p
constant_time: same-trace-and-addresses
form: montgomery
---*/
#include "fp/multiplication/rows.h"

void FP(reduce_montgomery)(mc_word *r, mc_word *c FP_M)
{
    mc_word carry = 0;
    FP_UNROLL
    for (uint8_t i = 0; i < FP_WORDS; i++) {
        mc_word q = (mc_word)((mc_dword)c[i] * FP_MODULUS->minus_n_inverse);
        /* c + q p 2^(i MC_WORD_BITS), whose lowest word becomes 0 */
        mc_dword sum = (mc_dword)((mc_dword)row_add_flash(c + i, FP_MODULUS->n, q, FP_WORDS) + c[i + FP_WORDS] + carry);
        c[i + FP_WORDS] = (mc_word)sum;
        carry = (mc_word)(sum >> MC_WORD_BITS);
    }
    fp_reduce_once(r, c + FP_WORDS, carry FP_PASS);
}
