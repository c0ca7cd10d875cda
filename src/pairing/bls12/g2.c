#include "pairing/bls12/group.h"

#include <string.h>

#define G(name)   g2_##name
#define element   fp2
#define point     g2_point
#define affine    g2_affine
#define DOUBLES   1
#define EL_DEGREE 2
#define EL_BYTES  (2 * EC_BYTES)

#define el_add        fp2_add
#define el_sub        fp2_sub
#define el_mul        fp2_mul
#define el_sqr        fp2_sqr
#define el_inv        fp2_inv
#define el_neg        fp2_neg
#define el_halve      fp2_halve
#define el_select     fp2_select
#define el_set_small  fp2_set_small
#define el_from_flash fp2_from_flash
#define el_mask_zero  fp2_mask_zero
#define el_mask_equal fp2_mask_equal
#define el_sqrt       fp2_sqrt

static const MC_FLASH fp2 generator_x = BLS12_G2_X, generator_y = BLS12_G2_Y, psi_x = BLS12_PSI_X, psi_y = BLS12_PSI_Y;
static const MC_FLASH mc_word minus_x[MC_WORDS(64)] = BLS12_MINUS_X_WORDS;

/* r = 12 (1 + u) a */
static void mul_3b(fp2 *r, const fp2 *a)
{
    fp2 four;
    fp2_mul_1_u(&four, a);
    el_add(&four, &four, &four);
    el_add(&four, &four, &four);
    el_add(r, &four, &four);
    el_add(r, r, &four);
}

/* psi, the Frobenius map of E taken to E', which is x P in G2 for the parameter x (Galbraith and Scott 2008). */
void g2_endomorphism(g2_point *r, const g2_point *a)
{
    fp2 factor;
    fp2_conjugate(&r->x, &a->x);
    fp2_conjugate(&r->y, &a->y);
    fp2_conjugate(&r->z, &a->z);
    fp2_from_flash(&factor, &psi_x);
    fp2_mul(&r->x, &r->x, &factor);
    fp2_from_flash(&factor, &psi_y);
    fp2_mul(&r->y, &r->y, &factor);
}

/* P times the powers of -x: k has four digits in that base, below 2^64 (Galbraith and Scott 2008), a bit of each in a
 * step. */
static void multiply_bases(g2_point *bases, const g2_point *a)
{
    bases[0] = *a;
    for (uint8_t i = 1; i < 4; i++) {
        g2_endomorphism(&bases[i], &bases[i - 1]);
        g2_neg(&bases[i], &bases[i]);
    }
}

static void scalar_digits(mc_word (*digits)[BLS12_SCALAR_WORDS], const mc_word *k)
{
    bls12_divide(digits[1], digits[0], k, minus_x, MC_WORDS(64));
    for (uint8_t i = 1; i < 3; i++)
        bls12_divide(digits[i + 1], digits[i], digits[i], minus_x, MC_WORDS(64));
}

static uint8_t digit_index(mc_word (*digits)[BLS12_SCALAR_WORDS], uint8_t i)
{
    uint8_t index = 0;
    for (uint8_t j = 0; j < 4; j++)
        index |= (uint8_t)((digits[j][i / MC_WORD_BITS] >> i % MC_WORD_BITS & 1) << j);
    return index;
}

/* r = x^3 + 4 (1 + u) */
static void curve_right(fp2 *r, const fp2 *x)
{
    fp2 cube, b;
    fp2_sqr(&cube, x);
    fp2_mul(&cube, &cube, x);
    fp2_set_small(&b, 1);
    fp2_mul_1_u(&b, &b);
    fp2_add(&b, &b, &b);
    fp2_add(&b, &b, &b);
    fp2_add(r, &cube, &b);
}

static void el_to_octets(uint8_t *octets, const fp2 *a)
{
    fp_to_octets(octets, a->c1);
    fp_to_octets(octets + EC_BYTES, a->c0);
}

static mc_word el_from_octets(fp2 *r, const uint8_t *octets)
{
    const mc_word is_below = fp_from_octets(r->c1, octets);
    return is_below & fp_from_octets(r->c0, octets + EC_BYTES);
}

static mc_word el_mask_large(const fp2 *a)
{
    return fp_mask_large(a->c1) | (FP(mask_zero)(a->c1) & fp_mask_large(a->c0));
}

static mc_word el_sgn0(const fp2 *a)
{
    return fp_mask_odd(a->c0) | (FP(mask_zero)(a->c0) & fp_mask_odd(a->c1));
}

static const MC_FLASH fp2 map_a = BLS12_MAP2_A, map_b = BLS12_MAP2_B, map_z = BLS12_MAP2_Z,
                          map_minus_b_by_a = BLS12_MAP2_MINUS_B_BY_A, map_b_by_za = BLS12_MAP2_B_BY_ZA,
                          map_x_num[] = BLS12_MAP2_X_NUM, map_x_den[] = BLS12_MAP2_X_DEN,
                          map_y_num[] = BLS12_MAP2_Y_NUM, map_y_den[] = BLS12_MAP2_Y_DEN;
static const MC_FLASH mc_word map_norm_factor[FP_WORDS] = BLS12_MAP2_ROOT;

/* By the norms N: if N(gx1) is no square, s = N(gx1)^((p + 1) / 4) has s^2 = -N(gx1), and N(gx2) = N(z)^3 N(u)^6 N(gx1)
 * = (f N(u)^3 s)^2 with f^2 = -N(z)^3. So two powers decide which is a square and give its root. */
static mc_word map_root(fp2 *y, const fp2 *gx1, const fp2 *gx2, const fp2 *u)
{
    mc_word norm[FP_WORDS], root[FP_WORDS], other[FP_WORDS], factor[FP_WORDS];
    fp2 square = *gx2;
    fp2_norm(norm, gx1);
    const mc_word is_first = fp_sqrt_inverse(root, other, norm);
    fp2_norm(norm, u);
    fp_sqr(other, norm);
    fp_mul(other, other, norm);
    FP(from_flash)(factor, map_norm_factor);
    fp_mul(other, other, factor);
    fp_mul(other, other, root);
    FP(select)(root, other, (mc_word)~is_first);
    fp2_select(&square, gx1, is_first);
    fp2_sqrt_norm(y, &square, root);
    return is_first;
}

#include "pairing/bls12/group_law.h"
#include "pairing/bls12/group_map.h"
#include "pairing/bls12/point_bytes.h"

/* Scott 2021, 4: a point of the curve is of order r if and only if psi multiplies it by x, which is negative. */
mc_word g2_is_in_group(const g2_point *a)
{
    g2_point multiple, image;
    g2_multiply_x(&multiple, a);
    g2_neg(&multiple, &multiple);
    g2_endomorphism(&image, a);
    return g2_mask_equal(&multiple, &image);
}

/* Budroni and Pintore 2017: (x^2 - x - 1) P + (x - 1) psi(P) + psi(psi(2 P)), as -x (-x P - psi(P)) + ... */
void g2_clear(g2_point *r, const g2_point *a)
{
    g2_point sum, multiple, image;
    g2_double(&sum, a);
    g2_endomorphism(&sum, &sum);
    g2_endomorphism(&sum, &sum); /* psi(psi(2 P)) */
    g2_neg(&image, a);
    g2_add(&sum, &sum, &image);
    g2_multiply_x(&multiple, a); /* -x P */
    g2_add(&sum, &sum, &multiple);
    g2_endomorphism(&image, a);
    g2_neg(&image, &image);
    g2_add(&sum, &sum, &image); /* + (-x - 1) P - psi(P) */
    g2_add(&multiple, &multiple, &image);
    g2_multiply_x(&multiple, &multiple); /* x^2 P + x psi(P) */
    g2_add(r, &sum, &multiple);
}
