/* Digit strings of base 2, k = sum of d_i 2^i: reading them from either side without storing them, and sums of the
 * multiples that they stand for. Not in constant time, except where a comment says so. */
#ifndef MC_SCALAR_DIGITS_H
#define MC_SCALAR_DIGITS_H

#include "scalar/recode/left_bits.h"
#include "scalar/scalar.h"

/* Reads a string from the left: returns the next digit other than 0 below *place, which becomes its place, or 0 if
 * there is none. *place begins at RECODE_DIGITS, or at the number of digits stored. */
typedef int8_t EC(left_reader)(uint16_t *place, const void *string, uint8_t window);

/* A string stored as recodings do. */
static inline int8_t EC(read_stored)(uint16_t *place, const void *digits, uint8_t window)
{
    (void)window;
    while (*place) {
        const int8_t digit = ((const int8_t *)digits)[--*place];
        if (digit)
            return digit;
    }
    return 0;
}

/* Bit i of k, or 0 from l on; constant time in k. */
static inline uint8_t EC(bit_or_0)(const mc_word *k, uint16_t i)
{
    return i < EC_SCALAR_BITS ? EC(scalar_bit)(k, i) : 0;
}

/* Bits low to high - 1 of k as a number, high - low <= 8. */
static inline uint8_t EC(bits_between)(const mc_word *k, uint16_t low, uint16_t high)
{
    uint8_t value = 0;
    for (uint16_t i = high; i-- > low;)
        value = (uint8_t)(value << 1) | EC(bit_or_0)(k, i);
    return value;
}

/* Windows of at most `window` <= 7 bits, each from a bit that is 1 down to the last in it that is 1: digits are odd and
 * below 2^window. Of window 1: the bits. */
static inline int8_t EC(read_sliding_window)(uint16_t *place, const void *k, uint8_t window)
{
    while (*place) {
        if (!EC(bit_or_0)(k, *place - 1)) {
            --*place;
            continue;
        }
        uint16_t low = *place > window ? *place - window : 0;
        uint8_t value = EC(bits_between)(k, low, *place);
        for (; !(value & 1); low++)
            value >>= 1;
        *place = low;
        return (int8_t)value;
    }
    return 0;
}

/* Base 2^window, window <= 7. */
static inline int8_t EC(read_fixed_window)(uint16_t *place, const void *k, uint8_t window)
{
    while (*place) {
        const uint16_t low = (uint16_t)((uint16_t)(*place - 1) / window * window);
        const uint8_t value = EC(bits_between)(k, low, low + window);
        *place = low;
        if (value)
            return (int8_t)value;
    }
    return 0;
}

/* Mutual opposite form (Okeya, Schmidt-Samoa, Spahn and Takagi 2004): digit i is k_(i-1) - k_i, so that the string is
 * 2 k - k and signs alternate. Of width w, 8 at most, in windows of w such digits from one that is not 0: they add up
 * to an odd number below 2^(w-1) in size times a power of two, and never to 0 on the way, since signs alternate. A
 * window that would end below place 0 ends there. */
static inline int8_t EC(read_mof)(uint16_t *place, const void *string, uint8_t window)
{
    uint_fast16_t low = *place;
    EC(left_bits) bits;
    EC(left_bits_begin)(&bits, string, low);
    uint_fast8_t left = window, bit = EC(left_bit)(&bits, low);
    int_fast16_t value = 0;
    while (low && left) {
        EC(left_bits_pass)(&bits, --low);
        const uint_fast8_t next = EC(left_bit)(&bits, low);
        value = (int_fast16_t)(2 * value + (int_fast16_t)next - (int_fast16_t)bit);
        bit = next;
        left = (uint_fast8_t)(left - (value != 0));
    }
    for (; value && !(value & 1); low++)
        value /= 2;
    *place = (uint16_t)low;
    return (int8_t)value;
}

/* That string from the left, made as it is needed. */
typedef struct {
    const mc_word *k;
    uint16_t place; /* of the digit */
    int8_t digit;   /* 0 after the last one, whose place is 0, too */
    uint8_t window;
} EC(mof_digits);

static inline void EC(mof_digits_next)(EC(mof_digits) *r)
{
    r->digit = EC(read_mof)(&r->place, r->k, r->window);
}

/* Whether the digit is at this place. */
static inline uint8_t EC(mof_digits_are_at)(const EC(mof_digits) *r, uint16_t place)
{
    return r->digit && r->place == place;
}

/* The place in a table of odd multiples that the digit stands for. */
static inline uint8_t EC(mof_digits_index)(const EC(mof_digits) *r)
{
    return (uint8_t)(r->digit < 0 ? -r->digit : r->digit) / 2;
}

/* Where a string is read from the right: the place from which on k is unread, the carry of the digits read, and the
 * place of the last digit. */
typedef struct {
    uint16_t unread, place;
    uint8_t carry;
} EC(right_position);

/* Returns the next digit other than 0, or 0 if there is none. *position begins at zeros. */
typedef int8_t EC(right_reader)(EC(right_position) *position, const mc_word *k, uint8_t window);

static inline int8_t EC(read_bits_from_right)(EC(right_position) *position, const mc_word *k, uint8_t window)
{
    (void)window;
    while (position->unread < EC_SCALAR_BITS) {
        position->place = position->unread++;
        if (EC(scalar_bit)(k, position->place))
            return 1;
    }
    return 0;
}

/* Width-w NAF, 2 <= w <= 8 (hankerson2004 Algorithm 3.35) without changing k: the borrow of a negative digit is
 * carried to the next window. */
static inline int8_t EC(read_wnaf_from_right)(EC(right_position) *position, const mc_word *k, uint8_t window)
{
    for (; position->unread <= EC_SCALAR_BITS; position->unread++) {
        const uint16_t i = position->unread;
        if (EC(bit_or_0)(k, i) == position->carry)
            continue;
        /* no overflow: it is odd */
        const uint8_t value = (uint8_t)(EC(bits_between)(k, i, i + window) + position->carry);
        position->carry = (uint8_t)(value >> (window - 1));
        position->place = i;
        position->unread = i + window;
        return (int8_t)(value - ((uint16_t)position->carry << window));
    }
    return 0;
}

/* The digits that a reader reads, stored as the family recoding has them; returns the number of digits. */
static inline uint16_t EC(store_from_left)(int8_t *digits, EC(left_reader) *read, const mc_word *k, uint8_t window)
{
    uint16_t length = 0, place = RECODE_DIGITS;
    int8_t digit;
    for (uint16_t i = 0; i < RECODE_DIGITS; i++)
        digits[i] = 0;
    while ((digit = read(&place, k, window)) != 0) {
        digits[place] = digit;
        length = length ? length : place + 1;
    }
    return length;
}

static inline uint16_t EC(store_from_right)(int8_t *digits, EC(right_reader) *read, const mc_word *k, uint8_t window)
{
    uint16_t length = 0;
    int8_t digit;
    EC(right_position) position = {0, 0, 0};
    for (uint16_t i = 0; i < RECODE_DIGITS; i++)
        digits[i] = 0;
    while ((digit = read(&position, k, window)) != 0) {
        digits[position.place] = digit;
        length = position.place + 1;
    }
    return length;
}

/* An odd k < 2^l is the sum of b_i 2^i for i < windows w, windows w >= l, with b_i = 1 or -1: 1 where bit i + 1 of k is
 * set, and the last b_i is 1 (Joye and Tunstall 2009). The signs of window `index`: bit j is 1 if b_(index w + j) is;
 * the window stands for 2 signs + 1 - 2^w. For even k they are those of k + 1. Constant time. */
static inline uint8_t EC(regular_signs)(const mc_word *k, uint16_t index, uint8_t window, uint16_t windows)
{
#if MC_WORD_BITS == 16 /* MSP430 shifts by one bit at a time: all bits of a window together */
    const uint16_t low = (uint16_t)(index * window + 1);
    const uint8_t word = (uint8_t)(low / 16);
    uint32_t signs = word < EC_SCALAR_WORDS ? k[word] : 0;
    signs |= (uint32_t)(word + 1 < EC_SCALAR_WORDS ? k[word + 1] : 0) << 16;
    for (uint8_t i = low % 16; i; i--)
        signs >>= 1;
    const uint8_t top = (uint8_t)(1 << (window - 1));
    return (uint8_t)((signs & (2 * top - 1U)) | (index == windows - 1 ? top : 0));
#else
    uint8_t signs = 0;
    for (uint16_t i = (uint16_t)((index + 1) * window); i > index * window; i--) {
        const uint8_t positive = i == windows * window ? 1 : EC(bit_or_0)(k, i);
        signs = (uint8_t)(signs << 1) | positive;
    }
    return signs;
#endif
}

/* scalar/binary/sum_from_left.c: r = the sum of d_i 2^i p for the digits that `read` reads from the string below place
 * `length`, where table[i] = (1 + i step) p, step 1 or 2, has every |d_i| p. */
void EC(sum_from_left_var)(EC(affine) *r, EC(left_reader) *read, const void *string, uint16_t length, uint8_t window,
                           EC(affine) *table, uint8_t step, const MC_FLASH EC(curve) *curve);

#endif
