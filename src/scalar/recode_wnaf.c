#include "scalar/scalar.h"

/* hankerson2004 Algorithm 3.35 without changing k: what a negative digit borrows is carried to the next window. */
uint16_t EC(recode_wnaf_var)(int8_t *digits, const mc_word *k, uint8_t window)
{
    uint16_t length = 0;
    uint8_t carry = 0;
    for (uint16_t i = 0; i <= EC_SCALAR_BITS;) {
        uint8_t bit = i < EC_SCALAR_BITS ? EC(scalar_bit)(k, i) : 0;
        digits[i] = 0;
        if (bit == carry) {
            i++;
            continue;
        }
        uint8_t value = carry;
        for (uint8_t j = 0; j < window && i + j < EC_SCALAR_BITS; j++)
            value += EC(scalar_bit)(k, i + j) << j;
        carry = value >> (window - 1);
        digits[i] = (int8_t)(value - (carry << window));
        length = i + 1;
        for (uint8_t j = 1; j < window && i + j <= EC_SCALAR_BITS; j++)
            digits[i + j] = 0;
        i += window;
    }
    return length;
}
