/* Sums and doubles between coordinate systems, and the primitives of every system, whichever is bound, on every pair of
 * points of the tiny curves. fields: fp7 */
#include "curve/prime/fp_formulas.h"
#include "curve_exhaustive.h"

#define SYSTEMS(X) X(projective) X(projective_complete) X(jacobian) X(chudnovsky) X(modified)

static int has_value(const mc_word *got, const mc_word *factor, const mc_word *other)
{
    mc_word product[EC_WORDS];
    field_mul(product, factor, other);
    return field_mask_equal(got, product) != 0;
}

/* Whether the members beyond Z agree with Z. */
#define consistent_affine(p, curve)              ((void)(curve), 1)
#define consistent_projective(p, curve)          ((void)(curve), 1)
#define consistent_projective_complete(p, curve) ((void)(curve), 1)
#define consistent_jacobian(p, curve)            ((void)(curve), 1)

static int consistent_chudnovsky(const EC(chudnovsky) *p, const EC(curve) *curve)
{
    (void)curve;
    return has_value(p->z2, p->z, p->z) && has_value(p->z3, p->z2, p->z);
}

static int consistent_modified(const EC(modified) *p, const EC(curve) *curve)
{
    mc_word power[EC_WORDS];
    field_sqr(power, p->z);
    field_sqr(power, power);
    return has_value(p->az4, power, curve->a);
}

#include "formulas_exhaustive.h"

static void check_traded_sums(void)
{
    EC(jacobian) p = scaled_jacobian(&points[i], z_of_p, curve), q = scaled_jacobian(&points[j], z_of_q, curve), r;
    EC(add_jacobian_jacobian_traded)(&r, &p, &q, curve);
    CHECK(jacobian, "traded sum", &r, &sum);
    EC(add_jacobian_jacobian_traded)(&q, &p, &q, curve);
    CHECK(jacobian, "traded sum over the second", &q, &sum);
    EC(add_jacobian_affine_traded)(&r, &p, &points[j], curve);
    CHECK(jacobian, "traded mixed sum", &r, &sum);
    r = p;
    EC(add_jacobian_affine_traded)(&r, &r, &points[j], curve);
    CHECK(jacobian, "traded mixed sum in place", &r, &sum);
    q = scaled_jacobian(&points[j], z_of_q, curve);
    EC(add_jacobian_jacobian_traded)(&p, &p, &q, curve);
    CHECK(jacobian, "traded sum over the first", &p, &sum);
}

static void check_traded_double(void)
{
    EC(jacobian) p = scaled_jacobian(&points[i], z_of_p, curve), r;
    EC(double_jacobian_traded)(&r, &p, curve);
    CHECK(jacobian, "traded double", &r, &twice);
    EC(double_jacobian_traded)(&p, &p, curve);
    CHECK(jacobian, "traded double in place", &p, &twice);
}

/* Complete additions of any points, infinity too. */
static void check_complete(void)
{
    EC(projective) p = scaled_projective(&points[i], z_of_p, curve), q = scaled_projective(&points[j], z_of_q, curve);
    EC(projective) r;
    EC(projective_complete_add)(&r, &p, &q, curve);
    CHECK(projective, "complete addition", &r, &sum);
    if (j != 0) {
        EC(projective_complete_add_mixed)(&p, &p, &points[j], curve);
        CHECK(projective, "complete mixed addition", &p, &sum);
    }
}

static void check_pair(void)
{
    EC(affine_add_var)(&sum, &points[i], &points[j], curve);
    check_complete();
    if (i == 0 || j == 0)
        return;
    const mc_word equal_points = equal(&points[i], &points[j]) ? (mc_word) ~(mc_word)0 : 0;
    check_sums_projective(equal_points);
    check_sums_projective_complete(0); /* no case is exceptional */
    check_sums_jacobian(equal_points);
    check_sums_chudnovsky(equal_points);
    check_sums_modified(equal_points);
    if (equal_points || EC(affine_mask_infinity)(&sum))
        return;
    JACOBIAN_SUMS(CHECK_SUM)
    CHECK_SUM(affine, affine, affine)
    CHECK_SUM(projective, projective, projective)
    CHECK_SUM(projective, affine, projective)
    check_traded_sums();
}

static void check_point(void)
{
    EC(affine_add_var)(&twice, &points[i], &points[i], curve);
#define CHECK_DOUBLE_PRIMITIVE(c) check_double_##c();
    SYSTEMS(CHECK_DOUBLE_PRIMITIVE)
    if (EC(affine_mask_infinity)(&twice))
        return;
    JACOBIAN_DOUBLES(CHECK_DOUBLE)
    CHECK_DOUBLE(affine, affine)
    CHECK_DOUBLE(projective, projective)
    check_traded_double();
}

int main(void)
{
#define CHECK_CURVE(name) check_curve(&mc_##name);
    EC_CURVES(CHECK_CURVE)
    return failures != 0;
}
