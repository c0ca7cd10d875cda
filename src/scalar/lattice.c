#include "scalar/lattice.h"

#include "word/pace.h"

#if EC_HAS_LATTICES

#define PRODUCT_WORDS (EC_SCALAR_WORDS + EC_HALF_WORDS)

/* r += a b, modulo 2^(words of r). Each word of r above those of a times a word of b either is 0 before, so that it
 * takes the carry, or does not exist. */
static void multiply_add(mc_word *r, uint8_t r_words, const mc_word *a, uint8_t a_words, const MC_FLASH mc_word *b,
                         uint8_t b_words)
{
    for (uint8_t i = 0; i < b_words; i++) {
        mc_word multiplier = b[i], carry = 0;
        mc_word *sum = r + i;
        const mc_word *multiplicand = a;
        uint8_t room = (uint8_t)(r_words - i);
        for (uint8_t j = a_words < room ? a_words : room; j; j--) {
            mc_dword t = mc_product(multiplier, *multiplicand++) + *sum + carry;
            *sum++ = (mc_word)t;
            carry = (mc_word)(t >> MC_WORD_BITS);
        }
        if (a_words < room)
            *sum = carry;
    }
}

/* product += 2^bit. */
static void add_bit(mc_word *product, uint16_t bit)
{
    mc_word carry = (mc_word)((mc_word)1 << bit % MC_WORD_BITS);
    for (uint8_t i = (uint8_t)(bit / MC_WORD_BITS); i < PRODUCT_WORDS; i++) {
        mc_dword t = (mc_dword)product[i] + carry;
        product[i] = (mc_word)t;
        carry = (mc_word)(t >> MC_WORD_BITS);
    }
}

/* floor(k s / 2^(l + LATTICE_GUARD_BITS) + 1/2) */
int8_t EC(lattice_quotient)(mc_word *quotient, const mc_word *k, const MC_FLASH mc_word *s)
{
    mc_word product[PRODUCT_WORDS + 1] = {0};
    const uint16_t shift = EC_SCALAR_BITS + LATTICE_GUARD_BITS;
    multiply_add(product, PRODUCT_WORDS, k, EC_SCALAR_WORDS, s, EC_HALF_WORDS);
    add_bit(product, shift - 1);
    if (s[EC_HALF_WORDS - 1] >> (MC_WORD_BITS - 1)) { /* s is negative: it counts 2^(MC_WORD_BITS EC_HALF_WORDS) less */
        mc_word borrow = 0;
        for (uint8_t i = 0; i < EC_SCALAR_WORDS; i++) {
            mc_dword t = (mc_dword)product[EC_HALF_WORDS + i] - k[i] - borrow;
            product[EC_HALF_WORDS + i] = (mc_word)t;
            borrow = (mc_word)(t >> MC_WORD_BITS) & 1;
        }
    }
    product[PRODUCT_WORDS] = (mc_word)(0 - (product[PRODUCT_WORDS - 1] >> (MC_WORD_BITS - 1)));
    const mc_word *from = product + EC_SCALAR_BITS / MC_WORD_BITS;
    mc_dword fraction = (((mc_dword)from[1] << MC_WORD_BITS) | from[0]) >> (EC_SCALAR_BITS % MC_WORD_BITS);
    from = product + shift / MC_WORD_BITS;
    for (uint8_t i = 0; i < EC_HALF_WORDS; i++) {
        mc_dword pair = ((mc_dword)from[i + 1] << MC_WORD_BITS) | from[i];
        quotient[i] = (mc_word)(pair >> (shift % MC_WORD_BITS));
    }
    mc_wipe(product, sizeof product);
    return (int8_t)((int8_t)(fraction & ((1 << LATTICE_GUARD_BITS) - 1)) - (1 << (LATTICE_GUARD_BITS - 1)));
}

void EC(lattice_remainder)(mc_word (*r)[EC_HALF_WORDS], const mc_word *k, mc_word (*quotients)[EC_HALF_WORDS],
                           const MC_FLASH EC(lattice) *lattice)
{
    for (uint8_t i = 0; i < EC_HALF_WORDS; i++) {
        r[0][i] = i < EC_SCALAR_WORDS ? k[i] : 0;
        r[1][i] = 0;
    }
    for (uint8_t row = 0; row < 2; row++)
        for (uint8_t column = 0; column < 2; column++)
            multiply_add(r[row], EC_HALF_WORDS, quotients[column], EC_HALF_WORDS, lattice->minus_basis[row][column],
                         EC_HALF_WORDS);
    mc_pause();
}

void EC(lattice_add_small)(mc_word *x, uint8_t words, int8_t value)
{
    const mc_word sign = (mc_word)(value >> 7); /* the words of value above the lowest */
    mc_word addend = (mc_word)value, carry = 0;
    while (words--) {
        mc_dword t = (mc_dword)*x + addend + carry;
        *x++ = (mc_word)t;
        carry = (mc_word)(t >> MC_WORD_BITS);
        addend = sign;
    }
}

void EC(lattice_negate)(mc_word *x)
{
    for (uint8_t i = 0; i < EC_HALF_WORDS; i++)
        x[i] = (mc_word)~x[i];
    EC(lattice_add_small)(x, EC_HALF_WORDS, 1);
}

#endif
