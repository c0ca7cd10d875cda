/* Curves y^2 + xy = x^3 + a x^2 + b over F_2^m: parameters, points, group laws by coordinate system.
 *
 * The point at infinity is (0, 0) in affine coordinates (b != 0, so (0, 0) is never on a curve) and any
 * point with Z = 0 in projective ones. -(x, y) = (x, x + y). The only point with x = 0 is (0, sqrt b), of
 * order two. */
#ifndef MC_FB_CURVE_H
#define MC_FB_CURVE_H

#include "fb/fb.h"
#include "motecurve/status.h"

typedef struct {
    mc_word x[FB_WORDS], y[FB_WORDS];
} FB(affine);

/* Lopez-Dahab: x = X/Z, y = Y/Z^2. */
typedef struct {
    mc_word x[FB_WORDS], y[FB_WORDS], z[FB_WORDS];
} FB(lopez_dahab);

/* Constants for reducing an integer k modulo an element delta = d[0] + d[1] tau of Z[tau] and of rounding
 * k / delta (src/scalar/tau.c says how they are used); TAU_WORDS holds a signed number of m/2 + 8 bits. */
#define TAU_WORDS MC_WORDS(FB_M / 2 + 8)
typedef struct {
    mc_word d[2][TAU_WORDS];    /* two's complement */
    mc_word s[2][TAU_WORDS];    /* round(2^(FB_M + TAU_GUARD_BITS) * conj(delta) / N(delta)), two's complement */
} FB(tau_modulus);
#define TAU_GUARD_BITS 6

/* What an anomalous binary (Koblitz) curve adds. */
typedef struct {
    int8_t mu;                    /* tau^2 + 2 = mu tau; -1 for a = 0, 1 for a = 1 */
    FB(tau_modulus) subgroup;     /* (tau^m - 1)/(tau - 1): only for points of prime order */
    FB(tau_modulus) full;         /* tau^m - 1: for every point of the curve */
} FB(koblitz);

#define MC_COEFFICIENT_GENERAL 2
/* Parameters of one curve; generated into curve/data/, kept in flash. */
typedef struct {
    uint8_t a_class;              /* 0 or 1: a is that constant; MC_COEFFICIENT_GENERAL: see a */
    uint8_t b_is_one;
    uint16_t order_bits;          /* bits of n */
    uint32_t cofactor;
    mc_word a[FB_WORDS], b[FB_WORDS];
    mc_word generator_x[FB_WORDS], generator_y[FB_WORDS];
    mc_word order[FB_WORDS];      /* n, prime */
#ifndef MC_SINGLE_CURVE
    const MC_FLASH FB(koblitz) *koblitz; /* null for curves that are not Koblitz curves */
#endif
} FB(curve);

/* A mote image names its one curve, and tables that its algorithms do not use stay out of it. */
#ifdef MC_SINGLE_CURVE
#define FB_CURVE_KOBLITZ(curve) (&MC_CONCATENATE(MC_CONCATENATE(mc_, MC_SINGLE_CURVE), _koblitz))
#else
#define FB_CURVE_KOBLITZ(curve) ((curve)->koblitz)
#endif

#include MC_STRINGIFY(curve/data/MC_FIELD.h) /* generated: declares the curves over this field */

/* curve/fb_point.c. p of every function below is a pair of reduced elements. */
mc_word FB(affine_mask_infinity)(const FB(affine) *p);                    /* ~0 if p is infinity, else 0 */
void FB(affine_negate)(FB(affine) *r, const FB(affine) *p);
mc_word FB(affine_mask_on_curve)(const FB(affine) *p, const MC_FLASH FB(curve) *curve); /* 0 for infinity */
/* ~0 if n p is infinity, else 0; p on the curve. By the trace of x for cofactor 2 (constant time), by
 * multiplication by n otherwise (p is public). */
mc_word FB(affine_mask_subgroup)(const FB(affine) *p, const MC_FLASH FB(curve) *curve);
/* MC_OK if p is a proper point of the prime-order subgroup; MC_ERROR_INFINITY, _NOT_ON_CURVE, _SUBGROUP. */
mc_status FB(affine_validate)(const FB(affine) *p, const MC_FLASH FB(curve) *curve);

/* curve/fb_affine.c: any points of the curve, infinity and equal or opposite points included. _var. */
void FB(affine_add_var)(FB(affine) *r, const FB(affine) *p, const FB(affine) *q, const MC_FLASH FB(curve) *curve);
void FB(affine_double_var)(FB(affine) *r, const FB(affine) *p, const MC_FLASH FB(curve) *curve);
void FB(affine_frobenius)(FB(affine) *r, const FB(affine) *p);            /* (x^2, y^2) */

/* curve/fb_lopez_dahab.c: likewise; doubling and Frobenius are constant time, mixed addition is _var
 * because it meets its exceptional cases by branching. r may be p. */
void FB(lopez_dahab_from_affine)(FB(lopez_dahab) *r, const FB(affine) *p);
void FB(lopez_dahab_to_affine_var)(FB(affine) *r, const FB(lopez_dahab) *p);
void FB(lopez_dahab_double)(FB(lopez_dahab) *r, const FB(lopez_dahab) *p, const MC_FLASH FB(curve) *curve);
void FB(lopez_dahab_add_mixed_var)(FB(lopez_dahab) *r, const FB(lopez_dahab) *p, const FB(affine) *q,
                                   const MC_FLASH FB(curve) *curve);
void FB(lopez_dahab_frobenius)(FB(lopez_dahab) *r, const FB(lopez_dahab) *p);

#endif
