/*---
name: ld-registers-window
family: fb-mul-reduce
summary: Lopez-Dahab multiplication by digits of 3 bits, running sum in registers, then reduction: a table of 8 rows,
  little code
source: variant of aranha2008 Algorithm 4
domain: any a, b
constant_time: same-trace
uses: fb-reduce
ram_table_bytes: 8 * n * W
---*/
#include "fb/multiplication/mul_registers.h"

#define WINDOW          3
#define ROWS            (1 << WINDOW)
#define ROW             MC_WORDS(FB_M + WINDOW - 1)
#define LAST_DIGIT_BITS ((MC_WORD_BITS - 1) % WINDOW + 1) /* a word's lowest digit is shorter */

/* Product, first factor, table: one after the other, so that one pointer and a count of words lead to all three. Where
 * the product of 2 FB_WORDS words that fb-reduce takes has a highest word that is always 0, that is the first factor's
 * lowest. Nothing of it is left by then: add_digits drops WINDOW bits each time, at least a word's in all. */
#define PRODUCT_WORDS MC_WORDS(2 * FB_M - 1)
#define FACTOR        PRODUCT_WORDS
#define TABLE         (FACTOR + FB_WORDS)
_Static_assert(PRODUCT_WORDS >= 2 * FB_WORDS - 1, "the product overlaps one word of the first factor at most");

/* Where the row of a word's leftmost digit of so many bits begins, if all bits right of it are 0 or bits = WINDOW. */
#if MC_WORD_BITS == 8 && ROW << WINDOW < 256 /* a product is faster than a shift */
#define ROW_FACTOR(bits) (ROW << (bits))
typedef uint8_t row_place;
MC_INLINE row_place row_of(mc_word word, uint8_t row_factor)
{
    return (uint8_t)((uint16_t)((word & (uint8_t)(0xff << (8 - WINDOW))) * row_factor) >> 8);
}
#else
#define ROW_FACTOR(bits) (bits)
typedef uint16_t row_place;
MC_INLINE row_place row_of(mc_word word, uint8_t bits)
{
    return (uint16_t)((word >> (MC_WORD_BITS - bits)) * ROW);
}
#endif

/* Clears the product, copies a and fills the table: row u is u b. */
MC_NOINLINE void begin(mc_word *space, const mc_word *a, const mc_word *b)
{
    mc_word carry1 = 0, carry2 = 0;
    for (uint8_t j = 0; j < PRODUCT_WORDS; j++)
        space[j] = 0;
    FB(copy)(space + FACTOR, a);
    mc_word *table = space + TABLE;
    for (uint8_t j = 0; j < ROW; j++) {
        mc_word b1 = j < FB_WORDS ? b[j] : 0;
        mc_word b2 = (mc_word)(b1 << 1) | carry1;
        mc_word b4 = (mc_word)(b2 << 1) | carry2;
        carry1 = b1 >> (MC_WORD_BITS - 1);
        carry2 = b2 >> (MC_WORD_BITS - 1);
        mc_word *column = table++;
        window4_store(column, ROW, 0, b1, b2);
        window4_store(column + 4 * ROW, ROW, b4, b1, b2);
    }
}

/* c = c z^bits. */
#if MC_WORD_BITS == 8 /* a product takes no longer than a shift by one */
#define SHIFT(bits) (1 << (bits))
MC_INLINE mc_dword shifted(mc_word word, mc_word power)
{
    return (mc_dword)word * power;
}
#else
#define SHIFT(bits) (bits)
MC_INLINE mc_dword shifted(mc_word word, uint8_t bits)
{
    return (mc_dword)word << bits;
}
#endif

MC_NOINLINE void shift_left(mc_word *c, uint8_t shift)
{
    mc_word carry = 0;
    for (uint8_t j = 0; j < PRODUCT_WORDS; j++) {
        mc_dword both = shifted(c[j], shift);
        c[j] = (mc_word)((mc_word)both | carry);
        carry = (mc_word)(both >> MC_WORD_BITS);
    }
}

/* c += the leftmost digits of the first factor times their rows, and on to the next digits. Of each word the sum of the
 * rows is complete in its lowest word. The last sums lie within the product: its degree bounds theirs. */
MC_NOINLINE void add_digits(mc_word *c, uint8_t row_factor)
{
    mc_word sum[FB_UNROLL_MAX + 1] = {0};
    uint8_t left = FB_WORDS;
    do {
        mc_word *factor = c + FACTOR;
        __asm__("" : "+r"(factor), "+r"(left)); /* addresses from one pointer: more would find no registers */
        mc_word word = *factor;
        *factor = (mc_word)(word << WINDOW);
        const mc_word *row = c + (row_place)(row_of(word, row_factor) + left) + (TABLE - FB_WORDS);
        *c++ ^= sum[1] ^ row[0];
#define ADD_ROW(j)                                                                                                     \
    if ((j) > 0 && (j) < ROW)                                                                                          \
        sum[j] = row[j] ^ sum[(j) + 1];
        FB_UNROLL(ADD_ROW)
#undef ADD_ROW
    } while (--left);
#define ADD_REST(j)                                                                                                    \
    if ((j) > 0 && (j) < ROW)                                                                                          \
        *c++ ^= sum[j];
    FB_UNROLL(ADD_REST)
#undef ADD_REST
}

/* r = a b mod f; r may alias a or b. */
void FB(mul_reduce_ld_registers_window)(mc_word *r, const mc_word *a, const mc_word *b)
{
    mc_word space[TABLE + ROWS * ROW];
    begin(space, a, b);
    for (int8_t i = MC_WORD_BITS / WINDOW; i; i--) {
        add_digits(space, ROW_FACTOR(WINDOW));
        shift_left(space, SHIFT(i > 1 ? WINDOW : LAST_DIGIT_BITS));
    }
    add_digits(space, ROW_FACTOR(LAST_DIGIT_BITS));
    fb_reduce(r, space);
}
