#include "scalar/tau/wtnaf.h"

#if !FIELD_IS_PRIME

/* Whether x fits in one word less and has another bit to spare, which the next division may need. */
static uint8_t is_shorter(const mc_word *x, uint8_t words)
{
    mc_word sign = (mc_word)(0 - (x[words - 1] >> (MC_WORD_BITS - 1)));
    return x[words - 1] == sign && ((x[words - 2] ^ sign) >> (MC_WORD_BITS - 2)) == 0;
}

/* Solinas 2000, Algorithm 4: digits of c - d tau. The words in use are cut as the numbers shrink. */
uint16_t EC(recode_wtnaf_var)(int8_t *digits, mc_word (*r)[EC_HALF_WORDS], const MC_FLASH mc_wtnaf_window *window,
                              int8_t mu)
{
    const uint16_t modulus = 1 << window->window;
    const uint8_t t = mu < 0 ? -window->residue_of_tau : window->residue_of_tau;
    mc_word *c = r[0], *d = r[1];
    uint8_t words = EC_HALF_WORDS;
    uint16_t length = 0;
    EC(lattice_negate)(d);
    for (;;) {
        while (words > 1 && is_shorter(c, words) && is_shorter(d, words))
            words--;
        if (words == 1 && !(*c | *d))
            return length;
        int8_t digit = 0;
        if (*c & 1) {
            uint8_t residue = (uint8_t)((uint8_t)*c - t * (uint8_t)*d) & (modulus - 1);
            digit = (int8_t)(residue < modulus / 2 ? residue : residue - modulus);
            const MC_FLASH mc_wtnaf_digit *alpha = &window->digits[(digit < 0 ? -digit : digit) / 2];
            int8_t sign = digit < 0 ? 1 : -1;
            EC(lattice_add_small)(c, words, sign * alpha->beta);
            EC(lattice_add_small)(d, words, -sign * mu * alpha->gamma);
        }
        digits[length++] = digit;
        EC(tau_divide)(c, d, words, mu);
        mc_word *half = c;
        c = d;
        d = half;
    }
}

uint16_t EC(scalar_wtnaf_var)(int8_t *digits, const mc_word *k, const EC(affine) *p,
                              const MC_FLASH mc_wtnaf_window *window, const MC_FLASH EC(koblitz) *koblitz,
                              const MC_FLASH EC(curve) *curve)
{
    mc_word r[2][EC_HALF_WORDS];
    EC(tau_reduce)(r, k, EC(tau_modulus_for)(p, koblitz, curve), koblitz->mu);
    return EC(recode_wtnaf_var)(digits, r, window, koblitz->mu);
}

#endif
