#include "fp/fp.h"

/* r = a - n over the integers; returns the borrow, 0 or 1. */
static mc_word subtract_modulus(mc_word *r, const mc_word *a, const MC_FLASH FP(modulus) *m)
{
    mc_word borrow = 0;
    for (unsigned i = 0; i < FP_WORDS; i++) {
        mc_dword difference = (mc_dword)((mc_dword)a[i] - m->n[i] - borrow);
        r[i] = (mc_word)difference;
        borrow = (mc_word)(difference >> MC_WORD_BITS) & 1;
    }
    return borrow;
}

void FP(reduce_once)(mc_word *r, const mc_word *a, mc_word carry, const MC_FLASH FP(modulus) *m)
{
    mc_word difference[FP_WORDS];
    mc_word borrow = subtract_modulus(difference, a, m);
    mc_word keep = mc_word_mask_nonzero(borrow & (mc_word)~carry);
    for (unsigned i = 0; i < FP_WORDS; i++)
        r[i] = (mc_word)(difference[i] ^ ((difference[i] ^ a[i]) & keep));
    mc_wipe(difference, sizeof difference);
}

void FP(add)(mc_word *r, const mc_word *a, const mc_word *b, const MC_FLASH FP(modulus) *m)
{
    mc_word carry = 0;
    for (unsigned i = 0; i < FP_WORDS; i++) {
        mc_dword sum = (mc_dword)((mc_dword)a[i] + b[i] + carry);
        r[i] = (mc_word)sum;
        carry = (mc_word)(sum >> MC_WORD_BITS);
    }
    FP(reduce_once)(r, r, carry, m);
}

void FP(sub)(mc_word *r, const mc_word *a, const mc_word *b, const MC_FLASH FP(modulus) *m)
{
    mc_word borrow = 0;
    for (unsigned i = 0; i < FP_WORDS; i++) {
        mc_dword difference = (mc_dword)((mc_dword)a[i] - b[i] - borrow);
        r[i] = (mc_word)difference;
        borrow = (mc_word)(difference >> MC_WORD_BITS) & 1;
    }
    mc_word add_back = mc_word_mask_nonzero(borrow), carry = 0;
    for (unsigned i = 0; i < FP_WORDS; i++) {
        mc_dword sum = (mc_dword)((mc_dword)r[i] + (mc_word)(m->n[i] & add_back) + carry);
        r[i] = (mc_word)sum;
        carry = (mc_word)(sum >> MC_WORD_BITS);
    }
}

mc_word FP(mask_zero)(const mc_word *a)
{
    mc_word any = 0;
    for (unsigned i = 0; i < FP_WORDS; i++)
        any |= a[i];
    return mc_word_mask_zero(any);
}

mc_word FP(mask_equal)(const mc_word *a, const mc_word *b)
{
    mc_word different = 0;
    for (unsigned i = 0; i < FP_WORDS; i++)
        different |= (mc_word)(a[i] ^ b[i]);
    return mc_word_mask_zero(different);
}

mc_word FP(mask_below)(const mc_word *a, const MC_FLASH FP(modulus) *m)
{
    mc_word difference[FP_WORDS];
    mc_word borrow = subtract_modulus(difference, a, m);
    mc_wipe(difference, sizeof difference);
    return mc_word_mask_nonzero(borrow);
}
