/* Sums in lambda coordinates (fb_lambda.c) of points of odd order, one of them given by its slope: without the cases of
 * points with x = 0, and with products grouped by their common factors. */
#include "curve/binary/fb_formulas.h"

/* Of factors = X1 Z2, X2 Z1 and room, a = A, which may be r's x, = L1 Z2 + L2 Z1, and B = (X1 Z2 + X2 Z1)^2: X3 = (A X1
 * Z2) (A X2 Z1), L3 = (A X2 Z1 + B)^2 + A B Z2 (L1 + Z1), Z3 = A B Z1 Z2, where z2 is null if Z2 is 1. B is 0 if p is q
 * or -q, and then A is 0 if p = q; Z3 is 0 for both. */
MC_INLINE void chord(EC(lambda) *r, const EC(lambda) *p, mc_word *factors, const mc_word *a, const mc_word *z2)
{
    mc_word products[3 * EC_WORDS]; /* A X1 Z2, A X2 Z1, A B */
    mc_word *const b = factors + 2 * EC_WORDS, *const ax2 = products + EC_WORDS, *const ab = products + 2 * EC_WORDS;
    field_add(b, factors, factors + EC_WORDS);
    fb_sqr(b, b);
    fb_mul_each(products, factors, a, 3);
    if (z2)
        fb_mul(ab, ab, z2);
    fb_mul(r->x, products, ax2);
    field_add(r->y, p->y, p->z);
    if (r != p)
        field_copy(r->z, p->z);
    fb_mul_each((mc_word *)r + EC_WORDS, (mc_word *)r + EC_WORDS, ab, 2);
    field_add(b, b, ax2);
    fb_sqr(b, b);
    field_add(r->y, r->y, b);
}

void EC(lambda_add_slope)(EC(lambda) *r, const EC(lambda) *p, const EC(affine_slope) *q)
{
    mc_word factors[3 * EC_WORDS];
    fb_mul_each(factors + EC_WORDS, (const mc_word *)q, p->z, 2);
    field_copy(factors, p->x);
    field_add(r->x, factors + 2 * EC_WORDS, p->y);
    chord(r, p, factors, r->x, NULL);
}

void EC(lambda_select)(EC(lambda) *r, const EC(lambda) *p, mc_word mask)
{
    field_select(r->x, p->x, mask);
    field_select(r->y, p->y, mask);
    field_select(r->z, p->z, mask);
}

/* 2 q: T = l^2 + l + a, X3 = T^2, L3 = T l + x^2 + T^2 + T, Z3 = T, which is not 0 for q of odd order. */
static void double_slope(EC(lambda) *r, const EC(affine_slope) *q, const MC_FLASH EC(curve) *curve)
{
    fb_sqr(r->z, q->y);
    field_add(r->z, r->z, q->y);
    EC(curve_add_a)(r->z, curve);
    fb_mul(r->y, r->z, q->y);
    field_add(r->y, r->y, r->z);
    fb_sqr(r->x, q->x);
    field_add(r->y, r->y, r->x);
    fb_sqr(r->x, r->z);
    field_add(r->y, r->y, r->x);
}

/* Every case is computed. A sum of equal points has become (0 : 0 : 0): of opposite ones L3 = (A x2)^2 is not 0. A
 * function of its own: its stack is not below that of the addition. */
MC_NOINLINE void select_exceptions(EC(lambda) *sum, const EC(lambda) *p, const EC(affine_slope) *q,
                                   const MC_FLASH EC(curve) *curve)
{
    EC(lambda) other;
    const mc_word equal = field_mask_zero(sum->y) & field_mask_zero(sum->z);
    double_slope(&other, q, curve);
    EC(lambda_select)(sum, &other, equal);
    EC(lambda_from_slope)(&other, q);
    EC(lambda_select)(sum, &other, field_mask_zero(p->z));
    EC(lambda_select)(sum, p, field_mask_zero(q->x));
    mc_wipe(&other, sizeof other);
}

void EC(lambda_add_slope_complete)(EC(lambda) *r, const EC(lambda) *p, const EC(affine_slope) *q,
                                   const MC_FLASH EC(curve) *curve)
{
    EC(lambda) sum;
    EC(lambda_add_slope)(&sum, p, q);
    select_exceptions(&sum, p, q, curve);
    *r = sum;
    mc_wipe(&sum, sizeof sum);
}

/* As above. */
void EC(lambda_add_complete)(EC(lambda) *r, const EC(lambda) *p, const EC(lambda) *q, const MC_FLASH EC(curve) *curve)
{
    EC(lambda) sum, other;
    mc_word factors[3 * EC_WORDS], products[2 * EC_WORDS];
    const mc_word p_infinity = field_mask_zero(p->z), q_infinity = field_mask_zero(q->z);
    fb_mul_each(products, (const mc_word *)p, q->z, 2);
    fb_mul_each(factors + EC_WORDS, (const mc_word *)q, p->z, 2);
    field_copy(factors, products);
    field_add(products, products + EC_WORDS, factors + 2 * EC_WORDS);
    chord(&sum, p, factors, products, q->z);
    const mc_word equal = field_mask_zero(sum.y) & field_mask_zero(sum.z);
    EC(lambda_double)(&other, p, curve);
    EC(lambda_select)(&sum, &other, equal);
    EC(lambda_select)(&sum, q, p_infinity);
    EC(lambda_select)(&sum, p, q_infinity);
    *r = sum;
    mc_wipe(&sum, sizeof sum);
    mc_wipe(&other, sizeof other);
    mc_wipe(products, sizeof products);
}

/* B = 0 has made Z3 = 0; of p = q L3 is 0 as well. */
void EC(lambda_add_slope_var)(EC(lambda) *p, const EC(affine_slope) *q, const MC_FLASH EC(curve) *curve)
{
    if (field_mask_zero(q->x))
        return;
    if (field_mask_zero(p->z)) {
        EC(lambda_from_slope)(p, q);
        return;
    }
    EC(lambda_add_slope)(p, p, q);
    if (field_mask_zero(p->z) && field_mask_zero(p->y)) {
        double_slope(p, q, curve);
    }
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion" /* with a cast compilers make other machine code */
void EC(slope_negate_masked)(EC(affine_slope) *p, mc_word mask)
{
    p->y[0] ^= mask & 1 & ~field_mask_zero(p->x);
}
#pragma GCC diagnostic pop

/* The point with 1 in the place of an x that is 0. */
static void slope_factors(EC(affine) *r, const EC(affine) *p)
{
    *r = *p;
    r->x[0] |= (mc_word)(field_mask_zero(p->x) & 1);
}

/* Each y is multiplied by the x before it, whose product is inverted; from the end, the inverse of the product of the x
 * up to a point's own gives the quotient, and times x the inverse for the point before. */
void EC(affine_to_slope_each_var)(EC(affine) *points, uint8_t count)
{
    EC(affine) pair;
    mc_word common[EC_WORDS]; /* the product, then the inverse */
    slope_factors(&pair, &points[0]);
    for (uint8_t i = 1; i < count; i++) {
        field_copy(common, pair.x);
        slope_factors(&pair, &points[i]);
        fb_mul_each((mc_word *)&pair, (const mc_word *)&pair, common, 2);
        field_copy(points[i].y, pair.y);
    }
    field_inv_var(common, pair.x);
    for (uint8_t i = (uint8_t)(count - 1); i > 0; i--) {
        slope_factors(&pair, &points[i]);
        fb_mul_each((mc_word *)&pair, (const mc_word *)&pair, common, 2);
        field_copy(common, pair.x);
        field_add(points[i].y, pair.y, points[i].x);
    }
    fb_mul(points[0].y, points[0].y, common);
    field_add(points[0].y, points[0].y, points[0].x);
}

void EC(lambda_frobenius_times)(EC(lambda) *p, uint8_t count)
{
    fb_sqr_times(p->x, p->x, count);
    fb_sqr_times(p->y, p->y, count);
    fb_sqr_times(p->z, p->z, count);
}
