/* Every scalar multiplication on every point of the tiny curves and every scalar, against repeated addition.
 * fields: fb7 fp7 fp7e */
#include "curve_exhaustive.h"

typedef mc_status scalar_mult(EC(affine) *, const mc_word *, const EC(affine) *, const EC(curve) *);

static void check_point(const char *name, scalar_mult *member, unsigned i, const EC(curve) *curve)
{
    EC(affine) expected = points[0], r, aliased;
    for (unsigned value = 0; value < SCALARS; value++) {
        mc_word k[EC_SCALAR_WORDS];
        scalar(value, k);
        memset(&r, 0xa5, sizeof r);
        aliased = points[i];
        mc_status status = member(&r, k, &points[i], curve);
        if (status == MC_ERROR_UNSUPPORTED && !IS_KOBLITZ(curve)) {
            check_failure(name, status, MC_ERROR_UNSUPPORTED, &r);
            continue;
        }
        if (status == MC_ERROR_SUBGROUP && !EC(affine_mask_subgroup)(&points[i], curve)) {
            check_failure(name, status, MC_ERROR_SUBGROUP, &r);
            continue;
        }
        if (status != MC_OK || !equal(&r, &expected))
            fail(name, "point and scalar", i, value);
        if (value % 8 == 3)
            member(&aliased, k, &aliased, curve);
        if (value % 8 == 3 && !equal(&aliased, &expected))
            fail(name, "point and scalar, result over the point", i, value);
        EC(affine_add_var)(&expected, &expected, &points[i], curve);
    }
}

static void check_member(const char *name, scalar_mult *member, const EC(curve) *curve)
{
    find_points(curve);
    for (unsigned i = 0; i < point_count; i++)
        check_point(name, member, i, curve);
    mc_word k[EC_SCALAR_WORDS];
    EC(affine) r;
    if (!HAS_TOO_LARGE || member(&r, scalar(0, k), &points[0], curve) == MC_ERROR_UNSUPPORTED)
        return;
    r = points[1];
    mc_status status = member(&r, scalar(SCALARS, k), &points[1], curve);
    check_failure(name, status, MC_ERROR_SCALAR_RANGE, &r);
}

int main(void)
{
#define CHECK_CURVE(curve) check_member(name, member, &mc_##curve);
#define CHECK(f)                                                                                                       \
    {                                                                                                                  \
        const char *name = #f;                                                                                         \
        scalar_mult *member = EC(f);                                                                                   \
        EC_CURVES(CHECK_CURVE)                                                                                         \
    }
    MC_SCALAR_MULT_MEMBERS(CHECK)
    return failures != 0;
}
