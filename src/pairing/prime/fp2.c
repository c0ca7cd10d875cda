#include "pairing/prime/fp2.h"

/* Whether two bits are free above p: then the sums of two elements are below 2 p, and their product is below 4 p^2 < p
 * R, as Montgomery's reduction needs it. The kernels of hosts, which multiply and reduce together, take such factors,
 * too: before a row, their sum t is below a + p, and at the end below a b / R + p < 2 p. */
#define FP2_HAS_ROOM (FP_WORDS * MC_WORD_BITS - FP_BITS >= 2 && FP_MONTGOMERY)

/* Products without reduction, and one reduction for each coefficient. The kernels of hosts gain more than the third
 * reduction costs. */
#define FP2_IS_LAZY (FP2_HAS_ROOM && !FP_NATIVE_MONTGOMERY && !MC_STEPWISE)

#if FP2_HAS_ROOM

/* r = a + b over the integers, of elements: below 2 p. */
MC_INLINE void add_unreduced(mc_word *r, const mc_word *a, const mc_word *b)
{
    mc_word carry = 0;
    FP_UNROLL
    for (uint8_t i = 0; i < FP_WORDS; i++) {
        mc_dword sum = (mc_dword)((mc_dword)a[i] + b[i] + carry);
        r[i] = (mc_word)sum;
        carry = (mc_word)(sum >> MC_WORD_BITS);
    }
}

#define fp2_sum add_unreduced
#else
#define fp2_sum fp_add
#endif

#if defined MC_FP2_MUL

#elif FP2_IS_LAZY

#define WIDE (2 * FP_WORDS)

/* r -= a over the integers, of products; returns the borrow, 0 or 1. */
static mc_word subtract_wide(mc_word *r, const mc_word *a)
{
    mc_word borrow = 0;
    for (uint16_t i = 0; i < WIDE; i++) {
        mc_dword difference = (mc_dword)((mc_dword)r[i] - a[i] - borrow);
        r[i] = (mc_word)difference;
        borrow = (mc_word)(difference >> MC_WORD_BITS) & 1;
    }
    return borrow;
}

/* r += p R if borrow is 1: a negative difference of products becomes one between 0 and p R. */
static void add_back(mc_word *r, mc_word borrow)
{
    const mc_word mask = mc_word_mask_nonzero(borrow);
    mc_word carry = 0;
    for (uint8_t i = 0; i < FP_WORDS; i++) {
        mc_dword sum = (mc_dword)((mc_dword)r[FP_WORDS + i] + (mc_word)(FP_MODULUS->n[i] & mask) + carry);
        r[FP_WORDS + i] = (mc_word)sum;
        carry = (mc_word)(sum >> MC_WORD_BITS);
    }
}

void fp2_mul(fp2 *r, const fp2 *a, const fp2 *b)
{
    mc_word sum_a[FP_WORDS], sum_b[FP_WORDS], low[WIDE], high[WIDE], middle[WIDE];
    fp2_sum(sum_a, a->c0, a->c1);
    fp2_sum(sum_b, b->c0, b->c1);
    fp_mul_unreduced(low, a->c0, b->c0);
    fp_mul_unreduced(high, a->c1, b->c1);
    fp_mul_unreduced(middle, sum_a, sum_b);
    subtract_wide(middle, low); /* a0 b1 + a1 b0 + a1 b1: never negative */
    subtract_wide(middle, high);
    add_back(low, subtract_wide(low, high));
    fp_reduce(r->c0, low);
    fp_reduce(r->c1, middle);
    mc_wipe(sum_a, sizeof sum_a);
    mc_wipe(sum_b, sizeof sum_b);
    mc_wipe(low, sizeof low);
    mc_wipe(high, sizeof high);
    mc_wipe(middle, sizeof middle);
}

#else

void fp2_mul(fp2 *r, const fp2 *a, const fp2 *b)
{
    mc_word low[FP_WORDS], high[FP_WORDS], sum[FP_WORDS];
    fp2_sum(sum, a->c0, a->c1);
    fp2_sum(low, b->c0, b->c1);
    fp_mul(sum, sum, low);
    fp_mul(low, a->c0, b->c0);
    fp_mul(high, a->c1, b->c1);
    fp_sub(sum, sum, low);
    fp_sub(r->c1, sum, high);
    fp_sub(r->c0, low, high);
    fp_wipe(low, sizeof low);
    fp_wipe(high, sizeof high);
    fp_wipe(sum, sizeof sum);
}

#endif

#ifndef MC_FP2_SQR

/* (c0 + c1) (c0 - c1) and 2 c0 c1 */
void fp2_sqr(fp2 *r, const fp2 *a)
{
    mc_word sum[FP_WORDS], difference[FP_WORDS];
    fp2_sum(sum, a->c0, a->c1);
    fp_sub(difference, a->c0, a->c1);
    fp_mul(r->c1, a->c0, a->c1);
    fp_add(r->c1, r->c1, r->c1);
    fp_mul(r->c0, sum, difference);
    fp_wipe(sum, sizeof sum);
    fp_wipe(difference, sizeof difference);
}

#endif

void fp2_mul_fp(fp2 *r, const fp2 *a, const mc_word *b)
{
    fp_mul(r->c0, a->c0, b);
    fp_mul(r->c1, a->c1, b);
}

void fp2_norm(mc_word *r, const fp2 *a)
{
    mc_word square[FP_WORDS];
    fp_sqr(r, a->c0);
    fp_sqr(square, a->c1);
    fp_add(r, r, square);
    fp_wipe(square, sizeof square);
}

void fp2_inv(fp2 *r, const fp2 *a)
{
    mc_word norm[FP_WORDS];
    fp2_norm(norm, a);
    fp_inv(norm, norm);
    fp2_conjugate(r, a);
    fp2_mul_fp(r, r, norm);
    fp_wipe(norm, sizeof norm);
}

mc_word fp2_mask_zero(const fp2 *a)
{
    return FP(mask_zero)(a->c0) & FP(mask_zero)(a->c1);
}

mc_word fp2_mask_equal(const fp2 *a, const fp2 *b)
{
    return FP(mask_equal)(a->c0, b->c0) & FP(mask_equal)(a->c1, b->c1);
}
