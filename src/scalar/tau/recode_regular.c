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

#if MC_WORD_BITS >= 32

void EC(recode_wtnaf_regular)(uint8_t *digits, const mc_word *k, const MC_FLASH mc_wtnaf_window *window,
                              const MC_FLASH EC(koblitz) *koblitz)
{
    EC(recode_wtnaf_regular_digits)(digits, (uint8_t)REGULAR_DIGITS(window->window), k, &koblitz->subgroup, window,
                                    koblitz->mu);
}

#else

/* tau^(w-1), by which rho_i = c - d tau is divided: by bytes in one pass, else by a kernel or place by place. */
#if MC_WORD_BITS == 8
typedef mc_tau_divisor rest_divisor;
#else
typedef struct {
    uint8_t places;
    int8_t mu;
} rest_divisor;
#endif

MC_INLINE void make_divisor(rest_divisor *divisor, uint8_t places, int8_t mu)
{
#if MC_WORD_BITS == 8
    EC(tau_divisor_of)(divisor, places, mu);
#else
    divisor->places = places, divisor->mu = mu;
#endif
}

#if defined(MC_TAU_DIVIDE) && EC_HALF_WORDS == 6
/* Divisions by tau of c - d tau for mu = -1 are those of c + d tau for mu = 1, with the sign of the new d changed, and
 * both signs if the number of places is odd. */
MC_INLINE void divide_by_kernel(mc_word *c, mc_word *d, int8_t add_c, int8_t add_d, const rest_divisor *divisor)
{
    const uint8_t is_mu_negative = divisor->mu < 0;
    const mc_tau_division by = {add_c, (int16_t)(is_mu_negative ? -add_d : add_d), divisor->places};
    if (is_mu_negative)
        EC(lattice_negate)(d);
    MC_TAU_DIVIDE(c, d, &by);
    if (is_mu_negative) /* the new c is where d was if that is odd */
        EC(lattice_negate)(d);
    mc_pace(1);
}
#endif

/* rho_(i+1) = (c + add_c - (d + add_d) tau) / tau^(w-1), of numbers of so many words; they may change places. */
MC_INLINE void next_rest(mc_word **c, mc_word **d, mc_word **other, int8_t add_c, int8_t add_d, uint8_t words,
                         const rest_divisor *divisor)
{
#if MC_WORD_BITS == 8
    EC(tau_divide_places)(c, *d, other, words, divisor, add_c, add_d);
#elif defined(MC_TAU_DIVIDE) && EC_HALF_WORDS == 6
    (void)other, (void)words;
    divide_by_kernel(*c, *d, add_c, add_d, divisor);
    if (divisor->places % 2) {
        mc_word *const d_place = *c;
        *c = *d;
        *d = d_place;
    }
#else
    (void)other;
    EC(lattice_add_small)(*c, words, add_c);
    EC(lattice_add_small)(*d, words, add_d);
    for (uint8_t place = 0; place < divisor->places; place++) {
        EC(tau_divide)(*c, *d, words, divisor->mu);
        mc_word *halved = *c;
        *c = *d;
        *d = halved;
    }
#endif
}

/* The lowest bits of x, as many as a window has or more. */
static uint16_t low_bits(const mc_word *x)
{
#if MC_WORD_BITS == 8
    return (uint16_t)(x[0] | (uint16_t)x[1] << 8);
#else
    return (uint16_t)*x;
#endif
}

/* x, or -x if the mask `negate` is ~0. */
MC_INLINE int8_t negated_masked(int8_t x, int8_t negate)
{
    return (int8_t)((x ^ negate) - negate);
}

void EC(recode_wtnaf_regular)(uint8_t *digits, const mc_word *k, const MC_FLASH mc_wtnaf_window *window,
                              const MC_FLASH EC(koblitz) *koblitz)
{
    const uint8_t w = window->window, top = (uint8_t)(REGULAR_DIGITS(w) - 1);
    const uint16_t half = (uint16_t)(1 << (w - 1)), all = (uint16_t)(2 * half - 1);
    const int8_t mu = koblitz->mu;
    const uint16_t tau = mu < 0 ? -window->residue_of_tau : window->residue_of_tau; /* modulo tau^w */
    mc_word r[3][EC_HALF_WORDS];
    mc_word *c = r[0], *d = r[1], *other = r[2]; /* rho_i = c - d tau */
    rest_divisor divisor;
    make_divisor(&divisor, (uint8_t)(w - 1), mu);
    EC(tau_reduce_to_odd)(r, k, &koblitz->subgroup, mu);
    EC(lattice_negate)(d);
    uint16_t places = 0;
    for (uint8_t i = 0;; i++, places = (uint16_t)(places + w - 1)) {
        /* u_i in two's complement of w bits: subtracting 2^(w-1) changes the uppermost. */
        const uint16_t digit = (uint16_t)(low_bits(c) - (uint32_t)tau * low_bits(d)) ^ (i < top ? half : 0);
        const uint16_t negative = (uint16_t)(0 - (uint16_t)(mc_word_barrier((mc_word)(digit >> (w - 1))) & 1));
        const uint16_t size = (uint16_t)((digit ^ negative) - negative) & all;
        const mc_wtnaf_digit alpha = EC(wtnaf_digit_at)(window, (uint8_t)(size / 2));
        digits[i] = (uint8_t)((uint8_t)(alpha.slot << 1) | (negative & 1));
        if (i == top)
            break;
        /* minus alpha_u = beta + mu gamma tau, of which d counts -tau */
        const int8_t sign = (int8_t)negative, gamma = (int8_t)(mu < 0 ? -alpha.gamma : alpha.gamma);
        next_rest(&c, &d, &other, negated_masked(alpha.beta, (int8_t)~sign), negated_masked(gamma, sign),
                  (uint8_t)TAU_WORDS_AFTER(places), &divisor);
    }
    mc_wipe(r, sizeof r);
}

#endif

void EC(wtnaf_regular_add)(ec_projective *sum, const EC(affine) *point, uint8_t i, uint8_t window,
                           const MC_FLASH EC(curve) *curve)
{
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
