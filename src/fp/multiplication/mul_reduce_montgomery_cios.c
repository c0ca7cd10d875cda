/*---
name: montgomery-cios
family: fp-mul-reduce
summary: Montgomery multiplication, coarsely integrated operand scanning
source: Koc, Acar and Kaliski, Analyzing and Comparing Montgomery Multiplication Algorithms, 1996
domain: any a, b below p; a b / R mod p
constant_time: same-trace-and-addresses
form: montgomery
---*/
#include "fp/fp.h"

#ifdef MC_MONTGOMERY_PRODUCT
/* A kernel for all rows, t = a b / R + a multiple of p below 2 p, named by an image (native/api.h). */
void MC_MONTGOMERY_PRODUCT(mc_word *t, const mc_word *a, const mc_word *b, const MC_FLASH mc_word *n,
                           mc_word minus_n_inverse, uint8_t words);
#define MULTIPLY_ROWS(t, a, b) MC_MONTGOMERY_PRODUCT(t, a, b, FP_MODULUS->n, FP_MODULUS->minus_n_inverse, FP_WORDS)
#else
#define MULTIPLY_ROWS(t, a, b) multiply_rows(t, a, b FP_PASS)

/* t = (t + a b + q p) / 2^MC_WORD_BITS with the q that makes it exact. t < 2 p and FP_WORDS + 1 words before
 * and after; with b = 2^MC_WORD_BITS - 1 every sum of two products and two words still fits its words. */
MC_INLINE void multiply_add_shift(mc_word *t, const mc_word *a, mc_word b FP_M)
{
    mc_word carry = 0;
    FP_UNROLL
    for (uint8_t i = 0; i < FP_WORDS; i++) {
        mc_dword sum = (mc_dword)(mc_product(a[i], b) + t[i] + carry);
        t[i] = (mc_word)sum;
        carry = (mc_word)(sum >> MC_WORD_BITS);
    }
    mc_dword top = (mc_dword)((mc_dword)t[FP_WORDS] + carry);

    mc_word q = (mc_word)((mc_dword)t[0] * FP_MODULUS->minus_n_inverse);
    carry = (mc_word)((mc_dword)(mc_product(q, FP_MODULUS->n[0]) + t[0]) >> MC_WORD_BITS);
    FP_UNROLL
    for (uint8_t i = 1; i < FP_WORDS; i++) {
        mc_dword sum = (mc_dword)(mc_product(q, FP_MODULUS->n[i]) + t[i] + carry);
        t[i - 1] = (mc_word)sum;
        carry = (mc_word)(sum >> MC_WORD_BITS);
    }
    top = (mc_dword)(top + carry);
    t[FP_WORDS - 1] = (mc_word)top;
    t[FP_WORDS] = (mc_word)(top >> MC_WORD_BITS);
}

MC_INLINE void multiply_rows(mc_word *t, const mc_word *a, const mc_word *b FP_M)
{
    for (uint8_t i = 0; i <= FP_WORDS; i++)
        t[i] = 0;
    FP_UNROLL
    for (uint8_t i = 0; i < FP_WORDS; i++)
        multiply_add_shift(t, a, b[i] FP_PASS);
}
#endif

void FP(mul_reduce_montgomery_cios)(mc_word *r, const mc_word *a, const mc_word *b FP_M)
{
    mc_word t[FP_WORDS + 1];
    MULTIPLY_ROWS(t, a, b);
    fp_reduce_once(r, t, t[FP_WORDS] FP_PASS);
    fp_wipe(t, sizeof t);
}
