#include "pairing/bls12/group.h"

#include <string.h>

#define G(name)   g1_##name
#define element   fp1
#define point     g1_point
#define affine    g1_affine
#define DOUBLES   2
#define EL_DEGREE 1
#define EL_BYTES  EC_BYTES

#define el_add(r, a, b)       fp_add((r)->c0, (a)->c0, (b)->c0)
#define el_sub(r, a, b)       fp_sub((r)->c0, (a)->c0, (b)->c0)
#define el_mul(r, a, b)       fp_mul((r)->c0, (a)->c0, (b)->c0)
#define el_sqr(r, a)          fp_sqr((r)->c0, (a)->c0)
#define el_inv(r, a)          fp_inv((r)->c0, (a)->c0)
#define el_neg(r, a)          FP(neg)((r)->c0, (a)->c0)
#define el_halve(r, a)        fp_halve((r)->c0, (a)->c0)
#define el_select(r, a, mask) FP(select)((r)->c0, (a)->c0, mask)
#define el_set_small(r, v)    FP(set_small)((r)->c0, v)
#define el_from_flash(r, a)   FP(from_flash)((r)->c0, (a)->c0)
#define el_mask_zero(a)       FP(mask_zero)((a)->c0)
#define el_mask_equal(a, b)   FP(mask_equal)((a)->c0, (b)->c0)

static const MC_FLASH fp1 generator_x = {BLS12_G1_X}, generator_y = {BLS12_G1_Y}, beta = {BLS12_BETA};
static const MC_FLASH mc_word x_squared[MC_WORDS(128)] = BLS12_X_SQUARED;

static mc_word el_sqrt(fp1 *r, const fp1 *a)
{
    fp1 inverse;
    const mc_word is_square = fp_sqrt_inverse(r->c0, inverse.c0, a->c0);
    mc_wipe(&inverse, sizeof inverse);
    return is_square;
}

/* r = 12 a */
static void mul_3b(fp1 *r, const fp1 *a)
{
    fp1 four;
    el_add(&four, a, a);
    el_add(&four, &four, &four);
    el_add(r, &four, &four);
    el_add(r, r, &four);
}

/* (beta x, y), which is -x^2 P in G1 for the parameter x (Scott 2021, 4). */
void g1_endomorphism(g1_point *r, const g1_point *a)
{
    fp1 factor;
    el_from_flash(&factor, &beta);
    el_mul(&r->x, &a->x, &factor);
    r->y = a->y;
    r->z = a->z;
}

/* P, 2 P, x^2 P and 2 x^2 P: k = k0 + k1 x^2 with both below 2^128, two bits of each in a step. */
static void multiply_bases(g1_point *bases, const g1_point *a)
{
    bases[0] = *a;
    g1_double(&bases[1], a);
    g1_endomorphism(&bases[2], a);
    g1_neg(&bases[2], &bases[2]);
    g1_double(&bases[3], &bases[2]);
}

static void scalar_digits(mc_word (*digits)[BLS12_SCALAR_WORDS], const mc_word *k)
{
    bls12_divide(digits[1], digits[0], k, x_squared, MC_WORDS(128));
}

/* Bits 2 i and 2 i + 1 of a digit. */
static uint8_t two_bits(const mc_word *digit, uint8_t i)
{
    return (uint8_t)(digit[2 * i / MC_WORD_BITS] >> 2 * i % MC_WORD_BITS & 3);
}

static uint8_t digit_index(mc_word (*digits)[BLS12_SCALAR_WORDS], uint8_t i)
{
    return (uint8_t)(two_bits(digits[0], i) | two_bits(digits[1], i) << 2);
}

/* r = x^3 + 4 */
static void curve_right(fp1 *r, const fp1 *x)
{
    fp1 cube, b;
    el_sqr(&cube, x);
    el_mul(&cube, &cube, x);
    el_set_small(&b, 1);
    el_add(&b, &b, &b);
    el_add(&b, &b, &b);
    el_add(r, &cube, &b);
}

static void el_to_octets(uint8_t *octets, const fp1 *a)
{
    fp_to_octets(octets, a->c0);
}

static mc_word el_from_octets(fp1 *r, const uint8_t *octets)
{
    return fp_from_octets(r->c0, octets);
}

static mc_word el_mask_large(const fp1 *a)
{
    return fp_mask_large(a->c0);
}

static mc_word el_sgn0(const fp1 *a)
{
    return fp_mask_odd(a->c0);
}

static const MC_FLASH fp1 map_a = {BLS12_MAP1_A}, map_b = {BLS12_MAP1_B}, map_z = {BLS12_MAP1_Z},
                          map_minus_b_by_a = {BLS12_MAP1_MINUS_B_BY_A}, map_b_by_za = {BLS12_MAP1_B_BY_ZA},
                          map_root_factor = {BLS12_MAP1_ROOT}, map_x_num[] = BLS12_MAP1_X_NUM,
                          map_x_den[] = BLS12_MAP1_X_DEN, map_y_num[] = BLS12_MAP1_Y_NUM,
                          map_y_den[] = BLS12_MAP1_Y_DEN;

/* With y = gx1^((p + 1) / 4), y^2 is gx1 or -gx1. In the second case gx2 = z^3 u^6 gx1 = (f u^3 y)^2 with
 * f^2 = -z^3. */
static mc_word map_root(fp1 *y, const fp1 *gx1, const fp1 *gx2, const fp1 *u)
{
    fp1 other, factor;
    (void)gx2;
    const mc_word is_first = el_sqrt(y, gx1);
    el_sqr(&other, u);
    el_mul(&other, &other, u);
    el_from_flash(&factor, &map_root_factor);
    el_mul(&other, &other, &factor);
    el_mul(&other, &other, y);
    el_select(y, &other, (mc_word)~is_first);
    return is_first;
}

#include "pairing/bls12/group_law.h"
#include "pairing/bls12/group_map.h"
#include "pairing/bls12/point_bytes.h"

/* Scott 2021, 4: a point of the curve is of order r if and only if the endomorphism multiplies it by -x^2. */
mc_word g1_is_in_group(const g1_point *a)
{
    g1_point multiple, image;
    g1_multiply_x(&multiple, a);
    g1_multiply_x(&multiple, &multiple);
    g1_neg(&multiple, &multiple);
    g1_endomorphism(&image, a);
    return g1_mask_equal(&multiple, &image);
}

/* RFC 9380, 8.8.1: 1 - x. */
void g1_clear(g1_point *r, const g1_point *a)
{
    g1_point multiple;
    g1_multiply_x(&multiple, a);
    g1_add(r, &multiple, a);
}
