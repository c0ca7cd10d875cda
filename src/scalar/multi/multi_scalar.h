/* Sums of multiples of many points (Straus 1964, interleaved as in Moeller 2001): one chain of doublings, or of
 * Frobenius maps on Koblitz curves, for all of them, and inversions in common for all tables. For hosts: motes have not
 * the memory. Points and scalars are public; nothing here is constant time. Points are of prime order and not infinity;
 * on Edwards curves, whose additions have no exceptions, they are any points. */
#ifndef MC_SCALAR_MULTI_SCALAR_H
#define MC_SCALAR_MULTI_SCALAR_H

#include "scalar/scalar.h"

/* Where batches are verified: curves of Weierstrass form, and Edwards curves with EdDSA. */
#ifdef MC_SINGLE_CURVE
#define HAS_MULTI_SCALAR 0
#else
#define HAS_MULTI_SCALAR (!FIELD_HAS_EDWARDS_CURVES || FIELD_HAS_EDDSA_CURVES)
#endif

#if HAS_MULTI_SCALAR

/* Windows of points given when the program runs: width-5 NAF, on Koblitz curves width-5 tau-adic NAF. */
#define MULTI_SCALAR_WINDOW       5
#define MULTI_SCALAR_TABLE_POINTS (1 << (MULTI_SCALAR_WINDOW - 2))
#define MULTI_SCALAR_DIGITS       (EC_SCALAR_BITS + 13) /* WTNAF_DIGITS(8); RECODE_DIGITS is less */

/* The multiples of a point that the digits of its scalar choose. */
typedef struct {
    const MC_FLASH EC(affine) *table;
    uint8_t window;
    uint16_t length;
    int8_t digits[MULTI_SCALAR_DIGITS];
} EC(multiple);

/* Fills count tables of MULTI_SCALAR_TABLE_POINTS, whose first points are given. */
void EC(multi_scalar_tables_var)(EC(affine) *const *tables, size_t count, const MC_FLASH EC(curve) *curve);

/* r is of the generator, by its table in flash, which every curve of Weierstrass form has. Returns whether there is
 * one. */
uint8_t EC(multi_scalar_set_generator)(EC(multiple) *r, const MC_FLASH EC(curve) *curve);
/* r is of the point of a table that is or will be filled as above. */
void EC(multi_scalar_set_table)(EC(multiple) *r, const EC(affine) *table);
/* The scalar k < 2^l. */
void EC(multi_scalar_set_scalar_var)(EC(multiple) *r, const mc_word *k, const MC_FLASH EC(curve) *curve);

/* A scalar of MULTI_SCALAR_SHORT_BITS bits, or of one less than the order where that is less: a number or, on Koblitz
 * curves, a + b tau for numbers of half as many bits, by which its digits are about as few. It is taken from bytes,
 * and k becomes that scalar modulo n. Different bytes give different scalars modulo n, but for bits left out.
 * tau_modulo_n: multi_scalar_tau. */
#define MULTI_SCALAR_SHORT_BITS  128
#define MULTI_SCALAR_SHORT_BYTES (MULTI_SCALAR_SHORT_BITS / 8)
void EC(multi_scalar_set_short_var)(EC(multiple) *r, mc_word *k, const uint8_t *octets, const mc_word *tau_modulo_n,
                                    const MC_FLASH EC(curve) *curve);
/* The number by which the Frobenius map multiplies points of prime order of a Koblitz curve, in Montgomery form; 0 on
 * other curves. */
void EC(multi_scalar_tau)(mc_word *tau_modulo_n, const MC_FLASH EC(curve) *curve);

/* r = the sum of the multiples. */
void EC(multi_scalar_sum_var)(ec_projective *r, EC(multiple) *const *multiples, size_t count,
                              const MC_FLASH EC(curve) *curve);

#endif
#endif
