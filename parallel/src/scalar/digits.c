#include "scalar/digits.h"

/* hankerson2004, Algorithm 3.35, with a carry in place of the subtraction from k. An odd bit and carry begin a digit:
 * `value` is odd and below 2^w, and from 2^(w - 1) on 2^w less is taken, which carries. */
size_t mc_parallel_digits(int *digits, const mp_limb_t *k, size_t from, size_t to, unsigned window)
{
    size_t length = 0, bits = to - from;
    int carry = 0;
    for (size_t i = 0; i < bits + (window > 1);) {
        int value = carry + (i < bits ? (int)mc_bit(k, from + i) : 0);
        if (value % 2 == 0) {
            carry = value / 2;
            digits[i++] = 0;
            continue;
        }
        for (unsigned j = 1; j < window; j++)
            value += (i + j < bits ? (int)mc_bit(k, from + i + j) : 0) << j;
        carry = window > 1 && value >= 1 << (window - 1);
        digits[i] = carry ? value - (1 << window) : value;
        length = i + 1;
        for (unsigned j = 1; j < window && i + j <= bits; j++)
            digits[i + j] = 0;
        i += window;
    }
    return length;
}

size_t mc_parallel_opposite_digits(int *digits, const mp_limb_t *k, size_t bits)
{
    size_t length = 0;
    int below = 0;
    for (size_t i = 0; i <= bits; i++) {
        int bit = i < bits ? (int)mc_bit(k, i) : 0;
        digits[i] = below - bit;
        below = bit;
        if (digits[i] != 0)
            length = i + 1;
    }
    return length;
}

size_t mc_parallel_digit_entries(unsigned window)
{
    return window < 3 ? 1 : (size_t)1 << (window - 2);
}

size_t mc_parallel_actions_of_digits(mc_action *actions, const int *digits, size_t count)
{
    size_t made = 0;
    for (size_t i = count; i-- > 0;) {
        if (i + 1 < count)
            actions[made++] = 0;
        if (digits[i] > 0)
            actions[made++] = (digits[i] + 1) / 2;
        else if (digits[i] < 0)
            actions[made++] = -((1 - digits[i]) / 2);
    }
    return made;
}
