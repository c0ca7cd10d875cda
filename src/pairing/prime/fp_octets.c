#include "pairing/prime/fp2.h"

void fp_to_octets(uint8_t *octets, const mc_word *a)
{
    mc_word number[FP_WORDS];
    FP(from_form)(number, a);
    mc_words_to_octets(octets, EC_BYTES, number);
    mc_wipe(number, sizeof number);
}

mc_word fp_from_octets(mc_word *r, const uint8_t *octets)
{
    mc_words_from_octets(r, FP_WORDS, octets, EC_BYTES);
    const mc_word is_below = FP(mask_below)(r);
    for (uint8_t i = 0; i < FP_WORDS; i++)
        r[i] &= is_below;
    FP(to_form)(r, r);
    return is_below;
}

/* 2 a mod p = 2 a - p is odd, as p is, for the numbers above (p - 1) / 2, and 2 a is even for others. */
mc_word fp_mask_large(const mc_word *a)
{
    mc_word twice[FP_WORDS];
    fp_add(twice, a, a);
    const mc_word is_large = fp_mask_odd(twice);
    mc_wipe(twice, sizeof twice);
    return is_large;
}

mc_word fp_mask_odd(const mc_word *a)
{
    mc_word number[FP_WORDS];
    FP(from_form)(number, a);
    const mc_word is_odd = mc_word_mask_nonzero(number[0] & 1);
    mc_wipe(number, sizeof number);
    return is_odd;
}
