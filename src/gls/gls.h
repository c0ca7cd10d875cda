/* GLS254: a group of prime order r on y^2 + x y = x^3 + a x^2 + b x over F_2^254, with a = u and b = 1 + z^54, that has
 * an endomorphism zeta of next to no cost (curves/gls254.json; Pornin 2023, eprint 2023/1688, and 2022, eprint
 * 2022/1325).
 *
 * The curve has 2 r points. An element of the group is a point P + N with P of order r and N = (0, 0), the point of
 * order two, and the sum of P + N and Q + N is P + Q + N. The neutral element is N: no element of the group is
 * infinity, and the formulas below have no exceptional case. Elements have the coordinates x and s = y + x^2 + a x + b.
 *
 * Between sums, points are on y^2 + x y = x^3 + a x^2 + b^2, to which y -> y + b leads (point.c). Templates, as
 * pairing/eta/eta.h says of its own: constant time in points and scalars. Outputs may alias inputs. */
#ifndef MC_GLS_H
#define MC_GLS_H

#include "pairing/binary/fb2.h"
#include MC_STRINGIFY(gls/data/MC_FIELD.h) /* generated: GLS_ORDER, ... */

_Static_assert(FB_M == 127, "b, the trace and the bounds of split.c are those of GLS254");

#define GLS_SCALAR_WORDS MC_WORDS(EC_SCALAR_BITS)
#define GLS_HALF_WORDS   MC_WORDS(128)
#define GLS_DIGITS       64 /* of half a scalar, in base 4 */

/* An element of the group; the neutral one is (0, b). */
typedef struct {
    fb2 x, s;
} EC(gls_affine);

/* A point (X/Z, Y/Z^2) of y^2 + x y = x^3 + a x^2 + b^2, with T = X Z. Infinity is (X : 0 : 0 : 0), X != 0. Products
 * take neighbours: Y and T, T and Z. In the place of Y an element P + N has S = Z^2 s = Y + X^2 + a T, and a summand,
 * P, Y + X^2 + (a + 1) T. */
typedef struct {
    fb2 x, y, t, z;
} EC(gls_point);

/* Places for values of the functions below, which the caller of all wipes. */
typedef struct {
    fb2 place[5];
} EC(gls_work);

/* Of elements: products r = a b and, for two neighbours, r[i] = a[i] b, where r may be a, or the
 * neighbour before a, and lies apart from b; sums
 * r = a + b, where r may be a or b; r[0] = p[0] + p[3] sqrt(b) and r[1] = p[1] + p[2] sqrt(b), r += a c and r += (a +
 * 1) c of the curve's a and b, where r lies apart; squares r = a^2 and r[0] = (r[0] + r[1])^2. AVR has kernels, and
 * Cortex-M4 without a cache, which serve where their kernels for products in F_2^127 do. */
#define KERNELS_mul_reduce_ld_registers_avr       1
#define KERNELS_mul_reduce_integer_products_armv7 1
#if defined(__AVR__) && MC_CONCATENATE(KERNELS_, MC_FB_MUL_REDUCE)
#define GLS_HAS_KERNELS  1
#define gls_mul          FB(gls_mul_avr)
#define gls_mul_two      FB(gls_mul_two_avr)
#define gls_sqr          FB(gls_sqr_avr)
#define gls_sqr_sum      FB(gls_sqr_sum_avr)
#define gls_sum          FB(gls_sum_avr)
#define gls_add_sqrt_b   FB(gls_add_sqrt_b_avr)
#define gls_add_a        FB(gls_add_a_avr)
#define gls_add_a_plus_1 FB(gls_add_a_plus_1_avr)
#define gls_turn         FB(gls_turn_avr)
#elif !MC_HAS_DATA_CACHE && MC_CONCATENATE(KERNELS_, MC_FB_MUL_REDUCE)
#define GLS_HAS_KERNELS  1
#define gls_mul          FB(gls_mul_armv7)
#define gls_mul_two      FB(gls_mul_two_armv7)
#define gls_sqr          FB(gls_sqr_armv7)
#define gls_sqr_sum      FB(gls_sqr_sum_armv7)
#define gls_sum          FB(gls_sum_armv7)
#define gls_add_sqrt_b   FB(gls_add_sqrt_b_armv7)
#define gls_add_a        FB(gls_add_a_armv7)
#define gls_add_a_plus_1 FB(gls_add_a_plus_1_armv7)
#else
#define GLS_HAS_KERNELS  0
#define gls_mul          fb2_mul
#define gls_sqr          fb2_sqr
#define gls_sum          fb2_add
#define gls_add_sqrt_b   EC(gls_plus_sqrt_b) /* point.c */
#define gls_add_a        EC(gls_plus_a)
#define gls_add_a_plus_1 EC(gls_plus_a_plus_1)
static inline void gls_mul_two(fb2 *r, const fb2 *a, const fb2 *b)
{
    fb2_mul(r, a, b);
    fb2_mul(r + 1, a + 1, b);
}
static inline void gls_sqr_sum(fb2 *r)
{
    fb2_add(r, r, r + 1);
    fb2_sqr(r, r);
}
#endif
#if GLS_HAS_KERNELS
void gls_mul(fb2 *r, const fb2 *a, const fb2 *b);
void gls_mul_two(fb2 *r, const fb2 *a, const fb2 *b);
void gls_sqr(fb2 *r, const fb2 *a);
void gls_sqr_sum(fb2 *r);
void gls_sum(fb2 *r, const fb2 *a, const fb2 *b);
#endif
#ifndef gls_turn
#define gls_turn EC(gls_turned)
#endif
void gls_add_sqrt_b(fb2 *r, const fb2 *p);
void gls_add_a(fb2 *r, const fb2 *c);
void gls_add_a_plus_1(fb2 *r, const fb2 *c);

/* r = zeta(q) where the first mask is ~0, q where it is 0; and minus that where the second is ~0. zeta is the
 * multiplication by a number mu with mu^2 = -1 modulo r; on coordinates it is the conjugation of F_2^254 over F_2^127.
 * r may be q. */
void gls_turn(EC(gls_affine) *r, const EC(gls_affine) *q, mc_word zeta, mc_word negative);

/* point.c. P and Q are of order r, or infinity. The point P or P + N becomes the point 2 P, or the summand 2 P. */
void EC(gls_double)(EC(gls_point) *p, EC(gls_work) *work);
void EC(gls_double_to_summand)(EC(gls_point) *p, EC(gls_work) *work);
/* The point P + N becomes the element P + N, or the reverse. */
void EC(gls_exchange)(EC(gls_point) *p, EC(gls_work) *work);
/* The summand P becomes the point P + Q + N, in the second the element without T, for the element q = Q + N. */
void EC(gls_add)(EC(gls_point) *p, const EC(gls_affine) *q, EC(gls_work) *work);
void EC(gls_add_element)(EC(gls_point) *p, const EC(gls_point) *q, EC(gls_work) *work);
/* The summand P becomes the element P + Q + N, beside the element P - Q + N of the same Z, both without T. */
void EC(gls_add_both)(EC(gls_point) *sum, EC(gls_point) *difference, const EC(gls_affine) *q, EC(gls_work) *work);
/* The element P + N becomes the summand P. */
void EC(gls_subtract_n)(EC(gls_point) *p, EC(gls_work) *work);
void EC(gls_from_affine)(EC(gls_point) *p, const EC(gls_affine) *q);
void EC(gls_zeta_element)(EC(gls_point) *p); /* the element zeta(P) + N */

/* split.c: k = (2 d0 - 2^128 + 1) + (2 d1 - 2^128 + 1) mu modulo r, for k < 2^254. */
void EC(gls_split)(mc_word (*d)[GLS_HALF_WORDS], const mc_word *k);
mc_word EC(gls_mask_below_order)(const mc_word *k); /* ~0 if k < r, else 0 */

/* multiply.c: the element k q, for k < 2^254. */
void EC(gls_multiply_point)(EC(gls_point) *p, const mc_word *k, const EC(gls_affine) *q);
void EC(gls_multiply)(EC(gls_affine) *r, const mc_word *k, const EC(gls_affine) *q);

/* code.c: decodes 2 FB_BYTES bytes and returns ~0. Returns 0 if they encode no element; r is then undefined.
 * gls_encode writes the bytes of an element. */
mc_word EC(gls_decode)(EC(gls_affine) *r, const uint8_t *octets);
void EC(gls_encode)(uint8_t *octets, const EC(gls_point) *p);

#endif
