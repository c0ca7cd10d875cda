/* Curves y^2 + xy = x^3 + a x^2 + b over F_2^m: parameters, points, group laws by coordinate system.
 *
 * The point at infinity is (0, 0) in affine coordinates (b != 0, so (0, 0) is never on a curve) and any
 * point with Z = 0 in projective ones. -(x, y) = (x, x + y). The only point with x = 0 is (0, sqrt b), of
 * order two. */
#ifndef MC_FB_CURVE_H
#define MC_FB_CURVE_H

#include "fb/fb.h"
/* Integers modulo a group order have as many bits as the field: scalars are FB_WORDS = FP_WORDS words. */
#ifndef MC_FP_BITS
#define MC_FP_BITS FB_M
#endif
#include "fp/fp.h"
#include "motecurve/status.h"

typedef struct {
    mc_word x[FB_WORDS], y[FB_WORDS];
} FB(affine);

/* Lopez-Dahab: x = X/Z, y = Y/Z^2. */
typedef struct {
    mc_word x[FB_WORDS], y[FB_WORDS], z[FB_WORDS];
} FB(lopez_dahab);

/* Constants of scalar/tau.c for an element delta of Z[tau]; numbers in two's complement. TAU_WORDS holds the
 * largest, an s, of m/2 + 10 bits. */
#define TAU_WORDS      MC_WORDS(FB_M / 2 + 10)
#define TAU_GUARD_BITS 6
typedef struct {
    mc_word s[2][TAU_WORDS]; /* s[0] + s[1] tau = 2^(m + TAU_GUARD_BITS) / delta, rounded */
    /* -delta as a matrix: -delta (a + b tau) = (c[0][0] a + c[0][1] b) + (c[1][0] a + c[1][1] b) tau */
    mc_word minus_delta[2][2][TAU_WORDS];
} FB(tau_modulus);

/* What an anomalous binary (Koblitz) curve adds. Its Frobenius map tau satisfies tau^2 + 2 = mu tau. */
typedef struct {
    int8_t mu;                /* -1 for a = 0, 1 for a = 1 */
    FB(tau_modulus) subgroup; /* (tau^m - 1)/(tau - 1): only for points of prime order */
    FB(tau_modulus) full;     /* tau^m - 1: for every point of the curve */
} FB(koblitz);

#define MC_COEFFICIENT_GENERAL 2
/* Parameters of one curve; generated into curve/data/, kept in flash. */
typedef struct {
    uint8_t a_class; /* 0 or 1: a is that constant; MC_COEFFICIENT_GENERAL: see a */
    uint8_t b_is_one;
    uint16_t order_bits; /* bits of n */
    uint32_t cofactor;
    mc_word a[FB_WORDS], b_sqrt[FB_WORDS]; /* every formula needs b only by its square root */
    mc_word generator_x[FB_WORDS], generator_y[FB_WORDS];
    mc_word order[FB_WORDS]; /* n, prime */
#ifndef MC_SINGLE_CURVE
    const MC_FLASH FB(koblitz) *koblitz; /* null for curves that are not Koblitz curves */
    const MC_FLASH FP(modulus) *modulus; /* n with its constants */
#endif
} FB(curve);

#include MC_STRINGIFY(curve/data/MC_FIELD.h) /* generated: declares the curves over this field */

/* What decides between formulas. In a mote image these are constants, so what its one curve does not need
 * stays out of it. */
#ifdef MC_SINGLE_CURVE
#define FB_CURVE_A_CLASS(curve)  MC_CONCATENATE(MC_CURVE_A_CLASS_, MC_SINGLE_CURVE)
#define FB_CURVE_B_IS_ONE(curve) MC_CONCATENATE(MC_CURVE_B_IS_ONE_, MC_SINGLE_CURVE)
#define FB_CURVE_COFACTOR(curve) MC_CONCATENATE(MC_CURVE_COFACTOR_, MC_SINGLE_CURVE)
#define FB_CURVE_KOBLITZ(curve)  MC_CONCATENATE(MC_CURVE_KOBLITZ_, MC_SINGLE_CURVE)
#define FB_CURVE_MODULUS(curve)  (&MC_CONCATENATE(mc_, MC_CONCATENATE(MC_SINGLE_CURVE, _order)))
#else
#define FB_CURVE_A_CLASS(curve)  ((curve)->a_class)
#define FB_CURVE_B_IS_ONE(curve) ((curve)->b_is_one)
#define FB_CURVE_COFACTOR(curve) ((curve)->cofactor)
#define FB_CURVE_KOBLITZ(curve)  ((curve)->koblitz)
#define FB_CURVE_MODULUS(curve)  ((curve)->modulus)
#endif

/* curve/fb_point.c. Constant time in the points; p of every function is a pair of reduced elements. */
void FB(curve_add_a)(mc_word *r, const MC_FLASH FB(curve) *curve);                         /* r += a */
void FB(curve_add_a_times)(mc_word *r, const mc_word *t, const MC_FLASH FB(curve) *curve); /* r += a t */
mc_word FB(affine_mask_infinity)(const FB(affine) *p); /* ~0 if p is infinity, else 0 */
void FB(affine_set_infinity)(FB(affine) *r);
void FB(affine_generator)(FB(affine) *r, const MC_FLASH FB(curve) *curve);
void FB(affine_negate)(FB(affine) *r, const FB(affine) *p);
mc_word FB(affine_mask_on_curve)(const FB(affine) *p, const MC_FLASH FB(curve) *curve); /* 0 for infinity */
/* ~0 if n p is infinity, else 0; p on the curve. By the trace of x for cofactor 2 (constant time), by
 * multiplication by n otherwise (p is public). */
mc_word FB(affine_mask_subgroup)(const FB(affine) *p, const MC_FLASH FB(curve) *curve);
/* MC_OK if p is a proper point of the prime-order subgroup; MC_ERROR_INFINITY, _NOT_ON_CURVE, _SUBGROUP. */
mc_status FB(affine_validate)(const FB(affine) *p, const MC_FLASH FB(curve) *curve);

/* curve/fb_affine.c: any points of the curve, infinity and equal or opposite points included. Outputs may
 * alias inputs. */
void FB(affine_add_var)(FB(affine) *r, const FB(affine) *p, const FB(affine) *q, const MC_FLASH FB(curve) *curve);
void FB(affine_double_var)(FB(affine) *r, const FB(affine) *p, const MC_FLASH FB(curve) *curve);
/* points[i] += p for all i < count, count > 0, with one inversion; scratch: 2 count elements; p apart from points. */
void FB(affine_add_each_var)(FB(affine) *points, uint8_t count, const FB(affine) *p, mc_word (*scratch)[FB_WORDS],
                             const MC_FLASH FB(curve) *curve);
void FB(affine_frobenius)(FB(affine) *r, const FB(affine) *p); /* (x^2, y^2) */

/* curve/fb_lopez_dahab.c: likewise; what is not _var is constant time. Mixed addition meets its exceptional cases
 * by branching (_var), by masks (_complete, 3M + 5S more) or not at all: add_mixed wants p != q, neither infinity. r
 * may be p. */
void FB(lopez_dahab_from_affine)(FB(lopez_dahab) *r, const FB(affine) *p);
void FB(lopez_dahab_to_affine)(FB(affine) *r, const FB(lopez_dahab) *p);
void FB(lopez_dahab_to_affine_var)(FB(affine) *r, const FB(lopez_dahab) *p);
/* In: points[i] holds X, Y and z[i] holds Z != 0 of a point, i < count, count > 0; out: points[i] is affine, z
 * is destroyed. One inversion; scratch: count elements. */
void FB(lopez_dahab_to_affine_each_var)(FB(affine) *points, mc_word (*z)[FB_WORDS], uint8_t count,
                                        mc_word (*scratch)[FB_WORDS]);
void FB(lopez_dahab_double)(FB(lopez_dahab) *r, const FB(lopez_dahab) *p, const MC_FLASH FB(curve) *curve);
void FB(lopez_dahab_add_mixed_var)(FB(lopez_dahab) *r, const FB(lopez_dahab) *p, const FB(affine) *q,
                                   const MC_FLASH FB(curve) *curve);
void FB(lopez_dahab_add_mixed)(FB(lopez_dahab) *r, const FB(lopez_dahab) *p, const FB(affine) *q,
                               const MC_FLASH FB(curve) *curve);
void FB(lopez_dahab_add_mixed_complete)(FB(lopez_dahab) *r, const FB(lopez_dahab) *p, const FB(affine) *q,
                                        const MC_FLASH FB(curve) *curve);
/* r += q or r -= q. q is negated in place for the time of the call, which saves a copy of it. */
void FB(lopez_dahab_add_signed_var)(FB(lopez_dahab) *r, FB(affine) *q, uint8_t negative,
                                    const MC_FLASH FB(curve) *curve);
void FB(lopez_dahab_frobenius)(FB(lopez_dahab) *r, const FB(lopez_dahab) *p);

#endif
