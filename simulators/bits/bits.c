/* The recodings of src/scalar/recode on scalars of which some bits are known: scalar/scalar.h of this folder. */
#include "scalar/recode/digits.h"

#include "scalar/recode/recode_binary.c"
#include "scalar/recode/recode_fixed_window.c"
#include "scalar/recode/recode_joint_sparse_form.c"
#include "scalar/recode/recode_mof.c"
#include "scalar/recode/recode_naf.c"
#include "scalar/recode/recode_regular.c"
#include "scalar/recode/recode_sliding_window.c"
#include "scalar/recode/recode_wmof.c"
#include "scalar/recode/recode_wnaf.c"

#define UNKNOWN 2

uint16_t EC(length);
uint8_t EC(known)[2][1024]; /* 0, 1 or UNKNOWN, of two scalars */
mc_word EC(scalars)[2][EC_SCALAR_WORDS];
uint8_t EC(read_unknown); /* 1 after a bit was read that is not known, or is none */
#if MC_WORD_BITS == 16
uint8_t EC(whole_words) = 1; /* regular_signs reads words */
#endif

uint8_t EC(scalar_bit)(const mc_word *k, uint16_t i)
{
    const uint8_t which = k == EC(scalars)[1];
    const uint8_t bit = i < EC(length) ? EC(known)[which][i] : UNKNOWN;
    EC(read_unknown) |= bit == UNKNOWN;
    return bit & 1;
}

/* One call of a reader, whose state is read and written: a place, or unread, place and carry. */
#define LEFT(name)                                                                                                     \
    int8_t EC(step_##name)(uint16_t *state, uint8_t window)                                                            \
    {                                                                                                                  \
        EC(read_unknown) = 0;                                                                                          \
        return EC(name)(state, EC(scalars)[0], window);                                                                \
    }
#define RIGHT(name)                                                                                                    \
    int8_t EC(step_##name)(uint16_t *state, uint8_t window)                                                            \
    {                                                                                                                  \
        EC(right_position) position = {state[0], 0, (uint8_t)state[2]};                                                \
        EC(read_unknown) = 0;                                                                                          \
        const int8_t digit = EC(name)(&position, EC(scalars)[0], window);                                              \
        state[0] = position.unread;                                                                                    \
        state[1] = position.place;                                                                                     \
        state[2] = position.carry;                                                                                     \
        return digit;                                                                                                  \
    }
LEFT(read_sliding_window)
LEFT(read_fixed_window)
LEFT(read_mof)
RIGHT(read_bits_from_right)
RIGHT(read_wnaf_from_right)

uint8_t EC(step_regular_signs)(uint16_t index, uint8_t window, uint16_t windows)
{
    EC(read_unknown) = 0;
    return EC(regular_signs)(EC(scalars)[0], index, window, windows);
}
