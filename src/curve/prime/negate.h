/* Negation by a mask, of elements of prime fields. */
#ifndef MC_CURVE_PRIME_NEGATE_H
#define MC_CURVE_PRIME_NEGATE_H

#include "curve/curve.h"

/* r = -r if mask is ~0, not if 0. */
#if MC_NATIVE_EXTENDED || MC_NATIVE_JACOBIAN
/* Without a call where points have kernels: every addition of a comb or window has a negation. p - r is below p unless
 * r is 0, which stays. */
MC_INLINE void fp_negate_masked(mc_word *r, mc_word mask)
{
    mc_word any = 0, borrow = 0;
    FP_UNROLL
    for (uint8_t i = 0; i < FP_WORDS; i++)
        any |= r[i];
    mask &= ~mc_word_mask_zero(any);
    FP_UNROLL
    for (uint8_t i = 0; i < FP_WORDS; i++) {
        const mc_dword difference = (mc_dword)FP(prime).n[i] - r[i] - borrow;
        borrow = (mc_word)(difference >> MC_WORD_BITS) & 1;
        r[i] ^= mask & (r[i] ^ (mc_word)difference);
    }
}
#else
MC_INLINE void fp_negate_masked(mc_word *r, mc_word mask)
{
    mc_word negative[EC_WORDS];
    field_negate(negative, r);
    field_select(r, negative, mask);
    mc_wipe(negative, sizeof negative);
}
#endif

#endif
