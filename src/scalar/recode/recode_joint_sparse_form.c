/*---
name: sparse-form
family: recoding-joint
summary: joint sparse form: digits -1, 0, 1 of both scalars, of any three neighbouring columns one is 0; no other such
  columns have fewer that are not 0
source: Solinas 2001 Algorithm 1; hankerson2004 Algorithm 3.50
domain: 0 <= k, l < 2^l
constant_time: no
density: 1 / 2
---*/
#include "scalar/scalar.h"

/* The digit of a number with residue x modulo 8, beside one with residue y. */
static int8_t digit_of(uint8_t x, uint8_t y)
{
    if (!(x & 1))
        return 0;
    const int8_t digit = (x & 2) ? -1 : 1;
    const uint8_t is_3_or_5 = ((x + 1) & 4) != 0 && x != 7;
    return is_3_or_5 && (y & 3) == 2 ? -digit : digit;
}

/* floor(k / 2^i) modulo 8. */
static uint8_t recode_joint_sparse_form_residue(const mc_word *k, uint16_t i)
{
    uint8_t bits = 0;
    for (uint8_t j = 0; j < 3 && i + j < EC_SCALAR_BITS; j++)
        bits |= (uint8_t)(EC(scalar_bit)(k, i + j) << j);
    return bits;
}

/* Without changing the scalars: the borrow of a digit -1, and the rest of a digit 1 in place of a 3, are carried. */
uint16_t EC(recode_joint_sparse_form_var)(int8_t *digits_of_k, int8_t *digits_of_l, const mc_word *k, const mc_word *l)
{
    uint16_t length = 0;
    uint8_t carry_k = 0, carry_l = 0;
    for (uint16_t i = 0; i <= EC_SCALAR_BITS; i++) {
        const uint8_t x = (recode_joint_sparse_form_residue(k, i) + carry_k) & 7,
                      y = (recode_joint_sparse_form_residue(l, i) + carry_l) & 7;
        digits_of_k[i] = digit_of(x, y);
        digits_of_l[i] = digit_of(y, x);
        if (digits_of_k[i] | digits_of_l[i])
            length = i + 1;
        const uint8_t bit_k = i < EC_SCALAR_BITS ? EC(scalar_bit)(k, i) : 0;
        const uint8_t bit_l = i < EC_SCALAR_BITS ? EC(scalar_bit)(l, i) : 0;
        carry_k = (uint8_t)(bit_k + carry_k - digits_of_k[i]) / 2;
        carry_l = (uint8_t)(bit_l + carry_l - digits_of_l[i]) / 2;
    }
    return length;
}
