/* The groups of BLS12: G1 of order r on E: y^2 = x^3 + 4 over F_p, G2 of order r on E': y^2 = x^3 + 4 (1 + u) over
 * F_p2, and the pairing of both into the elements of order r of F_p12.
 *
 * A point is projective, (X : Y : Z) for x = X / Z, y = Y / Z, infinity (0 : 1 : 0). The formulas of sums and doubles
 * are complete on both curves, whose orders are odd. As in fp2.h: outputs may alias inputs, every function is constant
 * time, and a mask is ~0 for yes and 0 for no. */
#ifndef MC_PAIRING_GROUP_H
#define MC_PAIRING_GROUP_H

#include "motecurve/status.h"
#include "pairing/bls12/tower.h"
#include "pairing/once/expand_message.h"

typedef struct {
    mc_word c0[FP_WORDS];
} fp1;

typedef struct {
    fp1 x, y, z;
} g1_point;

typedef struct {
    fp2 x, y, z;
} g2_point;

/* x = y = 0 at infinity. */
typedef struct {
    fp1 x, y;
    mc_word is_infinity; /* a mask */
} g1_affine;

typedef struct {
    fp2 x, y;
    mc_word is_infinity;
} g2_affine;

#define BLS12_SCALAR_WORDS MC_WORDS(BLS12_ORDER_BITS)

#define g1_add           EC(g1_add)
#define g1_double        EC(g1_double)
#define g1_neg           EC(g1_neg)
#define g1_select        EC(g1_select)
#define g1_set_infinity  EC(g1_set_infinity)
#define g1_set_generator EC(g1_set_generator)
#define g1_from_affine   EC(g1_from_affine)
#define g1_to_affine     EC(g1_to_affine)
#define g1_mask_infinity EC(g1_mask_infinity)
#define g1_mask_equal    EC(g1_mask_equal)
#define g1_mask_on_curve EC(g1_mask_on_curve)
#define g1_multiply      EC(g1_multiply)
#define g1_multiply_x    EC(g1_multiply_x)
#define g1_endomorphism  EC(g1_endomorphism)
#define g1_is_in_group   EC(g1_is_in_group)
#define g1_clear         EC(g1_clear)
#define g1_map           EC(g1_map)
#define g1_hash          EC(g1_hash)
#define g1_encode        EC(g1_encode)
#define g1_decode        EC(g1_decode)
#define g2_add           EC(g2_add)
#define g2_double        EC(g2_double)
#define g2_neg           EC(g2_neg)
#define g2_select        EC(g2_select)
#define g2_set_infinity  EC(g2_set_infinity)
#define g2_set_generator EC(g2_set_generator)
#define g2_from_affine   EC(g2_from_affine)
#define g2_to_affine     EC(g2_to_affine)
#define g2_mask_infinity EC(g2_mask_infinity)
#define g2_mask_equal    EC(g2_mask_equal)
#define g2_mask_on_curve EC(g2_mask_on_curve)
#define g2_multiply      EC(g2_multiply)
#define g2_multiply_x    EC(g2_multiply_x)
#define g2_endomorphism  EC(g2_endomorphism)
#define g2_is_in_group   EC(g2_is_in_group)
#define g2_clear         EC(g2_clear)
#define g2_map           EC(g2_map)
#define g2_hash          EC(g2_hash)
#define g2_encode        EC(g2_encode)
#define g2_decode        EC(g2_decode)

/* Of either group: group_law.h, point_bytes.h. multiply: k P for k < r and P of order r or infinity. multiply_x: -x P
 * for the parameter x, which is negative, and any P of the curve. is_in_group: a mask, for P of the curve. clear: a
 * point of order r or infinity, of any point of the curve. map: of an element to the curve (RFC 9380, 6.6.3). hash: the
 * message to the group, as hash_to_curve of RFC 9380 does or, if `uniform` is 0, as encode_to_curve; its errors are
 * those of mc_expand_message.
 *
 * encode writes 48 or 96 bytes if compressed, else twice as many. decode reads either, as `octets` says; the point is
 * of the curve, of the group, or infinity if may_be_infinity. Its errors: MC_ERROR_LENGTH; MC_ERROR_ENCODING for flags
 * that contradict the length or one another, or a byte that infinity does not have; MC_ERROR_INFINITY;
 * MC_ERROR_COORDINATE_RANGE; MC_ERROR_NOT_ON_CURVE; MC_ERROR_SUBGROUP. The time depends on the bytes' flags and on
 * the error. */
#define BLS12_GROUP(g, element)                                                                                        \
    void g##_add(g##_point *r, const g##_point *a, const g##_point *b);                                                \
    void g##_double(g##_point *r, const g##_point *a);                                                                 \
    void g##_neg(g##_point *r, const g##_point *a);                                                                    \
    void g##_select(g##_point *r, const g##_point *a, mc_word mask);                                                   \
    void g##_set_infinity(g##_point *r);                                                                               \
    void g##_set_generator(g##_affine *r);                                                                             \
    void g##_from_affine(g##_point *r, const g##_affine *a);                                                           \
    void g##_to_affine(g##_affine *r, const g##_point *a);                                                             \
    mc_word g##_mask_infinity(const g##_point *a);                                                                     \
    mc_word g##_mask_equal(const g##_point *a, const g##_point *b);                                                    \
    mc_word g##_mask_on_curve(const g##_affine *a);                                                                    \
    void g##_multiply(g##_point *r, const mc_word *k, const g##_point *a);                                             \
    void g##_multiply_x(g##_point *r, const g##_point *a);                                                             \
    void g##_endomorphism(g##_point *r, const g##_point *a);                                                           \
    mc_word g##_is_in_group(const g##_point *a);                                                                       \
    void g##_clear(g##_point *r, const g##_point *a);                                                                  \
    void g##_map(g##_point *r, const element *u);                                                                      \
    mc_status g##_hash(g##_point *r, const mc_message *message, uint8_t uniform);                                      \
    void g##_encode(uint8_t *octets, const g##_point *a, uint8_t compressed);                                          \
    mc_status g##_decode(g##_affine *r, const uint8_t *octets, size_t bytes, uint8_t may_be_infinity);

BLS12_GROUP(g1, fp1)
BLS12_GROUP(g2, fp2)

/* scalar.c: quotient and remainder of a number of BLS12_SCALAR_WORDS words by a constant of so many words. quotient may
 * be a. */
#define bls12_divide EC(bls12_divide)
void bls12_divide(mc_word *quotient, mc_word *remainder, const mc_word *a, const MC_FLASH mc_word *divisor,
                  uint8_t words);

/* miller.c, final_exponentiation.c: the pairing of every pair, and their product, is final_exponentiation of the Miller
 * loop, raised to 3 times (p^12 - 1) / r. A pair with infinity counts as 1. Inputs are points of the groups. */
#define bls12_miller EC(bls12_miller)
#define bls12_final  EC(bls12_final)
void bls12_miller(fp12 *f, const g1_affine *p, const g2_affine *q, uint8_t count);
void bls12_final(fp12 *r, const fp12 *f);

#define BLS12_PAIRS_MAX 4 /* in one call of bls12_miller */

#endif
