/* In place of src/scalar/recode/left_bits.h: each bit by EC(scalar_bit), which knows what is read. */
#ifndef MC_SCALAR_LEFT_BITS_H
#define MC_SCALAR_LEFT_BITS_H

#include "scalar/scalar.h"

typedef struct {
    const mc_word *k;
} EC(left_bits);

static inline void EC(left_bits_begin)(EC(left_bits) *bits, const mc_word *k, uint_fast16_t place)
{
    (void)place;
    bits->k = k;
}

static inline uint_fast8_t EC(left_bit)(const EC(left_bits) *bits, uint_fast16_t place)
{
    return place && place <= EC_SCALAR_BITS ? EC(scalar_bit)(bits->k, (uint16_t)(place - 1)) : 0;
}

static inline void EC(left_bits_pass)(EC(left_bits) *bits, uint_fast16_t place)
{
    (void)bits, (void)place;
}

#endif
