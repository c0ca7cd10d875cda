/* Montgomery multiplication, coarsely integrated operand scanning (Koc, Acar, Kaliski: Analyzing and
 * Comparing Montgomery Multiplication Algorithms, 1996). */
#include "fp/fp.h"

/* t = (t + a b + q n) / 2^MC_WORD_BITS with the q that makes it exact. t < 2 n and FP_WORDS + 1 words before
 * and after; with b = 2^MC_WORD_BITS - 1 every sum of two products and two words still fits its words. */
static void multiply_add_shift(mc_word *t, const mc_word *a, mc_word b, const MC_FLASH FP(modulus) *m)
{
    mc_word carry = 0;
    for (unsigned i = 0; i < FP_WORDS; i++) {
        mc_dword sum = (mc_dword)((mc_dword)a[i] * b + t[i] + carry);
        t[i] = (mc_word)sum;
        carry = (mc_word)(sum >> MC_WORD_BITS);
    }
    mc_dword top = (mc_dword)((mc_dword)t[FP_WORDS] + carry);

    mc_word q = (mc_word)((mc_dword)t[0] * m->minus_n_inverse);
    carry = (mc_word)((mc_dword)((mc_dword)q * m->n[0] + t[0]) >> MC_WORD_BITS);
    for (unsigned i = 1; i < FP_WORDS; i++) {
        mc_dword sum = (mc_dword)((mc_dword)q * m->n[i] + t[i] + carry);
        t[i - 1] = (mc_word)sum;
        carry = (mc_word)(sum >> MC_WORD_BITS);
    }
    top = (mc_dword)(top + carry);
    t[FP_WORDS - 1] = (mc_word)top;
    t[FP_WORDS] = (mc_word)(top >> MC_WORD_BITS);
}

void FP(mul)(mc_word *r, const mc_word *a, const mc_word *b, const MC_FLASH FP(modulus) *m)
{
    mc_word t[FP_WORDS + 1] = {0};
    for (unsigned i = 0; i < FP_WORDS; i++)
        multiply_add_shift(t, a, b[i], m);
    FP(reduce_once)(r, t, t[FP_WORDS], m);
    mc_wipe(t, sizeof t);
}

void FP(to_montgomery)(mc_word *r, const mc_word *a, const MC_FLASH FP(modulus) *m)
{
    mc_word r_squared[FP_WORDS];
    for (unsigned i = 0; i < FP_WORDS; i++)
        r_squared[i] = m->r_squared[i];
    FP(mul)(r, a, r_squared, m);
}

void FP(from_montgomery)(mc_word *r, const mc_word *a, const MC_FLASH FP(modulus) *m)
{
    mc_word one[FP_WORDS] = {1};
    FP(mul)(r, a, one, m);
}
