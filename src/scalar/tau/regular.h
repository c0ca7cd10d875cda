/* Regular tau-adic form of width w: every scalar has REGULAR_DIGITS(w) digits, w - 1 places apart, all of them odd,
 * so that every multiplication makes the same additions in the same order (Joye and Tunstall 2009; Oliveira, Aranha,
 * Lopez and Rodriguez-Henriquez 2014). Constant time; p of prime order n, 0 <= k < 2^m.
 *
 * Let delta = (tau^m - 1)/(tau - 1), of norm n. It maps p to infinity, and as n is prime an element of Z[tau] does so
 * only if delta divides it. Call elements that tau does not divide odd; delta is odd. Recoding starts from rho_0 = k
 * modulo delta, plus delta if that is even: |rho_0| < 1.78 sqrt(n). The digit u_i = (rho_i modulo tau^w) - 2^(w-1)
 * makes rho_(i+1) = (rho_i - alpha_(u_i)) / tau^(w-1), which is odd again because 2^(w-1) is tau^(w-1) times an odd
 * element. The top digit is rho_i itself: by then |rho_i| is so small that it is one of the +-alpha_u. (The tests check
 * this for every window and field from |alpha_u| and the bound of |rho_0|.)
 *
 * Additions go from the top: sum = tau^(w-1) rho_(i+1) p, then + alpha_(u_i) p gives rho_i p. An exception needs
 * rho_i = 0 or rho_i = 2 alpha_(u_i) modulo delta (or infinity as rho_(i+1) = 0). For i > 0 the left and right sides
 * differ by less than sqrt(n) where m is large, so they would be equal, but an odd element is neither 0 nor a multiple
 * of 2. There remains i = 0, whose addition is complete, as all are where m is small. */
#ifndef MC_SCALAR_TAU_REGULAR_H
#define MC_SCALAR_TAU_REGULAR_H

#include "curve/lookup.h"
#include "scalar/tau/wtnaf.h"

#if !FIELD_IS_PRIME

/* The top digit is at a place T of tau where |rho| < 1.78 sqrt(n) 2^(-T/2) + |alpha_u| / (2^((w-1)/2) - 1) for the
 * largest alpha_u. Elements smaller than 2^(w/2)/2 are alpha_u, so wide windows reach further. */
#define REGULAR_REACH(window)  ((window) > 5 ? (window) - 3 : 0)
#define REGULAR_DIGITS(window) ((EC_SCALAR_BITS + 1 - REGULAR_REACH(window) + (window) - 2) / ((window) - 1) + 1)

/* Below this degree the bounds that exclude exceptional cases do not hold. */
#define REGULAR_LEAST_DEGREE_PROVED 64

/* |rho_i| has shrunk by 2^(places/2); the digits' own part stays below 2^9. */
#define TAU_WORDS_AFTER(places) MC_WORDS((EC_SCALAR_BITS > (places) ? EC_SCALAR_BITS - (places) : 0) / 2 + 10)

/* A digit as (slot of alpha_|u|) * 2 + (1 if u < 0). digits[0] is the least significant. */
void EC(recode_wtnaf_regular)(uint8_t *digits, const mc_word *k, const MC_FLASH mc_wtnaf_window *window,
                              const MC_FLASH EC(koblitz) *koblitz);

/* The entry of digits[index], where index is secret. */
MC_INLINE mc_wtnaf_digit EC(wtnaf_digit_at)(const MC_FLASH mc_wtnaf_window *window, uint8_t index)
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

#if MC_WORD_BITS >= 32
/* scalar/tau/recode_regular_pieces.c: the same of `count` digits, at least REGULAR_DIGITS(w), for k modulo the delta of
 * any modulus. */
void EC(recode_wtnaf_regular_digits)(uint8_t *digits, uint8_t count, const mc_word *k,
                                     const MC_FLASH EC(lattice) *modulus, const MC_FLASH mc_wtnaf_window *window,
                                     int8_t mu);
#endif

/* sum = tau^(window-1) sum + point for digit i, which is not the top one: the additions of one multiplication. */
void EC(wtnaf_regular_add)(ec_projective *sum, const EC(affine) *point, uint8_t i, uint8_t window,
                           const MC_FLASH EC(curve) *curve);
/* The same in lambda coordinates, of points by their slopes; infinity, which tiny curves meet, is (0, 0). */
void EC(wtnaf_regular_add_slope)(EC(lambda) *sum, const EC(affine_slope) *point, uint8_t i, uint8_t window,
                                 const MC_FLASH EC(curve) *curve);

#if FB_HAS_WIDE

/* scalar/tau/recode_regular_each.c: the same digits for REGULAR_EACH scalars at a time, which are public. */
#define REGULAR_EACH 4
typedef struct {
    uint8_t window;
    uint8_t block;                  /* digits for which the lowest word is enough */
    int64_t step[2][2], leap[2][2]; /* tau^-(w-1) and tau^-(block (w-1)), times the power of two that makes them whole,
                                       of c - d tau as of a column (c, d) */
    struct {
        int8_t beta, gamma; /* of c and d */
        uint8_t digit;
    } digits[1 << 7]; /* by the residue, without its lowest bit */
} EC(regular_recoder);
void EC(regular_recoder_init)(EC(regular_recoder) *recoder, const MC_FLASH mc_wtnaf_window *window, int8_t mu);
void EC(recode_wtnaf_regular_each_var)(uint8_t (*digits)[REGULAR_EACH], const mc_word *const k[REGULAR_EACH],
                                       const EC(regular_recoder) *recoder, const MC_FLASH mc_wtnaf_window *window,
                                       const MC_FLASH EC(koblitz) *koblitz);

#endif

/* r = k modulo the delta of `modulus`, plus delta if that is even. Constant time. */
void EC(tau_reduce_to_odd)(mc_word (*r)[EC_HALF_WORDS], const mc_word *k, const MC_FLASH EC(lattice) *modulus,
                           int8_t mu);

#endif
#endif
