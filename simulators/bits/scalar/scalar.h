/* In the place of src/scalar/scalar.h, for `./motecurve prove --recodings`: scalars are asked for bits one by one, and
 * which were read is noted. Their length is a variable. bits.c has the functions. */
#ifndef MC_SCALAR_H
#define MC_SCALAR_H

#include <stddef.h>

#include "word/word.h"

#define EC(name)        MC_CONCATENATE(mc_bits_, name)
#define EC_SCALAR_BITS  EC(length)
#define EC_SCALAR_WORDS (1024 / MC_WORD_BITS)
#define RECODE_DIGITS   (EC_SCALAR_BITS + 1)
#define JOINT_DIGITS    (EC_SCALAR_BITS + 1)

typedef struct {
    int x;
} EC(affine);
typedef struct {
    int x;
} EC(curve);

extern uint16_t EC(length);
uint8_t EC(scalar_bit)(const mc_word *k, uint16_t i);

#endif
