/* Four points side by side on curves over F_2^m, for processors that have fb/wide.h: lambda coordinates (fb_lambda.c),
 * whose additions need no coefficient of the curve. The points may be of different curves over the field.
 *
 * All is in constant time. There are no cases: points have an odd order, so that x is not 0. Where a sum or a double
 * would need a case, or an operand is infinity, Z becomes 0 and stays so in all that is computed from it. Who computes
 * with public points may look at Z in the end, and repeat by other means where it failed; who computes with secrets
 * proves that no case occurs, or uses wide_add_complete. Functions that are not inline run only where MC_HAS_WIDE(). */
#ifndef MC_CURVE_FB_WIDE_H
#define MC_CURVE_FB_WIDE_H

#include "curve/curve.h"

#if FIELD_IS_PRIME
#define FB_HAS_WIDE_POINTS 0
#else
#include "fb/wide.h"
#define FB_HAS_WIDE_POINTS FB_HAS_WIDE
#endif

#if FB_HAS_WIDE_POINTS

typedef struct {
    wide_element x, y;
} wide_affine;

typedef struct {
    wide_element x, y; /* y: x + y/x */
} wide_slope;

typedef struct {
    wide_element x, y, z; /* x = X/Z, x + y/x = Y/Z */
} wide_point;

#define WIDE_POINT_ELEMENTS 3
#define WIDE_SLOPE_ELEMENTS 2

/* r = p + q, r = 2 p. r may be p or q. a of the curves is 0 or 1. */
WIDE void EC(wide_add_vpclmul)(wide_point *r, const wide_point *p, const wide_point *q);
WIDE void EC(wide_add_mixed_vpclmul)(wide_point *r, const wide_point *p, const wide_slope *q);
WIDE void EC(wide_double_vpclmul)(wide_point *r, const wide_point *p, uint8_t a);
/* The same for all points of odd order and infinity, equal and opposite ones included. r apart from p and q. */
WIDE void EC(wide_add_complete_vpclmul)(wide_point *r, const wide_point *p, const wide_point *q, uint8_t a);

/* The inverse of each element, 0 of 0. r may be a. */
WIDE void EC(wide_inv_vpclmul)(wide_element *r, const wide_element *a);
/* Infinity becomes (0, 0). One wide_inv. */
WIDE void EC(wide_to_affine_vpclmul)(wide_affine *r, const wide_point *p);

/* (x^2 : x^2 + y : x); infinity is (0 : 0 : 0). */
WIDE_INLINE wide_point wide_from_affine(wide_affine p)
{
    wide_point r;
    r.x = wide_sqr(p.x);
    r.y = wide_add(r.x, p.y);
    r.z = p.x;
    return r;
}

/* p, given the inverse of its Z. */
WIDE_INLINE wide_slope wide_to_slope(const wide_point *p, wide_element inverse)
{
    return (wide_slope){wide_mul(p->x, inverse), wide_mul(p->y, inverse)};
}

WIDE_INLINE wide_affine wide_to_affine(const wide_point *p, wide_element inverse)
{
    const wide_slope point = wide_to_slope(p, inverse);
    return (wide_affine){point.x, wide_mul(point.x, wide_add(point.y, point.x))}; /* y = x (Y/Z + x) */
}

/* tau^count p */
WIDE_INLINE wide_point wide_frobenius(wide_point p, unsigned count)
{
    while (count--) {
        p.x = wide_sqr(p.x);
        p.y = wide_sqr(p.y);
        p.z = wide_sqr(p.z);
    }
    return p;
}

WIDE_INLINE wide_affine wide_affine_frobenius(wide_affine p, unsigned count)
{
    while (count--) {
        p.x = wide_sqr(p.x);
        p.y = wide_sqr(p.y);
    }
    return p;
}

/* The negatives of the points whose mask is ~0, not 0. */
WIDE_INLINE wide_point wide_negate_masked(wide_point p, wide_vector mask)
{
    WIDE_EACH_LANE (j)
        p.y.lane[j] ^= p.z.lane[j] & mask;
    return p;
}

WIDE_INLINE wide_slope wide_slope_negate_masked(wide_slope p, wide_vector mask)
{
    p.y.lane[0] ^= wide_constant(1, 0) & mask;
    return p;
}

/* Element a of each point at the place that `at` has in it. */
WIDE_INLINE wide_point wide_point_permute(const wide_point *p, unsigned at0, unsigned at1, unsigned at2, unsigned at3)
{
    return (wide_point){wide_permute(p->x, at0, at1, at2, at3), wide_permute(p->y, at0, at1, at2, at3),
                        wide_permute(p->z, at0, at1, at2, at3)};
}

WIDE_INLINE wide_point wide_point_select(const wide_point *p, const wide_point *q, wide_vector mask)
{
    return (wide_point){wide_select(p->x, q->x, mask), wide_select(p->y, q->y, mask), wide_select(p->z, q->z, mask)};
}

/* ~0 in all words of the elements that are 0, else 0. */
WIDE_INLINE wide_vector wide_mask_zero(const wide_element *a)
{
    wide_vector any = wide_zero();
    WIDE_EACH_LANE (j)
        any |= a->lane[j];
    return (wide_vector)((any | wide_middle(any, any)) == wide_zero());
}

/* r = of `count` points of so many elements the one whose index is in the words of each place: all are read. */
WIDE_INLINE void wide_lookup(wide_element *r, const wide_element *table, unsigned elements, unsigned count,
                             wide_vector index)
{
    for (unsigned e = 0; e < elements; e++)
        r[e] = table[e];
    for (unsigned i = 1; i < count; i++) {
        const wide_vector mask = (wide_vector)(index == wide_constant(i, i));
        for (unsigned e = 0; e < elements; e++)
            r[e] = wide_select(r[e], table[i * elements + e], mask);
    }
}

WIDE_INLINE wide_affine wide_affine_load(const EC(affine) *p0, const EC(affine) *p1, const EC(affine) *p2,
                                         const EC(affine) *p3)
{
    return (wide_affine){wide_load(p0->x, p1->x, p2->x, p3->x), wide_load(p0->y, p1->y, p2->y, p3->y)};
}

WIDE_INLINE void wide_affine_store_one(EC(affine) *r, const wide_affine *p, unsigned place)
{
    wide_store_one(r->x, &p->x, place);
    wide_store_one(r->y, &p->y, place);
}

/* curve/binary/fb_wide_validate.c: statuses[i] = affine_validate(points[i]) for i < count, of public points. */
void EC(affine_validate_each_vpclmul_var)(mc_status *statuses, const EC(affine) *const *points, size_t count,
                                          const MC_FLASH EC(curve) *curve);

#endif
#endif
