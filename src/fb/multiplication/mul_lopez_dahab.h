/* The additions of Lopez-Dahab multiplication (aranha2008 Algorithm 3), for operands of any constant number of words:
 * whole elements, or the halves of Karatsuba's method. */
#ifndef MC_FB_MUL_LOPEZ_DAHAB_H
#define MC_FB_MUL_LOPEZ_DAHAB_H

#include "fb/multiplication/mul_window4.h"
#include "fb/unroll.h"

/* c += (digits of the `words` words of a at `shift`) times the rows of row_words words, word k of a at word k of c. */
MC_INLINE void lopez_dahab_add_digits(mc_word *c, const mc_word *a, uint8_t words, uint8_t shift, const mc_word *table,
                                      uint8_t row_words)
{
    for (uint8_t k = words; k; k--, c++) {
        const mc_word *row = table + window4_digit(*a++, shift) * row_words;
#define ADD_WORD(j)                                                                                                    \
    if ((j) < row_words)                                                                                               \
        c[j] ^= row[j];
        FB_UNROLL(ADD_WORD)
#undef ADD_WORD
    }
}

#endif
