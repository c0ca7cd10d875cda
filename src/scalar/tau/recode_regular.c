#include "scalar/tau/regular.h"

#if !FIELD_IS_PRIME

/* Below this degree the bounds that exclude exceptional cases do not hold. */
#define LEAST_DEGREE_PROVED 64

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

#if MC_WORD_BITS < 64

/* The entry of digits[index], where index is secret. */
static mc_wtnaf_digit digit_at(const MC_FLASH mc_wtnaf_window *window, uint8_t index)
{
#if MC_HAS_DATA_CACHE
    mc_wtnaf_digit found = {0, 0, 0};
    for (uint8_t i = 0; i < WTNAF_TABLE_POINTS(window->window); i++) {
        const uint8_t mask = (uint8_t)mc_word_mask_zero(i ^ index);
        found.beta |= (int8_t)(window->digits[i].beta & mask);
        found.gamma |= (int8_t)(window->digits[i].gamma & mask);
        found.slot |= window->digits[i].slot & mask;
    }
    return found;
#else
    return window->digits[index];
#endif
}

#endif

void EC(recode_wtnaf_regular)(uint8_t *digits, const mc_word *k, const MC_FLASH mc_wtnaf_window *window,
                              const MC_FLASH EC(koblitz) *koblitz)
{
#if MC_WORD_BITS == 64
    EC(recode_wtnaf_regular_digits)(digits, REGULAR_DIGITS(window->window), k, &koblitz->subgroup, window, koblitz->mu);
#else
    const uint8_t w = window->window, half = (uint8_t)(1 << (w - 1)), all = (uint8_t)(2 * half - 1);
    const int8_t mu = koblitz->mu;
    const uint8_t t = mu < 0 ? -window->residue_of_tau : window->residue_of_tau;
    const uint8_t top = REGULAR_DIGITS(w) - 1;
    mc_word r[2][EC_HALF_WORDS];
    mc_word *c = r[0], *d = r[1]; /* rho_i = c - d tau */
    EC(tau_reduce_to_odd)(r, k, &koblitz->subgroup, mu);
    EC(lattice_negate)(d);
    for (uint8_t i = 0;; i++) {
        const uint8_t words = TAU_WORDS_AFTER(i * (w - 1));
        const uint8_t residue = (uint8_t)((uint8_t)*c - t * (uint8_t)*d) ^ (i < top ? half : 0);
        const uint8_t negative = (uint8_t)mc_word_barrier((mc_word)(0 - (mc_word)(residue >> (w - 1) & 1)));
        const uint8_t size = (uint8_t)((residue ^ negative) - negative) & all;
        const mc_wtnaf_digit alpha = digit_at(window, size / 2);
        digits[i] = (uint8_t)(alpha.slot << 1) | (negative & 1);
        if (i == top)
            break;
        EC(lattice_add_small)(c, words, (int8_t)((alpha.beta ^ ~negative) - (int8_t)~negative));
        EC(lattice_add_small)(d, words,
                              (int8_t)(((mu < 0 ? -alpha.gamma : alpha.gamma) ^ negative) - (int8_t)negative));
        for (uint8_t j = 1; j < w; j++) {
            EC(tau_divide)(c, d, words, mu);
            mc_word *halved = c;
            c = d;
            d = halved;
        }
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
    if (i == 0 || EC_SCALAR_BITS < LEAST_DEGREE_PROVED)
        ec_add_mixed_complete(sum, sum, point, curve);
    else
        ec_add_mixed(sum, sum, point, curve);
}

#endif
