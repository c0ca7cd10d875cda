/* The regular tau-adic digits of public scalars, some at a time so that the processor can work on one while it waits
 * for another. Digits are found in the lowest words alone, as in the method of Lehmer for greatest common divisors, and
 * the long numbers divided once for many digits. */
#include "scalar/tau/regular.h"

#include <string.h>

#if FB_HAS_WIDE

#define CORRECTION_BITS 6 /* of what a block of digits leaves behind, sign included: a few alphas, divided */

typedef struct {
    mc_word c[EC_HALF_WORDS], d[EC_HALF_WORDS]; /* rho = c - d tau */
} tau_number;

/* (c, d) -> matrix (c, d), of c - d tau, is 2^places / tau^places: tau^-1 takes it to (mu c / 2 - d, c / 2). */
static void power_of_inverse(int64_t (*matrix)[2], unsigned places, int8_t mu)
{
    matrix[0][0] = matrix[1][1] = 1;
    matrix[0][1] = matrix[1][0] = 0;
    while (places--)
        for (unsigned j = 0; j < 2; j++) {
            const int64_t c = matrix[0][j], d = matrix[1][j];
            matrix[0][j] = mu * c - 2 * d;
            matrix[1][j] = c;
        }
}

void EC(regular_recoder_init)(EC(regular_recoder) *recoder, const MC_FLASH mc_wtnaf_window *window, int8_t mu)
{
    const uint8_t w = window->window, half = (uint8_t)(1 << (w - 1));
    recoder->window = w;
    recoder->block = (uint8_t)((MC_WORD_BITS - CORRECTION_BITS) / (w - 1));
    power_of_inverse(recoder->step, w - 1u, mu);
    power_of_inverse(recoder->leap, recoder->block * (w - 1u), mu);
    for (unsigned i = 0; i < half; i++) {
        const int digit = (int)(2 * i + 1) - half, size = digit < 0 ? -digit : digit, sign = digit < 0 ? -1 : 1;
        const mc_wtnaf_digit alpha = window->digits[size / 2];
        recoder->digits[i].beta = (int8_t)(sign * alpha.beta);
        recoder->digits[i].gamma = (int8_t)(sign * mu * alpha.gamma);
        recoder->digits[i].digit = (uint8_t)(alpha.slot << 1 | (digit < 0));
    }
}

/* row (c, d) / 2^places, rounded down. */
static void apply_row(mc_word *r, const int64_t *row, const tau_number *rho, unsigned places)
{
    __int128 sum = 0;
    mc_word product[EC_HALF_WORDS + 1];
    for (unsigned i = 0; i < EC_HALF_WORDS; i++) {
        if (i + 1 < EC_HALF_WORDS)
            sum += (__int128)row[0] * rho->c[i] + (__int128)row[1] * rho->d[i];
        else
            sum += (__int128)row[0] * (int64_t)rho->c[i] + (__int128)row[1] * (int64_t)rho->d[i];
        product[i] = (mc_word)sum;
        sum >>= MC_WORD_BITS;
    }
    product[EC_HALF_WORDS] = (mc_word)sum;
    for (unsigned i = 0; i < EC_HALF_WORDS; i++)
        r[i] = product[i] >> places | product[i + 1] << (MC_WORD_BITS - places);
}

/* x becomes the number near it whose lowest bits are those of `low`, all but `places`. */
static void correct(mc_word *x, mc_word low, unsigned places)
{
    const mc_word difference = (mc_word)((int64_t)((low - x[0]) << places) >> places);
    const mc_word sign = (mc_word)((int64_t)difference >> (MC_WORD_BITS - 1));
    mc_word carry = 0;
    for (unsigned i = 0; i < EC_HALF_WORDS; i++) {
        const mc_dword t = (mc_dword)x[i] + (i ? sign : difference) + carry;
        x[i] = (mc_word)t;
        carry = (mc_word)(t >> MC_WORD_BITS);
    }
}

/* rho, whose digits of a block were taken off the lowest words, which became c and d. */
static void leap(tau_number *rho, mc_word c, mc_word d, const EC(regular_recoder) *recoder)
{
    const unsigned places = recoder->block * (recoder->window - 1u);
    tau_number r;
    apply_row(r.c, recoder->leap[0], rho, places);
    apply_row(r.d, recoder->leap[1], rho, places);
    correct(r.c, c, places);
    correct(r.d, d, places);
    *rho = r;
}

/* Digits in lowest words. Each digit costs w - 1 bits at the top. */
static void take_digits(uint8_t (*digits)[REGULAR_EACH], uint16_t count, mc_word *c, mc_word *d, mc_word t,
                        const EC(regular_recoder) *recoder)
{
    const unsigned shift = recoder->window - 1u;
    const mc_word mask = ((mc_word)1 << recoder->window) - 1;
    const mc_word m00 = (mc_word)recoder->step[0][0], m01 = (mc_word)recoder->step[0][1];
    const mc_word m10 = (mc_word)recoder->step[1][0], m11 = (mc_word)recoder->step[1][1];
    for (uint16_t i = 0; i < count; i++)
        for (unsigned lane = 0; lane < REGULAR_EACH; lane++) {
            const mc_word index = ((c[lane] - t * d[lane]) & mask) >> 1;
            const mc_word x = c[lane] - (mc_word)(int64_t)recoder->digits[index].beta;
            const mc_word y = d[lane] + (mc_word)(int64_t)recoder->digits[index].gamma;
            digits[i][lane] = recoder->digits[index].digit;
            c[lane] = (m00 * x + m01 * y) >> shift;
            d[lane] = (m10 * x + m11 * y) >> shift;
        }
}

/* The top digit is the rest, an alpha. */
static uint8_t top_digit(mc_word c, mc_word d, mc_word t, const MC_FLASH mc_wtnaf_window *window)
{
    const int half = 1 << (window->window - 1), residue = (int)((c - t * d) & (mc_word)(2 * half - 1));
    const int digit = residue < half ? residue : residue - 2 * half;
    return (uint8_t)(window->digits[(digit < 0 ? -digit : digit) / 2].slot << 1 | (digit < 0));
}

void EC(recode_wtnaf_regular_each_var)(uint8_t (*digits)[REGULAR_EACH], const mc_word *const k[REGULAR_EACH],
                                       const EC(regular_recoder) *recoder, const MC_FLASH mc_wtnaf_window *window,
                                       const MC_FLASH EC(koblitz) *koblitz)
{
    const mc_word t = koblitz->mu < 0 ? (mc_word)0 - window->residue_of_tau : window->residue_of_tau;
    tau_number rho[REGULAR_EACH];
    mc_word c[REGULAR_EACH], d[REGULAR_EACH];
    uint16_t left = REGULAR_DIGITS(recoder->window) - 1;
    for (unsigned lane = 0; lane < REGULAR_EACH; lane++) {
        mc_word r[2][EC_HALF_WORDS];
        EC(tau_reduce_to_odd)(r, k[lane], &koblitz->subgroup, koblitz->mu);
        EC(lattice_negate)(r[1]);
        memcpy(rho[lane].c, r[0], sizeof r[0]);
        memcpy(rho[lane].d, r[1], sizeof r[1]);
    }
    for (;; left -= recoder->block, digits += recoder->block) {
        for (unsigned lane = 0; lane < REGULAR_EACH; lane++) {
            c[lane] = rho[lane].c[0];
            d[lane] = rho[lane].d[0];
        }
        const uint8_t is_last = left <= recoder->block;
        take_digits(digits, is_last ? left : recoder->block, c, d, t, recoder);
        if (is_last)
            break;
        for (unsigned lane = 0; lane < REGULAR_EACH; lane++)
            leap(&rho[lane], c[lane], d[lane], recoder);
    }
    for (unsigned lane = 0; lane < REGULAR_EACH; lane++)
        digits[left][lane] = top_digit(c[lane], d[lane], t, window);
}

#endif
