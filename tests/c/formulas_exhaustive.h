/* Common part of the exhaustive tests of sums and doubles between coordinate systems. The includer defines
 * SYSTEMS(X), which lists the bindable systems, and for each type consistent_<c>(p, curve), which says whether the
 * members beyond Z agree with Z. */
#ifndef FORMULAS_EXHAUSTIVE_H
#define FORMULAS_EXHAUSTIVE_H

#include "curve_exhaustive.h"

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
        field_inv_var(inverse, p->z);                                                                                  \
        EC(c##_to_affine_by_inverse)(&r, p->x, p->y, inverse);                                                         \
        return r;                                                                                                      \
    }
SYSTEMS(DEFINE_CONVERSIONS)
#define scaled_affine(p, z, curve) (*(p))
#define affine_affine(p)           (*(p))

static const EC(curve) *curve;
static unsigned i, j, z_of_p, z_of_q; /* the case: the numbers of the points, and their Z */
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

/* Additions as primitives: p and q are not infinity, but may be equal or opposite. The return value reports equal
 * points. */
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

/* The points i and j with these Z; the point i with that one. */
static void check_pair(void);
static void check_point(void);

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

#endif
