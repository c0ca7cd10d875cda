/* Digits of scalars, and what a sum does for them. */
#ifndef MC_PARALLEL_DIGITS_H
#define MC_PARALLEL_DIGITS_H

#include "curve/worker.h"

/* Bit i of k. */
static inline unsigned mc_bit(const mp_limb_t *k, size_t i)
{
    return (unsigned)(k[i / GMP_NUMB_BITS] >> i % GMP_NUMB_BITS & 1);
}

/* Digits of bits `from` to `to` - 1 of k, lowest first, and how many there are: at most to - from + 1. With a window of
 * 1 they are the bits; of w >= 2, the width-w non-adjacent form: digits that are not 0 are odd and below 2^(w - 1), of
 * any sign, and the w - 1 after one are 0. The highest digit is not 0. */
size_t mc_parallel_digits(int *digits, const mp_limb_t *k, size_t from, size_t to, unsigned window);

/* The mutual opposite form of `bits` bits of k, lowest digit first, and how many digits there are: at most bits + 1. It
 * is 2 k - k digit by digit, so a digit is the bit below less the bit itself; signs alternate (Okeya et al. 2004). The
 * highest digit is not 0. */
size_t mc_parallel_opposite_digits(int *digits, const mp_limb_t *k, size_t bits);

/* Entries of the table of odd multiples that such digits need. */
size_t mc_parallel_digit_entries(unsigned window);

/* The sum of digits by doubling and adding, from the highest on; at most 2 count. */
size_t mc_parallel_actions_of_digits(mc_action *actions, const int *digits, size_t count);

#endif
