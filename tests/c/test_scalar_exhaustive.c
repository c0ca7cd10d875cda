/* Every scalar multiplication on every point of the tiny curves and every scalar, against repeated addition.
 * fields: fb7 */
#include "curve_exhaustive.h"

typedef mc_status scalar_mult(FB(affine) *, const mc_word *, const FB(affine) *, const FB(curve) *);

/* A failed call leaves infinity, all zeros. */
static void check_failure(const char *name, mc_status status, mc_status expected, const FB(affine) *r)
{
    if (status != expected || !FB(affine_mask_infinity)(r))
        fail(name, "status or output of a failed call", status, expected);
}

static void check_point(const char *name, scalar_mult *member, unsigned i, const FB(curve) *curve)
{
    FB(affine) expected = points[0], r, aliased;
    for (unsigned value = 0; value < 1U << FB_M; value++) {
        mc_word k[FB_WORDS] = {(mc_word)value};
        memset(&r, 0xa5, sizeof r);
        aliased = points[i];
        mc_status status = member(&r, k, &points[i], curve);
        if (status == MC_ERROR_UNSUPPORTED && !curve->koblitz) {
            check_failure(name, status, MC_ERROR_UNSUPPORTED, &r);
            continue;
        }
        if (status == MC_ERROR_SUBGROUP && !FB(affine_mask_subgroup)(&points[i], curve)) {
            check_failure(name, status, MC_ERROR_SUBGROUP, &r);
            continue;
        }
        if (status != MC_OK || !equal(&r, &expected))
            fail(name, "point and scalar", i, value);
        if (value % 8 == 3)
            member(&aliased, k, &aliased, curve);
        if (value % 8 == 3 && !equal(&aliased, &expected))
            fail(name, "point and scalar, result over the point", i, value);
        FB(affine_add_var)(&expected, &expected, &points[i], curve);
    }
}

static void check_member(const char *name, scalar_mult *member, const FB(curve) *curve)
{
    find_points(curve);
    for (unsigned i = 0; i < point_count; i++)
        check_point(name, member, i, curve);
    mc_word zero[FB_WORDS] = {0}, too_large[FB_WORDS] = {0};
    too_large[FB_M / MC_WORD_BITS] = (mc_word)1 << FB_M % MC_WORD_BITS;
    FB(affine) r;
    if (member(&r, zero, &points[0], curve) == MC_ERROR_UNSUPPORTED)
        return;
    r = points[1];
    mc_status status = member(&r, too_large, &points[1], curve);
    check_failure(name, status, MC_ERROR_SCALAR_RANGE, &r);
}

int main(void)
{
#define CHECK_CURVE(curve) check_member(name, member, &mc_##curve);
#define CHECK(f)                                                                                                       \
    {                                                                                                                  \
        const char *name = #f;                                                                                         \
        scalar_mult *member = FB(f);                                                                                   \
        FB_CURVES(CHECK_CURVE)                                                                                         \
    }
    MC_SCALAR_MULT_MEMBERS(CHECK)
    return failures != 0;
}
