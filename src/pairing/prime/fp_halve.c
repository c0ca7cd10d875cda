#include "pairing/prime/fp2.h"

/* Called, as its loops make much code. */
__attribute__((noinline)) void fp_halve(mc_word *r, const mc_word *a)
{
    const mc_word odd = mc_word_mask_nonzero(a[0] & 1);
    mc_word carry = 0;
    for (uint8_t i = 0; i < FP_WORDS; i++) {
        mc_dword sum = (mc_dword)((mc_dword)a[i] + (mc_word)(FP_MODULUS->n[i] & odd) + carry);
        r[i] = (mc_word)sum;
        carry = (mc_word)(sum >> MC_WORD_BITS);
    }
    for (uint8_t i = FP_WORDS; i-- > 0;) {
        const mc_word low = r[i] & 1;
        r[i] = (mc_word)(r[i] >> 1 | carry << (MC_WORD_BITS - 1));
        carry = low;
    }
}
