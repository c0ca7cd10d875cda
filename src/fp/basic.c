#include "fp/fp.h"

void FP(reduce_once)(mc_word *r, const mc_word *a, mc_word carry FP_M)
{
#if MC_PREFER_SIZE
    const mc_word no_borrow = FP_SUM_WITH_MODULUS(r, a, FP_SUM_MINUS);
    FP_SUM_WITH_MODULUS(r, r, mc_word_barrier((no_borrow | carry) ^ 1));
#else
    reduce_once_inline(r, a, carry FP_PASS);
#endif
}

void FP(copy)(mc_word *r, const mc_word *a)
{
    for (uint8_t i = 0; i < FP_WORDS; i++)
        r[i] = a[i];
}

void FP(from_flash)(mc_word *r, const MC_FLASH mc_word *a)
{
    for (uint8_t i = 0; i < FP_WORDS; i++)
        r[i] = a[i];
}

void FP(neg)(mc_word *r, const mc_word *a FP_M)
{
    const mc_word zero[FP_WORDS] = {0};
    fp_sub(r, zero, a FP_PASS);
}

void FP(select)(mc_word *r, const mc_word *a, mc_word mask)
{
    for (uint8_t i = 0; i < FP_WORDS; i++)
        r[i] ^= mask & (r[i] ^ a[i]);
}

void FP(swap)(mc_word *a, mc_word *b, mc_word mask)
{
    for (uint8_t i = 0; i < FP_WORDS; i++) {
        mc_word difference = mask & (a[i] ^ b[i]);
        a[i] ^= difference;
        b[i] ^= difference;
    }
}

mc_word FP(mask_zero)(const mc_word *a)
{
    mc_word any = 0;
    for (uint8_t i = 0; i < FP_WORDS; i++)
        any |= a[i];
    return mc_word_mask_zero(any);
}

mc_word FP(mask_equal)(const mc_word *a, const mc_word *b)
{
    mc_word different = 0;
    for (uint8_t i = 0; i < FP_WORDS; i++)
        different |= (mc_word)(a[i] ^ b[i]);
    return mc_word_mask_zero(different);
}

mc_word FP(mask_below)(const mc_word *a FP_M)
{
    mc_word difference[FP_WORDS];
#if MC_PREFER_SIZE
    const mc_word borrow = FP_SUM_WITH_MODULUS(difference, a, FP_SUM_MINUS) ^ 1;
#else
    const mc_word borrow = subtract_modulus(difference, a FP_PASS);
#endif
    mc_wipe(difference, sizeof difference);
    return mc_word_mask_nonzero(borrow);
}
