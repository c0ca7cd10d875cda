/* The bits of a scalar from the left, a word at a time, for digits.h. Not in constant time. Proofs of recodings put a
 * header of their own in its place (simulators/bits), which tells them what is read. */
#ifndef MC_SCALAR_LEFT_BITS_H
#define MC_SCALAR_LEFT_BITS_H

#include "scalar/scalar.h"

typedef struct {
    const mc_word *k;
    mc_word word; /* its uppermost bit is the next one, that below a place which the caller keeps */
} EC(left_bits);

/* From below `place` on, RECODE_DIGITS at most: bits that k has not are 0. */
static inline void EC(left_bits_begin)(EC(left_bits) *bits, const mc_word *k, uint_fast16_t place)
{
    bits->k = k;
    bits->word = 0;
    if (place && place <= EC_SCALAR_WORDS * MC_WORD_BITS)
        bits->word = (mc_word)(k[(place - 1) / MC_WORD_BITS] << (MC_WORD_BITS - 1 - (place - 1) % MC_WORD_BITS));
}

static inline uint_fast8_t EC(left_bit)(const EC(left_bits) *bits, uint_fast16_t place)
{
    (void)place;
    return (uint_fast8_t)(bits->word >> (MC_WORD_BITS - 1));
}

/* The place is now one less than it was. */
static inline void EC(left_bits_pass)(EC(left_bits) *bits, uint_fast16_t place)
{
    if (place % MC_WORD_BITS)
        bits->word = (mc_word)(bits->word << 1);
    else
        bits->word = place ? bits->k[place / MC_WORD_BITS - 1] : 0;
}

#endif
