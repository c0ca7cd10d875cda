/* Reduction of an integer modulo delta in Z[tau], with rounding in integers (Solinas 2000, Routines 60 and 74):
 * lambda = k / delta to TAU_GUARD_BITS fraction bits, rounded to a near element of Z[tau], and r = k - lambda
 * delta. r is congruent to k whatever the error of lambda; an error makes r longer and no more, which no
 * test of results would show. */
#include "scalar/tau/wtnaf.h"
#include "word/pace.h"

#if !FIELD_IS_PRIME

#define PRODUCT_WORDS (EC_SCALAR_WORDS + TAU_WORDS)

/* r += a b, modulo 2^(words of r); each word of r above a's either takes a carry without overflow or does not exist:
 * the top word of k < 2^m is never full, and of the words above k only the rounding bit is set. */
static void multiply_add(mc_word *r, uint8_t r_words, const mc_word *a, uint8_t a_words, const MC_FLASH mc_word *b,
                         uint8_t b_words)
{
    for (uint8_t i = 0; i < b_words; i++) {
        mc_word multiplier = b[i], carry = 0;
        mc_word *sum = r + i;
        const mc_word *multiplicand = a;
        uint8_t room = r_words - i;
        for (uint8_t j = a_words < room ? a_words : room; j; j--) {
            mc_dword t = mc_product(multiplier, *multiplicand++) + *sum + carry;
            *sum++ = (mc_word)t;
            carry = (mc_word)(t >> MC_WORD_BITS);
        }
        if (a_words < room)
            *sum += carry;
    }
}

/* lambda = floor(k s / 2^(m + TAU_GUARD_BITS) + 1/2); returns the fraction that this leaves, less 1/2, in units of
 * 2^-TAU_GUARD_BITS. */
static int8_t quotient(mc_word *lambda, const mc_word *k, const MC_FLASH mc_word *s)
{
    mc_word product[PRODUCT_WORDS + 1] = {0};
    const uint16_t half = EC_SCALAR_BITS + TAU_GUARD_BITS - 1, shift = EC_SCALAR_BITS + TAU_GUARD_BITS;
    product[half / MC_WORD_BITS] = (mc_word)1 << half % MC_WORD_BITS;
    multiply_add(product, PRODUCT_WORDS, k, EC_SCALAR_WORDS, s, TAU_WORDS);
    if (s[TAU_WORDS - 1] >> (MC_WORD_BITS - 1)) { /* s is negative: it counts 2^(MC_WORD_BITS TAU_WORDS) less */
        mc_word borrow = 0;
        for (uint8_t i = 0; i < EC_SCALAR_WORDS; i++) {
            mc_dword t = (mc_dword)product[TAU_WORDS + i] - k[i] - borrow;
            product[TAU_WORDS + i] = (mc_word)t;
            borrow = (mc_word)(t >> MC_WORD_BITS) & 1;
        }
    }
    product[PRODUCT_WORDS] = (mc_word)(0 - (product[PRODUCT_WORDS - 1] >> (MC_WORD_BITS - 1)));
    const mc_word *from = product + EC_SCALAR_BITS / MC_WORD_BITS;
    mc_dword fraction = (((mc_dword)from[1] << MC_WORD_BITS) | from[0]) >> (EC_SCALAR_BITS % MC_WORD_BITS);
    from = product + shift / MC_WORD_BITS;
    for (uint8_t i = 0; i < TAU_WORDS; i++) {
        mc_dword pair = ((mc_dword)from[i + 1] << MC_WORD_BITS) | from[i];
        lambda[i] = (mc_word)(pair >> (shift % MC_WORD_BITS));
    }
    mc_wipe(product, sizeof product);
    return (int8_t)(fraction & ((1 << TAU_GUARD_BITS) - 1)) - (1 << (TAU_GUARD_BITS - 1));
}

void EC(tau_add_small)(mc_word *x, uint8_t words, int8_t value)
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

/* 1 if x < bound, else 0, of numbers far below 2^15 in size. */
static uint8_t is_below(int16_t x, int16_t bound)
{
    return (uint8_t)mc_word_barrier((mc_word)((uint16_t)(x - bound) >> 15));
}

/* Corrects both coefficients rounded alone, errors eta0 and eta1, to the nearest element of Z[tau]. */
static void round_jointly(mc_word (*lambda)[TAU_WORDS], int16_t eta0, int16_t eta1, int8_t mu)
{
    const int16_t one = 1 << TAU_GUARD_BITS;
    if (mu < 0)
        eta1 = -eta1;
    const int16_t eta = 2 * eta0 + eta1, across = eta0 - 3 * eta1, along = eta0 + 4 * eta1;
    const uint8_t high = 1 ^ is_below(eta, one), low = is_below(eta, -one);
    const uint8_t high_across = 1 ^ is_below(across, one), low_across = is_below(across, -one);
    const uint8_t high_along = 1 ^ is_below(along, 2 * one), low_along = is_below(along, -2 * one);
    const int8_t h0 = (int8_t)((high & (1 ^ low_across)) - (low & (1 ^ high_across)));
    const int8_t h1 =
        (int8_t)(((high & low_across) | ((1 ^ high) & high_along)) - ((low & high_across) | ((1 ^ low) & low_along)));
    EC(tau_add_small)(lambda[0], TAU_WORDS, h0);
    EC(tau_add_small)(lambda[1], TAU_WORDS, mu < 0 ? -h1 : h1);
}

void EC(tau_reduce)(mc_word (*r)[TAU_WORDS], const mc_word *k, const MC_FLASH EC(tau_modulus) *modulus, int8_t mu)
{
    mc_word lambda[2][TAU_WORDS];
    int8_t eta0 = quotient(lambda[0], k, modulus->s[0]);
    int8_t eta1 = quotient(lambda[1], k, modulus->s[1]);
    round_jointly(lambda, eta0, eta1, mu);
    for (uint8_t i = 0; i < TAU_WORDS; i++) {
        r[0][i] = i < EC_SCALAR_WORDS ? k[i] : 0;
        r[1][i] = 0;
    }
    for (uint8_t row = 0; row < 2; row++)
        for (uint8_t column = 0; column < 2; column++)
            multiply_add(r[row], TAU_WORDS, lambda[column], TAU_WORDS, modulus->minus_delta[row][column], TAU_WORDS);
    mc_wipe(lambda, sizeof lambda);
    mc_pause();
}

void EC(tau_divide)(mc_word *c, mc_word *d, uint8_t words, int8_t mu)
{
    const mc_word flip = mu < 0 ? (mc_word)-1 : 0; /* -c/2 = ~(c/2) + 1 */
    mc_word carry = mu < 0 ? 2 : 1;
    mc_word low = *c;
    for (uint8_t i = words; i; i--) {
        mc_word high = i > 1 ? c[1] : (mc_word)(0 - (low >> (MC_WORD_BITS - 1)));
        mc_word half = (mc_word)(low >> 1) | (mc_word)(high << (MC_WORD_BITS - 1));
        mc_dword t = (mc_dword)(half ^ flip) + (mc_word) ~*d + carry;
        *c++ = half;
        *d++ = (mc_word)t;
        carry = (mc_word)(t >> MC_WORD_BITS);
        low = high;
    }
    mc_pace(1);
}

void EC(tau_negate)(mc_word *x)
{
    for (uint8_t i = 0; i < TAU_WORDS; i++)
        x[i] = (mc_word)~x[i];
    EC(tau_add_small)(x, TAU_WORDS, 1);
}

const MC_FLASH EC(tau_modulus) *EC(tau_modulus_for)(const EC(affine) *p, const MC_FLASH EC(koblitz) *koblitz,
                                                    const MC_FLASH EC(curve) *curve)
{
    const uint8_t is_prime_order = EC_CURVE_COFACTOR(curve) == 2 && EC(affine_mask_subgroup)(p, curve);
    return is_prime_order ? &koblitz->subgroup : &koblitz->full;
}

#endif
