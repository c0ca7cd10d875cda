/* Sums and doubles between coordinate systems, and the primitives of every system, whichever is bound, on every pair of
 * points of the tiny curves. fields: fp7 */
#include "curve/fp_formulas.h"
#include "curve_exhaustive.h"

#define SYSTEMS(X) X(projective) X(projective_complete) X(jacobian) X(chudnovsky) X(modified)

static int has_value(const mc_word *got, const mc_word *factor, const mc_word *other)
{
    mc_word product[EC_WORDS];
    field_mul(product, factor, other);
    return EC(mask_equal)(got, product) != 0;
}

/* Whether the members beyond Z are what Z makes them. */
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

/* Points with a chosen Z, and their affine coordinates again. */
#define DEFINE_CONVERSIONS(c)                                                                                          \
    static EC(c) scaled_##c(const EC(affine) *p, unsigned z, const EC(curve) *curve)                                   \
    {                                                                                                                  \
        EC(c) r;                                                                                                       \
        EC(affine) factor = pair(z, 0);                                                                                \
        EC(c##_from_affine)(&r, p);                                                                                    \
        EC(c##_scale)(&r, factor.x, curve);                                                                            \
        return r;                                                                                                      \
    }                                                                                                                  \
    static EC(affine) affine_##c(const EC(c) *p)                                                                       \
    {                                                                                                                  \
        EC(affine) r;                                                                                                  \
        mc_word inverse[EC_WORDS];                                                                                     \
        field_inv_var(inverse, p->z);                                                                                      \
        EC(c##_to_affine_by_inverse)(&r, p->x, p->y, inverse);                                                         \
        return r;                                                                                                      \
    }
SYSTEMS(DEFINE_CONVERSIONS)
#define scaled_affine(p, z, curve) (*(p))
#define affine_affine(p)           (*(p))

static const EC(curve) *curve;
static unsigned i, j, z_of_p, z_of_q; /* the case: numbers of points, and what their Z are */
static EC(affine) sum, twice;

#define CHECK(c, name, got, expected)                                                                                  \
    do {                                                                                                               \
        EC(affine) result_ = affine_##c(got);                                                                          \
        if (!equal(&result_, expected) || !consistent_##c(got, curve))                                                 \
            fail(name, "wrong result", i, j);                                                                          \
    } while (0)
#define SAME(a, b) __builtin_types_compatible_p(EC(a), EC(b))

#define CHECK_SUM(p_, q_, r_)                                                                                          \
    do {                                                                                                               \
        union {                                                                                                        \
            EC(p_) p;                                                                                                  \
            EC(q_) q;                                                                                                  \
            EC(r_) r;                                                                                                  \
        } over;                                                                                                        \
        EC(p_) p = scaled_##p_(&points[i], z_of_p, curve);                                                             \
        EC(q_) q = scaled_##q_(&points[j], z_of_q, curve);                                                             \
        EC(add_##p_##_##q_##_to_##r_)(&over.r, &p, &q, curve);                                                         \
        CHECK(r_, #p_ " + " #q_ " = " #r_, &over.r, &sum);                                                             \
        over.p = p;                                                                                                    \
        if (SAME(p_, r_))                                                                                              \
            EC(add_##p_##_##q_##_to_##r_)(&over.r, &over.p, &q, curve);                                                \
        if (SAME(p_, r_))                                                                                              \
            CHECK(r_, #p_ " + " #q_ " over the first", &over.r, &sum);                                                 \
        over.q = q;                                                                                                    \
        if (SAME(q_, r_))                                                                                              \
            EC(add_##p_##_##q_##_to_##r_)(&over.r, &p, &over.q, curve);                                                \
        if (SAME(q_, r_))                                                                                              \
            CHECK(r_, #p_ " + " #q_ " over the second", &over.r, &sum);                                                \
    } while (0);

#define CHECK_DOUBLE(p_, r_)                                                                                           \
    do {                                                                                                               \
        union {                                                                                                        \
            EC(p_) p;                                                                                                  \
            EC(r_) r;                                                                                                  \
        } over;                                                                                                        \
        EC(p_) p = scaled_##p_(&points[i], z_of_p, curve);                                                             \
        EC(double_##p_##_to_##r_)(&over.r, &p, curve);                                                                 \
        CHECK(r_, "2 " #p_ " = " #r_, &over.r, &twice);                                                                \
        over.p = p;                                                                                                    \
        if (SAME(p_, r_))                                                                                              \
            EC(double_##p_##_to_##r_)(&over.r, &over.p, curve);                                                        \
        if (SAME(p_, r_))                                                                                              \
            CHECK(r_, "2 " #p_ " in place", &over.r, &twice);                                                          \
    } while (0);

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

/* Additions as primitives: p and q are not infinity, but may be equal or opposite. What they return tells the former.
 */
#define DEFINE_CHECK_OF_PRIMITIVES(c)                                                                                  \
    static void check_sums_##c(mc_word equal_points)                                                                   \
    {                                                                                                                  \
        EC(c) p = scaled_##c(&points[i], z_of_p, curve), q = scaled_##c(&points[j], z_of_q, curve), r, s;              \
        s = p;                                                                                                         \
        if (EC(c##_add_mixed)(&r, &p, &points[j], curve) != equal_points ||                                            \
            EC(c##_add)(&s, &s, &q, curve) != equal_points)                                                            \
            fail(#c, "equal points", i, j);                                                                            \
        if (equal_points)                                                                                              \
            return;                                                                                                    \
        CHECK(c, #c " mixed", &r, &sum);                                                                               \
        CHECK(c, #c " over the first", &s, &sum);                                                                      \
        r = p;                                                                                                         \
        EC(c##_add_mixed)(&r, &r, &points[j], curve);                                                                  \
        EC(c##_add)(&q, &p, &q, curve);                                                                                \
        CHECK(c, #c " mixed in place", &r, &sum);                                                                      \
        CHECK(c, #c " over the second", &q, &sum);                                                                     \
    }                                                                                                                  \
    static void check_double_##c(void)                                                                                 \
    {                                                                                                                  \
        EC(c) p = scaled_##c(&points[i], z_of_p, curve), r;                                                            \
        CHECK(c, #c " conversion", &p, &points[i]);                                                                    \
        EC(c##_double)(&r, &p, curve);                                                                                 \
        EC(c##_double)(&p, &p, curve);                                                                                 \
        CHECK(c, #c " doubling", &r, &twice);                                                                          \
        CHECK(c, #c " doubling in place", &p, &twice);                                                                 \
        EC(c##_from_affine)(&p, &points[i]);                                                                           \
        EC(c##_double)(&p, &p, curve);                                                                                 \
        CHECK(c, #c " doubling for Z = 1", &p, &twice);                                                                \
        if (EC(c##_mask_infinity)(&p) != EC(affine_mask_infinity)(&twice))                                             \
            fail(#c, "infinity", i, i);                                                                                \
        EC(c##_negate)(&r, &p);                                                                                        \
        EC(c##_negate)(&r, &r);                                                                                        \
        CHECK(c, #c " negated twice", &r, &twice);                                                                     \
        EC(affine) opposite;                                                                                           \
        EC(affine_negate)(&opposite, &twice);                                                                          \
        EC(c##_negate)(&r, &p);                                                                                        \
        CHECK(c, #c " negated", &r, &opposite);                                                                        \
    }
SYSTEMS(DEFINE_CHECK_OF_PRIMITIVES)

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

static void check_curve(const EC(curve) *its_curve)
{
    curve = its_curve;
    find_points(curve);
    for (i = 0; i < point_count; i++) {
        for (j = 0; j < point_count; j++) {
            z_of_p = 1 + (i + 31 * j) % (FIELD_SIZE - 1);
            z_of_q = 1 + (7 * i + j) % (FIELD_SIZE - 1);
            check_pair();
        }
        for (j = z_of_p = 1; z_of_p < FIELD_SIZE; j = ++z_of_p)
            check_point();
    }
}

int main(void)
{
#define CHECK_CURVE(name) check_curve(&mc_##name);
    EC_CURVES(CHECK_CURVE)
    return failures != 0;
}
