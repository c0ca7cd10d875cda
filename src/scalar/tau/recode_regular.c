#include "scalar/tau/regular.h"

#if !FIELD_IS_PRIME

#include "curve/binary/fb_formulas.h"

void EC(tau_reduce_to_odd)(mc_word (*r)[EC_HALF_WORDS], const mc_word *k, const MC_FLASH EC(lattice) *modulus,
                           int8_t mu)
{
    EC(tau_reduce)(r, k, modulus, mu);
    const mc_word even = mc_word_barrier((mc_word)((r[0][0] & 1) - 1));
    for (uint8_t part = 0; part < 2; part++) {
        mc_word borrow = 0;
        for (uint8_t i = 0; i < EC_HALF_WORDS; i++) { /* column 0 of the matrix is -delta */
            mc_dword t = (mc_dword)r[part][i] - (modulus->minus_basis[part][0][i] & even) - borrow;
            r[part][i] = (mc_word)t;
            borrow = (mc_word)(t >> MC_WORD_BITS) & 1;
        }
    }
}

#if MC_WORD_BITS < 32

/* The lowest bits of x, as many as a window has or more. */
static uint16_t low_bits(const mc_word *x)
{
#if MC_WORD_BITS == 8
    return (uint16_t)(x[0] | (uint16_t)x[1] << 8);
#else
    return (uint16_t)*x;
#endif
}

#endif

void EC(recode_wtnaf_regular)(uint8_t *digits, const mc_word *k, const MC_FLASH mc_wtnaf_window *window,
                              const MC_FLASH EC(koblitz) *koblitz)
{
#if MC_WORD_BITS >= 32
    EC(recode_wtnaf_regular_digits)(digits, REGULAR_DIGITS(window->window), k, &koblitz->subgroup, window, koblitz->mu);
#else
    const uint8_t w = window->window, top = REGULAR_DIGITS(w) - 1;
    const uint16_t half = (uint16_t)(1 << (w - 1)), all = (uint16_t)(2 * half - 1);
    const int8_t mu = koblitz->mu;
    const uint16_t t = mu < 0 ? -window->residue_of_tau : window->residue_of_tau;
    mc_word r[3][EC_HALF_WORDS];
    mc_word *c = r[0], *d = r[1]; /* rho_i = c - d tau */
#if MC_WORD_BITS == 8
    mc_word *other = r[2];
    mc_tau_divisor divisor;
    EC(tau_divisor_of)(&divisor, (uint8_t)(w - 1), mu);
#endif
    EC(tau_reduce_to_odd)(r, k, &koblitz->subgroup, mu);
    EC(lattice_negate)(d);
    uint16_t places = 0;
    for (uint8_t i = 0;; i++, places = (uint16_t)(places + w - 1)) {
        const uint16_t residue = (uint16_t)(low_bits(c) - (uint32_t)t * low_bits(d)) ^ (i < top ? half : 0);
        const uint16_t negative = (uint16_t)(0 - (uint16_t)(mc_word_barrier((mc_word)(residue >> (w - 1))) & 1));
        const uint16_t size = (uint16_t)((residue ^ negative) - negative) & all;
        const mc_wtnaf_digit alpha = EC(wtnaf_digit_at)(window, (uint8_t)(size / 2));
        digits[i] = (uint8_t)(alpha.slot << 1) | (negative & 1);
        if (i == top)
            break;
        const int8_t sign = (int8_t)negative, gamma = (int8_t)(mu < 0 ? -alpha.gamma : alpha.gamma);
        const int8_t add_c = (int8_t)((alpha.beta ^ ~sign) - (int8_t)~sign), add_d = (int8_t)((gamma ^ sign) - sign);
        const uint8_t words = TAU_WORDS_AFTER(places);
#if MC_WORD_BITS == 8
        EC(tau_divide_places)(&c, d, &other, words, &divisor, add_c, add_d);
#else
        EC(lattice_add_small)(c, words, add_c);
        EC(lattice_add_small)(d, words, add_d);
        for (uint8_t j = 1; j < w; j++) {
            EC(tau_divide)(c, d, words, mu);
            mc_word *halved = c;
            c = d;
            d = halved;
        }
#endif
    }
    mc_wipe(r, sizeof r);
#endif
}

void EC(wtnaf_regular_add)(ec_projective *sum, const EC(affine) *point, uint8_t i, uint8_t window,
                           const MC_FLASH EC(curve) *curve)
{
    if (i == REGULAR_DIGITS(window) - 1) {
        ec_from_affine(sum, point);
        return;
    }
    ec_frobenius_times(sum, (uint8_t)(window - 1));
    if (i == 0 || EC_SCALAR_BITS < REGULAR_LEAST_DEGREE_PROVED)
        ec_add_mixed_complete(sum, sum, point, curve);
    else
        ec_add_mixed(sum, sum, point, curve);
}

void EC(wtnaf_regular_add_slope)(EC(lambda) *sum, const EC(affine_slope) *point, uint8_t i, uint8_t window,
                                 const MC_FLASH EC(curve) *curve)
{
    EC(lambda_frobenius_times)(sum, (uint8_t)(window - 1));
    if (i == 0 || EC_SCALAR_BITS < REGULAR_LEAST_DEGREE_PROVED)
        EC(lambda_add_slope_complete)(sum, sum, point, curve);
    else
        EC(lambda_add_slope)(sum, sum, point);
}

#endif
