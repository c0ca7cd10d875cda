/* Curves over binary and prime fields: all that both kinds have in common, so that code above is written once.
 *
 * Affine points are pairs of field elements. On curves of short Weierstrass form (0, 0) stands for the point at
 * infinity: it is on none of them here, as b != 0. The neutral element of an Edwards curve is the proper point (0, 1);
 * it takes the place of infinity, and its name, in all that follows. */
#ifndef MC_CURVE_H
#define MC_CURVE_H

#include "curve/element.h"
#include "motecurve/status.h"

typedef struct {
    mc_word x[EC_WORDS], y[EC_WORDS];
} EC(affine);

#define MC_COEFFICIENT_GENERAL 255 /* of a curve's class of a: none of those that formulas know */

/* The kind's EC(curve), EC_COORDINATES and all that only this kind has. Parameters are generated into curve/data/, kept
 * in flash; elements are in the field's form. */
#include "curve/prime/montgomery_curve.h"
#if FIELD_HAS_EDWARDS_CURVES
#include "curve/prime/fp_edwards_curve.h"
#elif FIELD_IS_PRIME
#include "curve/prime/fp_curve.h"
#else
#include "curve/binary/fb_curve.h"
#endif

#ifndef EC_HAS_LATTICES /* curve/lattice.h: whether a curve over this field has one */
#define EC_HAS_LATTICES 0
#endif

/* Numbers below n as bytes, in encodings. */
#if defined(MC_SINGLE_CURVE) && MC_PREFER_SIZE
#define EC_CURVE_ORDER_BITS(curve) MC_CONCATENATE(MC_CURVE_ORDER_BITS_, MC_SINGLE_CURVE)
#else
#define EC_CURVE_ORDER_BITS(curve) (curve)->order_bits
#endif
#define EC_SCALAR_BYTES(curve) ((size_t)(EC_CURVE_ORDER_BITS(curve) + 7) / 8)
#define EC_SCALAR_BYTES_MAX    ((EC_SCALAR_BITS + 7) / 8)

/* Properties that decide between formulas. In a mote image these are constants, so code that its one curve does not
 * need stays out of it. */
#ifdef MC_SINGLE_CURVE
#define EC_CURVE_A_CLASS(curve)  MC_CONCATENATE(MC_CURVE_A_CLASS_, MC_SINGLE_CURVE)
#define EC_CURVE_COFACTOR(curve) MC_CONCATENATE(MC_CURVE_COFACTOR_, MC_SINGLE_CURVE)
#define EC_CURVE_MODULUS(curve)  (&MC_CONCATENATE(mc_, MC_CONCATENATE(MC_SINGLE_CURVE, _order)))
#else
#define EC_CURVE_A_CLASS(curve)  ((curve)->a_class)
#define EC_CURVE_COFACTOR(curve) ((curve)->cofactor)
#define EC_CURVE_MODULUS(curve)  ((curve)->modulus)
#endif

/* Projective points, in the coordinates that the build binds: EC_COORDINATES, or MC_COORDINATES if that is defined. The
 * first members of their types are x, y and z. A coordinate system is a file of curve/ that defines the first six of
 * these functions. r may be p. */
#ifdef MC_COORDINATES
#undef EC_COORDINATES
#define EC_COORDINATES MC_COORDINATES
#endif
#define EC_PROJECTIVE(name)     EC(MC_CONCATENATE(EC_COORDINATES, name))
#define ec_projective           EC(EC_COORDINATES)
#define ec_from_affine          EC_PROJECTIVE(_from_affine)
#define ec_to_affine_by_inverse EC_PROJECTIVE(_to_affine_by_inverse)
#define ec_mask_infinity        EC_PROJECTIVE(_mask_infinity)
#define ec_scale                EC_PROJECTIVE(_scale)
#define ec_double               EC_PROJECTIVE(_double)
#define ec_add_mixed            EC_PROJECTIVE(_add_mixed)
/* Constant time, of every point of the curve. */
void ec_from_affine(ec_projective *r, const EC(affine) *p);
/* r from X, Y and the inverse of Z, which is destroyed. The inverse of 0 is taken to be 0, so infinity becomes (0, 0).
 * r may hold X, Y. */
void ec_to_affine_by_inverse(EC(affine) *r, const mc_word *x, const mc_word *y, mc_word *z_inverse);
mc_word ec_mask_infinity(const ec_projective *p); /* ~0 if p is infinity, else 0 */
/* The same point, Z times the factor, which is not 0. */
void ec_scale(ec_projective *p, const mc_word *factor, const MC_FLASH EC(curve) *curve);
void ec_double(ec_projective *r, const ec_projective *p, const MC_FLASH EC(curve) *curve);
/* r = p + q, neither of them infinity; constant time. For p = q it returns ~0, and r is nothing; else 0. */
mc_word ec_add_mixed(ec_projective *r, const ec_projective *p, const EC(affine) *q, const MC_FLASH EC(curve) *curve);

/* r = p + q, where p - q has no order that divides 4; that is so for different multiples of a point of odd order.
 * Constant time, in fewer products than ec_add_mixed on Edwards curves. */
#if FIELD_HAS_EDWARDS_CURVES
#define ec_add_mixed_apart EC(extended_add_mixed_apart)
void ec_add_mixed_apart(ec_projective *r, const ec_projective *p, const EC(affine) *q, const MC_FLASH EC(curve) *curve);
/* Of any points, with the same formula but for these; in variable time. */
void EC(extended_add_mixed_any_var)(ec_projective *r, const ec_projective *p, const EC(affine) *q,
                                    const MC_FLASH EC(curve) *curve);
#else
#define ec_add_mixed_apart ec_add_mixed
#endif

/* Systems that have these two as well, for multiplications that add projective points to each other. r may be p, but
 * not q. Of two equal points ec_add returns ~0, else 0; neither may be infinity. */
#define EC_HAS_ADD_projective          1
#define EC_HAS_ADD_projective_complete 1
#define EC_HAS_ADD_jacobian            1
#define EC_HAS_ADD_chudnovsky          1
#define EC_HAS_ADD_modified            1
#define EC_HAS_ADD_extended            1
#define EC_HAS_ADD_lopez_dahab         1
#define EC_HAS_ADD_lambda              1
#define EC_HAS_ADD                     MC_CONCATENATE(EC_HAS_ADD_, EC_COORDINATES)
#define ec_add                         EC_PROJECTIVE(_add)
#define ec_negate                      EC_PROJECTIVE(_negate)
#if EC_HAS_ADD
mc_word ec_add(ec_projective *r, const ec_projective *p, const ec_projective *q, const MC_FLASH EC(curve) *curve);
void ec_negate(ec_projective *r, const ec_projective *p);
#endif

/* r = 3 p and r = 5 p of every point; r may be p. Constant time where the coordinate system has such functions, in its
 * file <system>_multiples.c; else curve/any_coordinates.c has them by doublings and an addition, in variable time. */
#define EC_TRIPLES_jacobian       FIELD_IS_PRIME
#define EC_TRIPLES_lopez_dahab    1
#define EC_TRIPLES_extended       1
#define EC_QUINTUPLES_jacobian    FIELD_IS_PRIME
#define EC_QUINTUPLES_lopez_dahab 1
#if MC_CONCATENATE(EC_TRIPLES_, EC_COORDINATES)
#define ec_triple EC_PROJECTIVE(_triple)
#else
#define ec_triple EC(point_triple_var)
#endif
#if MC_CONCATENATE(EC_QUINTUPLES_, EC_COORDINATES)
#define ec_quintuple EC_PROJECTIVE(_quintuple)
#else
#define ec_quintuple EC(point_quintuple_var)
#endif
void ec_triple(ec_projective *r, const ec_projective *p, const MC_FLASH EC(curve) *curve);
void ec_quintuple(ec_projective *r, const ec_projective *p, const MC_FLASH EC(curve) *curve);

/* curve/any_coordinates.c, over these: additions of any points, by branching and by masks (on Edwards curves, whose
 * addition law has no exceptional cases, they are one); conversions with the inversion for secrets and for public
 * values. */
#define ec_add_mixed_var      EC(point_add_mixed_var)
#define ec_add_mixed_complete EC(point_add_mixed_complete)
#define ec_add_var            EC(point_add_var)
#define ec_to_affine          EC(point_to_affine)
#define ec_to_affine_var      EC(point_to_affine_var)
#define ec_to_affine_each_var EC(point_to_affine_each_var)
void ec_add_mixed_var(ec_projective *r, const ec_projective *p, const EC(affine) *q, const MC_FLASH EC(curve) *curve);
void ec_add_mixed_complete(ec_projective *r, const ec_projective *p, const EC(affine) *q,
                           const MC_FLASH EC(curve) *curve);
/* r may be p, but not q; only where EC_HAS_ADD is 1. */
void ec_add_var(ec_projective *r, const ec_projective *p, const ec_projective *q, const MC_FLASH EC(curve) *curve);
void ec_to_affine(EC(affine) *r, const ec_projective *p);
void ec_to_affine_var(EC(affine) *r, const ec_projective *p);
/* In: points[i] holds X, Y and z[i] holds Z != 0 of a point, i < count, count > 0; out: points[i] is affine, z
 * is destroyed. One inversion; scratch: count elements. */
void ec_to_affine_each_var(EC(affine) *points, mc_word (*z)[EC_WORDS], uint8_t count, mc_word (*scratch)[EC_WORDS]);
/* To such lists: X and Y of p into the point, Z into z; infinity as (0, 0) with Z = 1. */
void EC(point_split)(EC(affine) *point, mc_word *z, const ec_projective *p);

/* curve/any_coordinates.c: r += q or r -= q. q is negated in place for the time of the call, which saves a copy of it.
 */
void EC(add_signed_var)(ec_projective *r, EC(affine) *q, uint8_t negative, const MC_FLASH EC(curve) *curve);
/* curve/any_coordinates.c: r = mask ? p : r; mask 0 or ~0. */
void EC(point_select)(ec_projective *r, const ec_projective *p, mc_word mask);
void EC(point_set_infinity)(ec_projective *r);
#if !FIELD_IS_PRIME
#define ec_frobenius       EC(point_frobenius)
#define ec_frobenius_times EC(point_frobenius_times)
void ec_frobenius(ec_projective *r, const ec_projective *p); /* r = (x^2, y^2) */
void ec_frobenius_times(ec_projective *p, uint8_t count);    /* p = tau^count p; count is public */
#endif

/* curve/any_coordinates.c: r = p + q, any points of the curve; constant time. r may be p or q. */
void EC(affine_add)(EC(affine) *r, const EC(affine) *p, const EC(affine) *q, const MC_FLASH EC(curve) *curve);

/* curve/affine.c, on Edwards curves curve/prime/fp_edwards_point.c: any points of the curve, infinity and equal or
 * opposite points included. Outputs may alias inputs. */
void EC(affine_add_var)(EC(affine) *r, const EC(affine) *p, const EC(affine) *q, const MC_FLASH EC(curve) *curve);
/* points[i] += p for all i < count, count > 0, with one inversion; scratch: 2 count elements; p apart from points. Not
 * on Edwards curves. */
void EC(affine_add_each_var)(EC(affine) *points, uint8_t count, const EC(affine) *p, mc_word (*scratch)[EC_WORDS],
                             const MC_FLASH EC(curve) *curve);

/* curve/binary/fb_point.c, curve/prime/fp_point.c, curve/prime/fp_edwards_point.c. Constant time in the points; p of
 * every function is a pair of elements. */
void EC(affine_negate)(EC(affine) *r, const EC(affine) *p);
/* 0 for (0, 0), and so for infinity, except on Edwards curves. */
mc_word EC(affine_mask_on_curve)(const EC(affine) *p, const MC_FLASH EC(curve) *curve);
/* r = -r if mask is ~0, not if 0. */
void EC(affine_negate_masked)(EC(affine) *r, mc_word mask);
/* r = 2 p for any p of the curve; r may be p. */
void EC(affine_double_var)(EC(affine) *r, const EC(affine) *p, const MC_FLASH EC(curve) *curve);
/* r = p + q for p and q of different x, given 1/(q.x - p.x); r may be p or q. Not on Edwards curves. */
void EC(affine_add_distinct)(EC(affine) *r, const EC(affine) *p, const EC(affine) *q, const mc_word *inverse,
                             const MC_FLASH EC(curve) *curve);

/* curve/binary/fb_compression.c, curve/prime/fp_compression.c: the bit that, with x, stands for y in a compressed point
 * (SEC 1, 2.3.3), and the point of x and that bit. MC_ERROR_NOT_ON_CURVE if there is none with x, MC_ERROR_Y_BIT if
 * there is but one and it has the other bit; y is then nothing. Points are public. x may be r->x. Not on Edwards
 * curves. */
uint8_t EC(affine_y_bit_var)(const EC(affine) *p);
mc_status EC(affine_from_x_var)(EC(affine) *r, const mc_word *x, uint8_t y_bit, const MC_FLASH EC(curve) *curve);

/* curve/point.c, likewise. */
mc_word EC(affine_mask_infinity)(const EC(affine) *p); /* ~0 if p is infinity, else 0 */
void EC(affine_set_infinity)(EC(affine) *r);
void EC(affine_generator)(EC(affine) *r, const MC_FLASH EC(curve) *curve);
/* ~0 if n p is infinity, else 0; p on the curve. At once for cofactor 1, by halving for powers of two on binary curves
 * (constant time), by multiplication by n otherwise (p is public). */
mc_word EC(affine_mask_subgroup)(const EC(affine) *p, const MC_FLASH EC(curve) *curve);
/* MC_OK if p is a proper point of the prime-order subgroup; MC_ERROR_INFINITY, _NOT_ON_CURVE, _SUBGROUP. */
mc_status EC(affine_validate)(const EC(affine) *p, const MC_FLASH EC(curve) *curve);
/* Coordinates between numbers below p, or polynomials, and the form of the field's elements, in place. */
void EC(affine_to_form)(EC(affine) *p);
void EC(affine_from_form)(EC(affine) *p);

/* Counts a step that calls no point operation, such as a ladder's on x-coordinates, as so many; does nothing but where
 * it is counted. */
#define ec_counts_as(doublings, additions) ((void)0)
#ifdef MC_COUNTING_HEADER /* the lab's builds that count field and point operations */
#include MC_COUNTING_HEADER
#endif

#endif
