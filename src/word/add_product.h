/* Products of numbers by constants, added to a number of a fixed length: for the parts of scalars (gls/split.c,
 * fourq/split.c), where one result is a sum of few of them, and only its lower words count. */
#ifndef MC_WORD_ADD_PRODUCT_H
#define MC_WORD_ADD_PRODUCT_H

#include "word/word.h"

/* Compilers that optimise for speed would write a function for each of the lengths. */
#ifdef __clang__
#define MC_ONE_FOR_ALL
#else
#define MC_ONE_FOR_ALL __attribute__((noclone))
#endif

/* r += a b modulo 2^(words of r), where what r has from the words of a on is 0, or r has no more words than a. Constant
 * time but for the lengths. */
MC_ONE_FOR_ALL MC_NOINLINE void mc_add_product(mc_word *r, uint8_t r_words, const mc_word *a, uint8_t a_words,
                                               const MC_FLASH mc_word *b, uint8_t b_words)
{
    for (uint8_t i = 0; i < b_words; i++) {
        const mc_word multiplier = b[i];
        const mc_word *multiplicand = a;
        mc_word *sum = r + i, carry = 0;
        const uint8_t room = (uint8_t)(r_words - i);
        for (uint8_t j = a_words < room ? a_words : room; j; j--) {
            const mc_dword t = mc_product(multiplier, *multiplicand++) + *sum + carry;
            *sum++ = (mc_word)t;
            carry = (mc_word)(t >> MC_WORD_BITS);
        }
        if (a_words < room)
            *sum = (mc_word)(*sum + carry);
    }
}

#endif
