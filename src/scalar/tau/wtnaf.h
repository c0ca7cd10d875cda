/* Width-w tau-adic non-adjacent forms (wTNAF): tables of a window, recoding, precomputation.
 *
 * A digit u is odd with |u| < 2^(w-1) and stands for alpha_u of Z[tau], an element of little norm with
 * alpha_u = u modulo tau^w (codegen/tau.py); alpha_-u = -alpha_u. Of w consecutive digits at most one is not 0. */
#ifndef MC_SCALAR_TAU_WTNAF_H
#define MC_SCALAR_TAU_WTNAF_H

#include "scalar/lattice.h"

#if !FIELD_IS_PRIME

/* alpha_u = beta + mu gamma tau; alpha_u P is at table[slot]. */
typedef struct {
    int8_t beta, gamma;
    uint8_t slot;
} mc_wtnaf_digit;

/* One addition of the precomputation: the next slot is (tau^power table[source] + P), where negate_source
 * changes the sign of the first summand and negate_sum the sign of the result. Steps of a batch are independent;
 * neighbours of one source and power share an inversion. */
typedef struct {
    uint8_t batch, source, power, negate_source, negate_sum;
} mc_wtnaf_step;

typedef struct {
    uint8_t window;
    uint16_t residue_of_tau;               /* t with tau = mu t modulo tau^window */
    const MC_FLASH mc_wtnaf_digit *digits; /* for u = 1, 3, 5, ... */
    const MC_FLASH mc_wtnaf_step *steps;   /* for slots 1, 2, ...; slot 0 is P; none for windows above 6 */
} mc_wtnaf_window;

/* scalar/tau/windows.c, generated */
extern const MC_FLASH mc_wtnaf_window EC(wtnaf_window2), EC(wtnaf_window3), EC(wtnaf_window4), EC(wtnaf_window5),
    EC(wtnaf_window6), EC(wtnaf_window7), EC(wtnaf_window8), EC(wtnaf_window9);

#define WTNAF_TABLE_POINTS(window) (1 << ((window) - 2))
/* Two elements for each inversion of a batch of steps: there are at most 1, 2, 3, 4 for windows of 3, 4, 5, 6. */
#define WTNAF_TABLE_SCRATCH(window) (2 * ((window) > 2 ? (window) - 2 : 1))

/* Bound of the number of digits: a reduced k has norm below 2^(m+1), every digit takes off a factor of 2, and
 * putting back the digits' values costs no more than a window and a few digits. */
#define WTNAF_DIGITS(window) (EC_SCALAR_BITS + (window) + 5)

/* scalar/tau/partial_reduction.c: r = k modulo the delta of `modulus`, r[0] + r[1] tau, of about the least norm; k <
 * 2^m. Constant time. */
void EC(tau_reduce)(mc_word (*r)[EC_HALF_WORDS], const mc_word *k, const MC_FLASH EC(lattice) *modulus, int8_t mu);

/* scalar/tau/partial_reduction.c: the shorter modulus for points of prime order, which the trace of x tells at once
 * where the cofactor is 2, and of the whole curve for others. */
const MC_FLASH EC(lattice) *EC(tau_modulus_for)(const EC(affine) *p, const MC_FLASH EC(koblitz) *koblitz,
                                                const MC_FLASH EC(curve) *curve);

/* scalar/tau/partial_reduction.c: (c - d tau) / tau for even c of so many words, in two's complement: d' = c/2 in c's
 * place, c' = mu c/2 - d in d's. Constant time. */
void EC(tau_divide)(mc_word *c, mc_word *d, uint8_t words, int8_t mu);

#if MC_WORD_BITS == 8
/* scalar/tau/divide_places.c: tau^places for divisions by it, places from 1 to 8. c - d tau becomes
 * (c + add_c - (d + add_d) tau) / tau^places, which divides it; the new c is where `other` was, and that where c was.
 * Constant time. */
typedef struct {
    int8_t first[2], second[2]; /* rows of the matrix */
    uint8_t scale;
} mc_tau_divisor;
void EC(tau_divisor_of)(mc_tau_divisor *divisor, uint8_t places, int8_t mu);
void EC(tau_divide_places)(mc_word **c, mc_word *d, mc_word **other, uint8_t words, const mc_tau_divisor *divisor,
                           int16_t add_c, int16_t add_d);
#endif

#ifdef MC_TAU_DIVIDE
/* A kernel that an image names (native/api.h), for numbers of six words and mu = 1: c - d tau becomes
 * (c + add_c - (d + add_d) tau) / tau^places, which divides it; with an odd number of places, the new c lies where d
 * did, and d where c did. Constant time. */
typedef struct {
    int16_t add_c, add_d;
    uint16_t places; /* from 1 to 8 */
} mc_tau_division;
void MC_TAU_DIVIDE(mc_word *c, mc_word *d, const mc_tau_division *by);
#endif

/* scalar/tau/recode.c: digits of r, least significant first; returns their number. r is destroyed. */
uint16_t EC(recode_wtnaf_var)(int8_t *digits, mc_word (*r)[EC_HALF_WORDS], const MC_FLASH mc_wtnaf_window *window,
                              int8_t mu);

/* scalar/tau/recode.c: digits of k for the point p, k < 2^m; returns their number, at most WTNAF_DIGITS(w). */
uint16_t EC(scalar_wtnaf_var)(int8_t *digits, const mc_word *k, const EC(affine) *p,
                              const MC_FLASH mc_wtnaf_window *window, const MC_FLASH EC(koblitz) *koblitz,
                              const MC_FLASH EC(curve) *curve);

/* scalar/tau/table.c: the points alpha_u p, each in its slot; p is not infinity. scratch:
 * WTNAF_TABLE_SCRATCH(window) elements. */
void EC(wtnaf_table_var)(EC(affine) *table, const EC(affine) *p, const MC_FLASH mc_wtnaf_window *window, int8_t mu,
                         mc_word (*scratch)[EC_WORDS], const MC_FLASH EC(curve) *curve);

#endif
#endif
