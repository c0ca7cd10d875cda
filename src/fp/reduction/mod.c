#include "fp/fp.h"

/* r -= n 2^shift if r is not below it; r < 2^(FP_WORDS MC_WORD_BITS), n 2^shift < 2^FP_BITS. */
static void subtract_shifted(mc_word *r, uint16_t shift FP_M)
{
    const uint8_t words = (uint8_t)(shift / MC_WORD_BITS), bits = shift % MC_WORD_BITS;
    mc_word difference[FP_WORDS], borrow = 0, below = 0;
    for (uint8_t i = 0; i < FP_WORDS; i++) {
        mc_word word = i < words ? 0 : FP_MODULUS->n[i - words];
        mc_dword t = (mc_dword)r[i] - (mc_word)((mc_word)(word << bits) | below) - borrow;
        below = (mc_word)(bits ? word >> (MC_WORD_BITS - bits) : 0);
        difference[i] = (mc_word)t;
        borrow = (mc_word)(t >> MC_WORD_BITS) & 1;
    }
    FP(select)(r, difference, mc_word_barrier((mc_word)(borrow - 1)));
    mc_wipe(difference, sizeof difference);
}

/* By long division, a bit of the quotient at a time. */
void FP(mod)(mc_word *r, const mc_word *a, uint16_t modulus_bits FP_M)
{
    FP(copy)(r, a);
    for (uint16_t shift = FP_BITS - modulus_bits + 1; shift--;)
        subtract_shifted(r, shift FP_PASS);
}
