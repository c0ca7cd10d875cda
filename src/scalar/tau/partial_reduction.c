/* Reduction of an integer modulo delta in Z[tau], with rounding in integers (Solinas 2000, Routines 60 and 74):
 * lambda = k / delta to LATTICE_GUARD_BITS fraction bits, rounded to a near element of Z[tau], and r = k - lambda
 * delta. r is congruent to k whatever the error of lambda; an error makes r longer and no more, which no
 * test of results would show. */
#include "scalar/tau/wtnaf.h"
#include "word/pace.h"

#if !FIELD_IS_PRIME

/* 1 if x < bound, else 0, of numbers far below 2^15 in size. */
static uint8_t is_below(int16_t x, int16_t bound)
{
    return (uint8_t)mc_word_barrier((mc_word)((uint16_t)(x - bound) >> 15));
}

/* Corrects both coefficients rounded alone, errors eta0 and eta1, to the nearest element of Z[tau]. */
static void round_jointly(mc_word (*lambda)[EC_HALF_WORDS], int16_t eta0, int16_t eta1, int8_t mu)
{
    const int16_t one = 1 << LATTICE_GUARD_BITS;
    if (mu < 0)
        eta1 = -eta1;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion" /* with casts compilers make other machine code */
    const int16_t eta = 2 * eta0 + eta1, across = eta0 - 3 * eta1, along = eta0 + 4 * eta1;
#pragma GCC diagnostic pop
    const uint8_t high = 1 ^ is_below(eta, one), low = is_below(eta, -one);
    const uint8_t high_across = 1 ^ is_below(across, one), low_across = is_below(across, -one);
    const uint8_t high_along = 1 ^ is_below(along, 2 * one), low_along = is_below(along, -2 * one);
    const int8_t h0 = (int8_t)((high & (1 ^ low_across)) - (low & (1 ^ high_across)));
    const int8_t h1 =
        (int8_t)(((high & low_across) | ((1 ^ high) & high_along)) - ((low & high_across) | ((1 ^ low) & low_along)));
    EC(lattice_add_small)(lambda[0], EC_HALF_WORDS, h0);
    EC(lattice_add_small)(lambda[1], EC_HALF_WORDS, (int8_t)(mu < 0 ? -h1 : h1));
}

void EC(tau_reduce)(mc_word (*r)[EC_HALF_WORDS], const mc_word *k, const MC_FLASH EC(lattice) *modulus, int8_t mu)
{
    mc_word lambda[2][EC_HALF_WORDS];
    int8_t eta0 = EC(lattice_quotient)(lambda[0], k, modulus->s[0]);
    int8_t eta1 = EC(lattice_quotient)(lambda[1], k, modulus->s[1]);
    round_jointly(lambda, eta0, eta1, mu);
    EC(lattice_remainder)(r, k, lambda, modulus);
    mc_wipe(lambda, sizeof lambda);
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

const MC_FLASH EC(lattice) *EC(tau_modulus_for)(const EC(affine) *p, const MC_FLASH EC(koblitz) *koblitz,
                                                const MC_FLASH EC(curve) *curve)
{
    const uint8_t is_prime_order = EC_CURVE_COFACTOR(curve) == 2 && EC(affine_mask_subgroup)(p, curve);
    return is_prime_order ? &koblitz->subgroup : &koblitz->full;
}

#endif
