#include "scalar/wtnaf.h"

/* (c - d tau) / tau for even c: d' = c/2, c' = mu c/2 - d. Leaves d' in c's words and c' in d's. */
static void divide_by_tau(mc_word *c, mc_word *d, uint8_t words, int8_t mu)
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
}

/* Whether x fits in one word less and has another bit to spare, which the next division may need. */
static uint8_t is_shorter(const mc_word *x, uint8_t words)
{
    mc_word sign = (mc_word)(0 - (x[words - 1] >> (MC_WORD_BITS - 1)));
    return x[words - 1] == sign && ((x[words - 2] ^ sign) >> (MC_WORD_BITS - 2)) == 0;
}

/* Solinas 2000, Algorithm 4: digits of c - d tau. The words in use are cut as the numbers shrink. */
uint16_t FB(recode_wtnaf_var)(int8_t *digits, mc_word (*r)[TAU_WORDS], const MC_FLASH mc_wtnaf_window *window,
                              int8_t mu)
{
    const uint8_t modulus = 1 << window->window, t = mu < 0 ? -window->residue_of_tau : window->residue_of_tau;
    mc_word *c = r[0], *d = r[1];
    uint8_t words = TAU_WORDS;
    uint16_t length = 0;
    for (uint8_t i = 0; i < TAU_WORDS; i++)
        d[i] = (mc_word)~d[i];
    mc_word carry = 1;
    for (uint8_t i = 0; carry && i < TAU_WORDS; i++)
        carry = (d[i] += carry) < carry;
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
            FB(tau_add_small)(c, words, sign * alpha->beta);
            FB(tau_add_small)(d, words, -sign * mu * alpha->gamma);
        }
        digits[length++] = digit;
        divide_by_tau(c, d, words, mu);
        mc_word *half = c;
        c = d;
        d = half;
    }
}
