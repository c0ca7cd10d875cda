/* One addition and one doubling: every function on affine, Jacobian, Chudnovsky and modified points is a case of them,
 * and projective points share some steps. In line, so that a caller's constants decide which values are computed.
 *
 * Formulas: Cohen, Miyaji and Ono 1998; hankerson2004 Section 3.2.2; Cohen and Frey, Handbook of Elliptic and
 * Hyperelliptic Curve Cryptography, Section 13.2. */
#ifndef MC_CURVE_FP_POINT_CORE_H
#define MC_CURVE_FP_POINT_CORE_H

#include "curve/curve.h"

#if !FIELD_HAS_EDWARDS_CURVES

/* A point that is read, and one that is written. Members that its coordinates lack are null; without z, Z is 1. */
typedef struct {
    const mc_word *x, *y, *z, *z2, *z3, *az4;
} point_source;
typedef struct {
    mc_word *x, *y, *z, *z2, *z3, *az4;
} point_target;

/* Initialisers of both, by coordinates. */
#define POINT_affine(p)     {.x = (p)->x, .y = (p)->y}
#define POINT_projective(p) {.x = (p)->x, .y = (p)->y, .z = (p)->z}
#define POINT_jacobian(p)   POINT_projective(p)
#define POINT_chudnovsky(p) {.x = (p)->x, .y = (p)->y, .z = (p)->z, .z2 = (p)->z2, .z3 = (p)->z3}
#define POINT_modified(p)   {.x = (p)->x, .y = (p)->y, .z = (p)->z, .az4 = (p)->az4}

/* r = 3 x; r apart from x. */
MC_INLINE void fp_triple(mc_word *r, const mc_word *x)
{
    fp_add(r, x, x);
    fp_add(r, r, x);
}

/* r = a x, without a product for a = 0 and a = -3; r may be x. */
static inline void a_times(mc_word *r, const mc_word *x, const MC_FLASH EC(curve) *curve)
{
    mc_word t[EC_WORDS];
    if (EC_CURVE_A_CLASS(curve) == 0) {
        field_set_small(r, 0);
    } else if (EC_CURVE_A_CLASS(curve) == MC_COEFFICIENT_MINUS_3) {
        fp_triple(t, x);
        field_negate(r, t);
    } else {
        field_from_flash(t, curve->a);
        field_mul_coefficient(r, x, t);
    }
}

/* r = 3 x^2 + a w^2, which for a = -3 is 3 (x + w)(x - w); w is not read for a = 0. r apart from x and w. */
MC_INLINE void tangent(mc_word *r, const mc_word *x, const mc_word *w, const MC_FLASH EC(curve) *curve)
{
    mc_word t[EC_WORDS];
    if (EC_CURVE_A_CLASS(curve) == MC_COEFFICIENT_MINUS_3) {
        fp_sub(r, x, w);
        fp_add(t, x, w);
        fp_mul(t, t, r);
    } else {
        fp_sqr(t, x);
    }
    fp_triple(r, t);
    if (EC_CURVE_A_CLASS(curve) == MC_COEFFICIENT_GENERAL) {
        fp_sqr(t, w);
        a_times(t, t, curve);
        fp_add(r, r, t);
    }
}

/* r = 3 X^2 + a Z^4; t is scratch. */
MC_INLINE void jacobian_tangent(mc_word *r, point_source p, mc_word *t, const MC_FLASH EC(curve) *curve)
{
    const mc_word *summand = p.az4;
    if (p.z && !p.az4) {
        if (!p.z2 && EC_CURVE_A_CLASS(curve) != 0)
            fp_sqr(t, p.z);
        tangent(r, p.x, p.z2 ? p.z2 : t, curve);
        return;
    }
    fp_sqr(t, p.x);
    fp_triple(r, t);
    if (EC_CURVE_A_CLASS(curve) == 0)
        return;
    if (!summand) {
        field_from_flash(t, curve->a);
        summand = t;
    }
    fp_add(r, r, summand);
}

/* r = 2 p; for a Z^4 of r, p must have its own, or Z = 1. With T the tangent and B = 4 X Y^2: X3 = T^2 - 2 B,
 * Y3 = T (B - X3) - 8 Y^4, Z3 = 2 Y Z, a Z3^4 = 2 (8 Y^4) a Z^4. Infinity and points of order two need no case of their
 * own: Z3 = 0. r may be p. */
MC_INLINE void jacobian_double_core(point_target r, point_source p, const MC_FLASH EC(curve) *curve)
{
    mc_word t[EC_WORDS], y2[EC_WORDS], b[EC_WORDS];
    jacobian_tangent(t, p, b, curve);
    if (p.z)
        fp_mul(r.z, p.y, p.z);
    else
        field_copy(r.z, p.y);
    fp_add(r.z, r.z, r.z);
    fp_sqr(y2, p.y);
    fp_add(y2, y2, y2);
    fp_mul(b, p.x, y2);
    fp_add(b, b, b);
    if (r.z2) {
        if (p.z)
            fp_sqr(r.z2, r.z);
        else
            fp_add(r.z2, y2, y2); /* 4 Y^2, a square less than the tables have */
        fp_mul(r.z3, r.z2, r.z);
    }
    fp_sqr(y2, y2);
    fp_add(y2, y2, y2);
    if (r.az4) {
        if (p.z && EC_CURVE_A_CLASS(curve) != 0)
            fp_mul(r.az4, p.az4, y2);
        else
            a_times(r.az4, y2, curve);
        fp_add(r.az4, r.az4, r.az4);
    }
    fp_sqr(r.x, t);
    fp_sub(r.x, r.x, b);
    fp_sub(r.x, r.x, b);
    fp_sub(b, b, r.x);
    fp_mul(t, t, b);
    fp_sub(r.y, t, y2);
}

/* The same point, Z times the factor. */
MC_INLINE void jacobian_scale_core(point_target p, const mc_word *factor, const MC_FLASH EC(curve) *curve)
{
    mc_word power[EC_WORDS];
    fp_mul(p.z, p.z, factor);
    fp_sqr(power, factor);
    fp_mul(p.x, p.x, power);
    if (p.z2)
        fp_mul(p.z2, p.z2, power);
    fp_mul(power, power, factor);
    fp_mul(p.y, p.y, power);
    if (p.z3)
        fp_mul(p.z3, p.z3, power);
    mc_wipe(power, sizeof power);
    if (p.az4) {
        fp_sqr(p.az4, p.z);
        fp_sqr(p.az4, p.az4);
        a_times(p.az4, p.az4, curve);
    }
}

/* u = x Z^2 and s = y Z^3 for the Z of a point; x and y apart from u and s. */
MC_INLINE void times_powers_of_z(mc_word *u, mc_word *s, const mc_word *x, const mc_word *y, point_source p)
{
    const mc_word *z2 = p.z2 ? p.z2 : u;
    if (!p.z2)
        fp_sqr(u, p.z);
    if (p.z3) {
        fp_mul(s, y, p.z3);
    } else {
        fp_mul(s, z2, p.z);
        fp_mul(s, s, y);
    }
    fp_mul(u, x, z2);
}

/* H = X2 Z1^2 - X1 Z2^2 and S = Y2 Z1^3 - Y1 Z2^3. u and s hold X1 Z2^2 and Y1 Z2^3 where Z2 is not 1. Returns ~0 if
 * p = q, both of them no infinity, else 0. */
MC_INLINE mc_word jacobian_differences(mc_word *h, mc_word *difference, mc_word *u, mc_word *s, point_source p,
                                       point_source q)
{
    if (p.z) {
        times_powers_of_z(h, difference, q.x, q.y, p);
    } else {
        field_copy(h, q.x);
        field_copy(difference, q.y);
    }
    if (q.z)
        times_powers_of_z(u, s, p.x, p.y, q);
    fp_sub(h, h, q.z ? u : p.x);
    fp_sub(difference, difference, q.z ? s : p.y);
    return field_mask_zero(h) & field_mask_zero(difference);
}

/* What Chudnovsky and modified coordinates have besides, from Z3; where Z3 is H, from H^2 and H^3, which is M + 2 S, or
 * S, less than the tables have. */
MC_INLINE void extend_sum(point_target r, const mc_word *h2, const mc_word *h3, uint8_t z_is_h,
                          const MC_FLASH EC(curve) *curve)
{
    if (r.z2 && z_is_h) {
        field_copy(r.z2, h2);
        field_copy(r.z3, h3);
    } else if (r.z2) {
        fp_sqr(r.z2, r.z);
        fp_mul(r.z3, r.z2, r.z);
    }
    if (r.az4 && EC_CURVE_A_CLASS(curve) != 0) {
        if (!z_is_h)
            fp_sqr(r.az4, r.z);
        fp_sqr(r.az4, z_is_h ? h2 : r.az4); /* Z^4 */
    }
    if (r.az4)
        a_times(r.az4, r.az4, curve);
}

/* r = p + q, neither of them infinity, and not both with Z other than 1 unless p is. X3 = S^2 - H^3 - 2 U1 H^2,
 * Y3 = S (U1 H^2 - X3) - S1 H^3, Z3 = H Z1 Z2 with U1 = X1 Z2^2, S1 = Y1 Z2^3. Opposite points give infinity, by H = 0;
 * for p = q it returns ~0, and r is nothing, else 0. Constant time. r may be p or q. */
MC_INLINE mc_word jacobian_add_core(point_target r, point_source p, point_source q, const MC_FLASH EC(curve) *curve)
{
    mc_word h[EC_WORDS], s[EC_WORDS], v[EC_WORDS], u1[EC_WORDS], s1[EC_WORDS];
    const mc_word equal = jacobian_differences(h, s, u1, s1, p, q);
    if (q.z) {
        fp_mul(v, p.z, q.z);
        fp_mul(r.z, v, h);
    } else if (p.z) {
        fp_mul(r.z, p.z, h);
    } else {
        field_copy(r.z, h);
    }
    fp_sqr(v, h);
    fp_mul(h, h, v);
    extend_sum(r, v, h, !p.z, curve);
    fp_mul(v, v, q.z ? u1 : p.x);
    fp_mul(r.y, q.z ? s1 : p.y, h);
    fp_sqr(r.x, s);
    fp_sub(r.x, r.x, h);
    fp_sub(r.x, r.x, v);
    fp_sub(r.x, r.x, v);
    fp_sub(v, v, r.x);
    fp_mul(v, v, s);
    fp_sub(r.y, v, r.y);
    return equal;
}

#endif

#endif
