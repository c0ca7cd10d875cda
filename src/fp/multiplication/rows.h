/* A row of a product: a number of several words plus another one times a word. */
#ifndef MC_FP_ROWS_H
#define MC_FP_ROWS_H

#include "fp/fp.h"

/* r += a b, all of `words` words; returns the carry, below 2^MC_WORD_BITS. a may be in flash: MEMORY is MC_FLASH or
 * nothing. */
#define FP_DEFINE_ROW(name, MEMORY)                                                                                    \
    MC_INLINE mc_word name(mc_word *r, const MEMORY mc_word *a, mc_word b, uint8_t words)                              \
    {                                                                                                                  \
        mc_word carry = 0;                                                                                             \
        FP_UNROLL                                                                                                      \
        for (uint8_t i = 0; i < words; i++) {                                                                          \
            mc_dword sum = (mc_dword)(mc_product(a[i], b) + r[i] + carry);                                             \
            r[i] = (mc_word)sum;                                                                                       \
            carry = (mc_word)(sum >> MC_WORD_BITS);                                                                    \
        }                                                                                                              \
        return carry;                                                                                                  \
    }

FP_DEFINE_ROW(row_add, )
FP_DEFINE_ROW(row_add_flash, MC_FLASH)

/* r += carry over `words` words; returns the carry out of them. */
MC_INLINE mc_word row_carry(mc_word *r, mc_word carry, uint8_t words)
{
    FP_UNROLL
    for (uint8_t i = 0; i < words; i++) {
        mc_dword sum = (mc_dword)((mc_dword)r[i] + carry);
        r[i] = (mc_word)sum;
        carry = (mc_word)(sum >> MC_WORD_BITS);
    }
    return carry;
}

#endif
