#include "curve/curve.h"

void EC(curve_add_a)(mc_word *r, const MC_FLASH EC(curve) *curve)
{
    if (EC_CURVE_A_CLASS(curve) == MC_COEFFICIENT_GENERAL) {
        mc_word a[EC_WORDS];
        field_from_flash(a, curve->a);
        field_add(r, r, a);
    } else if (EC_CURVE_A_CLASS(curve) == 1) {
        r[0] ^= 1;
    }
}

void EC(curve_add_a_times)(mc_word *r, const mc_word *t, const MC_FLASH EC(curve) *curve)
{
    if (EC_CURVE_A_CLASS(curve) == MC_COEFFICIENT_GENERAL) {
        mc_word product[EC_WORDS];
        field_from_flash(product, curve->a);
        field_mul_coefficient(product, product, t);
        field_add(r, r, product);
    } else if (EC_CURVE_A_CLASS(curve) == 1) {
        field_add(r, r, t);
    }
}

void EC(curve_add_b)(mc_word *r, const MC_FLASH EC(curve) *curve)
{
    if (EC_CURVE_B_IS_ONE(curve)) {
        r[0] ^= 1;
    } else {
        mc_word b[EC_WORDS];
        field_from_flash(b, EC_CURVE_B(curve));
        field_add(r, r, b);
    }
}

static void multiply_by_constant(mc_word *r, const MC_FLASH mc_word *c)
{
    mc_word factor[EC_WORDS];
    field_from_flash(factor, c);
    field_mul_coefficient(r, r, factor);
}

void EC(curve_multiply_by_b)(mc_word *r, const MC_FLASH EC(curve) *curve)
{
    if (!EC_CURVE_B_IS_ONE(curve))
        multiply_by_constant(r, EC_CURVE_B(curve));
}

void EC(curve_multiply_by_b_sqrt)(mc_word *r, const MC_FLASH EC(curve) *curve)
{
    if (!EC_CURVE_B_IS_ONE(curve))
        multiply_by_constant(r, curve->b_sqrt);
}

void EC(affine_negate)(EC(affine) *r, const EC(affine) *p)
{
    field_add(r->y, p->x, p->y);
    if (r != p)
        field_copy(r->x, p->x);
}

/* The equation as (y + sqrt b)^2 = x (y + x (x + a)). Infinity, (0, 0), would need b = 0. */
mc_word EC(affine_mask_on_curve)(const EC(affine) *p, const MC_FLASH EC(curve) *curve)
{
    mc_word left[EC_WORDS], right[EC_WORDS];
    field_from_flash(left, curve->b_sqrt);
    field_add(left, left, p->y);
    fb_sqr(left, left);
    field_copy(right, p->x);
    EC(curve_add_a)(right, curve);
    fb_mul(right, right, p->x);
    field_add(right, right, p->y);
    fb_mul(right, right, p->x);
    return field_mask_equal(left, right);
}

/* Replaces (x, y) = 2 q by a q, if there is one: with l^2 + l = x + a, x(q)^2 = y + x (l + 1) and y(q) = x(q) (l +
 * x(q)) (Knudsen 1999). Returns ~0, or 0 if there is none. */
static mc_word halve(mc_word *x, mc_word *y, const MC_FLASH EC(curve) *curve)
{
    mc_word l[EC_WORDS], t[EC_WORDS];
    field_copy(t, x);
    EC(curve_add_a)(t, curve);
    const mc_word found = field_solve_quadratic(l, t);
    field_copy(t, l);
    t[0] ^= 1;
    fb_mul(t, t, x);
    field_add(t, t, y);
    fb_sqrt(x, t);
    field_add(l, l, x);
    fb_mul(y, l, x);
    return found;
}

/* Of a curve with cofactor 2^e these are the points of prime order. The doubles are the points with Tr(x) = Tr(a)
 * (Seroussi 1998). There is one point of order two, so the points of an order 2^i form a cyclic group; halving takes
 * either of two points that differ by the one of order two, and as long as that is itself a double or more, both are or
 * none is. */
mc_word EC(affine_mask_multiple_of_cofactor)(const EC(affine) *p, const MC_FLASH EC(curve) *curve)
{
    mc_word x[EC_WORDS], y[EC_WORDS], found = mc_word_mask_zero(0);
    field_copy(x, p->x);
    if (EC_CURVE_COFACTOR(curve) > 2) {
        field_copy(y, p->y);
        for (uint32_t h = EC_CURVE_COFACTOR(curve); h > 2; h >>= 1)
            found &= halve(x, y, curve);
    }
    return EC(affine_mask_infinity)(p) | (found & mc_word_mask_zero(field_trace(x) ^ EC_CURVE_TRACE_OF_A(curve)));
}

/* r = -t for the third point t of the line through p that has the slope s: x = s^2 + s + a + x1 + x2, where x1 + x2 is
 * given, null if it is 0, and y = s (x1 + x) + x + y1. */
static void third_point(EC(affine) *r, const EC(affine) *p, const mc_word *s, const mc_word *sum,
                        const MC_FLASH EC(curve) *curve)
{
    mc_word x[EC_WORDS], y[EC_WORDS];
    fb_sqr(x, s);
    field_add(x, x, s);
    if (sum)
        field_add(x, x, sum);
    EC(curve_add_a)(x, curve);
    field_add(y, p->x, x);
    fb_mul(y, y, s);
    field_add(y, y, x);
    field_add(r->y, y, p->y);
    field_copy(r->x, x);
}

/* The chord has the slope (y1 + y2) / (x1 + x2). */
void EC(affine_add_distinct)(EC(affine) *r, const EC(affine) *p, const EC(affine) *q, const mc_word *inverse,
                             const MC_FLASH EC(curve) *curve)
{
    mc_word slope[EC_WORDS], sum[EC_WORDS];
    field_add(slope, p->y, q->y);
    fb_mul(slope, slope, inverse);
    field_add(sum, p->x, q->x);
    third_point(r, p, slope, sum, curve);
}

/* The tangent has the slope x + y/x. */
void EC(affine_double_by_inverse)(EC(affine) *r, const EC(affine) *p, const mc_word *inverse,
                                  const MC_FLASH EC(curve) *curve)
{
    mc_word slope[EC_WORDS];
    fb_mul(slope, inverse, p->y);
    field_add(slope, slope, p->x);
    third_point(r, p, slope, NULL, curve);
}

void EC(affine_double_var)(EC(affine) *r, const EC(affine) *p, const MC_FLASH EC(curve) *curve)
{
    mc_word inverse[EC_WORDS];
    if (field_mask_zero(p->x)) { /* infinity, or the point of order two */
        EC(affine_set_infinity)(r);
        return;
    }
    fb_inv_var(inverse, p->x);
    EC(affine_double_by_inverse)(r, p, inverse, curve);
}

void EC(affine_frobenius)(EC(affine) *r, const EC(affine) *p)
{
    fb_sqr(r->x, p->x);
    fb_sqr(r->y, p->y);
}

void EC(affine_negate_masked)(EC(affine) *r, mc_word mask)
{
    field_add_masked(r->y, r->x, mask);
}
