/* Sums and doubles between coordinate systems, and the primitives of every system, whichever is bound. They run on
 * every pair of points of the tiny curves, and of isomorphic curves whose a the formulas do not know. fields: fb7 */
#include "curve/binary/fb_formulas.h"

#define SYSTEMS                           FB_SYSTEMS
#define consistent_affine(p, curve)       ((void)(curve), 1)
#define consistent_affine_slope(p, curve) ((void)(curve), 1)
#define consistent_projective(p, curve)   ((void)(curve), 1)
#define consistent_jacobian(p, curve)     ((void)(curve), 1)
#define consistent_lopez_dahab(p, curve)  ((void)(curve), 1)
#define consistent_lambda(p, curve)       ((void)(curve), 1)
#include "formulas_exhaustive.h"

/* Whether an affine point can be represented in a system. */
#define exists_affine(p)       1
#define exists_projective(p)   1
#define exists_jacobian(p)     1
#define exists_lopez_dahab(p)  1
#define exists_lambda(p)       1
#define exists_affine_slope(p) (!field_mask_zero((p)->x))

static EC(affine_slope) slope_of(const EC(affine) *p)
{
    EC(affine_slope) r;
    EC(affine_to_slope_var)(&r, p);
    return r;
}
#define scaled_affine_slope(p, z, curve) slope_of(p)

static EC(affine) affine_affine_slope(const EC(affine_slope) *p)
{
    EC(affine) r;
    EC(affine_from_slope)(&r, p);
    return r;
}

static void check_double_add(void)
{
    EC(affine) opposite, total;
    EC(lambda) p = scaled_lambda(&points[i], z_of_p, curve), r;
    EC(affine_double_var)(&twice, &points[i], curve);
    EC(affine_negate)(&opposite, &points[j]);
    EC(affine_add_var)(&total, &twice, &points[j], curve);
    if (EC(affine_mask_infinity)(&twice) || equal(&twice, &points[j]) || equal(&twice, &opposite) ||
        !exists_affine_slope(&points[j]) || !exists_affine_slope(&total))
        return;
    const EC(affine_slope) q = slope_of(&points[j]);
    EC(double_add_lambda_affine_slope_to_lambda)(&r, &p, &q, curve);
    EC(double_add_lambda_affine_slope_to_lambda)(&p, &p, &q, curve);
    CHECK(lambda, "2 p + q", &r, &total);
    CHECK(lambda, "2 p + q in place", &p, &total);
}

/* Sums of any points of odd order, infinity included. */
static void check_odd_sums(void)
{
    if (!EC(affine_mask_subgroup)(&points[i], curve) || !EC(affine_mask_subgroup)(&points[j], curve))
        return;
    EC(affine) total;
    EC(affine_add_var)(&total, &points[i], &points[j], curve);
    const EC(lambda) p = scaled_lambda(&points[i], z_of_p, curve), q = scaled_lambda(&points[j], z_of_q, curve);
    const EC(affine_slope) slope = slope_of(&points[j]);
    EC(lambda) r = p;
    EC(lambda_add_complete)(&r, &r, &q, curve);
    CHECK(lambda, "p + q in the place of p", &r, &total);
    r = q;
    EC(lambda_add_complete)(&r, &p, &r, curve);
    CHECK(lambda, "p + q in the place of q", &r, &total);
    r = p;
    EC(lambda_add_slope_complete)(&r, &r, &slope, curve);
    CHECK(lambda, "p and a slope", &r, &total);
    r = p;
    EC(lambda_add_slope_var)(&r, &slope, curve);
    CHECK(lambda, "p and a slope, by branching", &r, &total);
}

#define CHECK_PRIMITIVE_SUMS(c) check_sums_##c(equal_points);
#define CHECK_PRIMITIVES(c)     check_double_##c();
#define CHECK_SYSTEM_SUMS(c)    CHECK_SUM(c, c, c) CHECK_SUM(c, affine, c)
#define CHECK_SYSTEM_DOUBLES(c) CHECK_DOUBLE(c, c)
#define CHECK_EXISTING_SUM(p_, q_, r_)                                                                                 \
    if (exists_##q_(&points[j]) && exists_##r_(&sum))                                                                  \
    CHECK_SUM(p_, q_, r_)
#define CHECK_EXISTING_DOUBLE(p_, r_)                                                                                  \
    if (exists_##p_(&points[i]) && exists_##r_(&twice))                                                                \
    CHECK_DOUBLE(p_, r_)

static void check_pair(void)
{
    check_odd_sums();
    if (i == 0 || j == 0)
        return;
    const mc_word equal_points = equal(&points[i], &points[j]) ? (mc_word) ~(mc_word)0 : 0;
    EC(affine_add_var)(&sum, &points[i], &points[j], curve);
    SYSTEMS(CHECK_PRIMITIVE_SUMS)
    check_double_add();
    if (equal_points || EC(affine_mask_infinity)(&sum))
        return;
    SYSTEMS(CHECK_SYSTEM_SUMS)
    FB_SUMS(CHECK_EXISTING_SUM)
}

static void check_point(void)
{
    EC(affine_add_var)(&twice, &points[i], &points[i], curve);
    SYSTEMS(CHECK_PRIMITIVES)
    if (EC(affine_mask_infinity)(&twice))
        return;
    SYSTEMS(CHECK_SYSTEM_DOUBLES)
    FB_DOUBLES(CHECK_EXISTING_DOUBLE)
}

/* The curve and, by (x, y) -> (x, y + z x), the curve with the coefficient a + z^2 + z. */
static void check_curve_and_isomorphic(const EC(curve) *its_curve)
{
    EC(curve) isomorphic = *its_curve;
    isomorphic.a_class = MC_COEFFICIENT_GENERAL;
    isomorphic.a[0] ^= 6;
    check_curve(its_curve);
    check_curve(&isomorphic);
}

int main(void)
{
#define CHECK_CURVE(name) check_curve_and_isomorphic(&mc_##name);
    EC_CURVES(CHECK_CURVE)
    return failures != 0;
}
