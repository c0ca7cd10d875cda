/* Every multiple of the generators of the tiny curves, and sums k G + l q for every k and q and many l, against
 * repeated addition. fields: fb7 fp7 fp7e */
#include "curve_exhaustive.h"

typedef mc_status scalar_mult_base(EC(affine) *, const mc_word *, const EC(curve) *);
typedef mc_status scalar_mult_double(EC(affine) *, const mc_word *, const mc_word *, const EC(affine) *,
                                     const EC(curve) *);

static EC(affine) generator_multiples[SCALARS];

static void find_multiples(EC(affine) *multiples, const EC(affine) *p, const EC(curve) *curve)
{
    multiples[0] = points[0];
    for (unsigned k = 1; k < SCALARS; k++)
        EC(affine_add_var)(&multiples[k], &multiples[k - 1], p, curve);
}

/* Members for Koblitz curves refuse other curves. Members with a table refuse curves without one, which are those
   over F_p. */
static int is_optional(const EC(curve) *curve)
{
    return FIELD_IS_PRIME || !IS_KOBLITZ(curve);
}

static void check_base(const char *name, scalar_mult_base *member, const EC(curve) *curve)
{
    mc_word k[EC_SCALAR_WORDS];
    for (unsigned value = 0; value < SCALARS; value++) {
        EC(affine) r;
        memset(&r, 0xa5, sizeof r);
        mc_status status = member(&r, scalar(value, k), curve);
        if (status == MC_ERROR_UNSUPPORTED && is_optional(curve))
            return check_failure(name, status, MC_ERROR_UNSUPPORTED, &r);
        if (status != MC_OK || !equal(&r, &generator_multiples[value]))
            fail(name, "scalar", value, status);
    }
    if (!HAS_TOO_LARGE)
        return;
    EC(affine) r = points[1];
    mc_status status = member(&r, scalar(SCALARS, k), curve);
    check_failure(name, status, MC_ERROR_SCALAR_RANGE, &r);
}

static void check_sum(const char *name, scalar_mult_double *member, unsigned i, unsigned k_value, unsigned l_value,
                      const EC(affine) *multiples, const EC(curve) *curve)
{
    mc_word k[EC_SCALAR_WORDS], l[EC_SCALAR_WORDS];
    EC(affine) expected, r = points[i];
    EC(affine_add_var)(&expected, &generator_multiples[k_value], &multiples[l_value], curve);
    mc_status status = member(&r, scalar(k_value, k), scalar(l_value, l), &r, curve);
    if (status != MC_OK || !equal(&r, &expected))
        fail(name, "scalars", k_value, l_value);
}

static void check_double(const char *name, scalar_mult_double *member, const EC(curve) *curve)
{
    static EC(affine) multiples[SCALARS];
    mc_word k[EC_SCALAR_WORDS], l[EC_SCALAR_WORDS];
    EC(affine) r = points[1];
    if (member(&r, scalar(1, k), scalar(1, l), &points[1], curve) == MC_ERROR_UNSUPPORTED && is_optional(curve))
        return check_failure(name, MC_ERROR_UNSUPPORTED, MC_ERROR_UNSUPPORTED, &r);
    for (unsigned i = 0; i < point_count; i++) {
        find_multiples(multiples, &points[i], curve);
        for (unsigned k_value = 0; k_value < SCALARS; k_value++) {
            check_sum(name, member, i, k_value, (k_value + i) % 3, multiples, curve);
            check_sum(name, member, i, k_value, ((1 + i % 3) * k_value + 41 * i) % SCALARS, multiples, curve);
            check_sum(name, member, i, k_value, SCALARS - 1 - k_value, multiples, curve);
        }
    }
    if (!HAS_TOO_LARGE)
        return;
    mc_status status = member(&r, scalar(SCALARS, k), scalar(1, l), &points[1], curve);
    check_failure(name, status, MC_ERROR_SCALAR_RANGE, &r);
    status = member(&r, scalar(1, k), scalar(SCALARS, l), &points[1], curve);
    check_failure(name, status, MC_ERROR_SCALAR_RANGE, &r);
}

static void check_curve(const EC(curve) *curve)
{
    find_points(curve);
    EC(affine) generator;
    EC(affine_generator)(&generator, curve);
    find_multiples(generator_multiples, &generator, curve);
#define CHECK_BASE(f)   check_base(#f, EC(f), curve);
#define CHECK_DOUBLE(f) check_double(#f, EC(f), curve);
    MC_SCALAR_MULT_BASE_MEMBERS(CHECK_BASE)
    MC_SCALAR_MULT_DOUBLE_MEMBERS(CHECK_DOUBLE)
}

int main(void)
{
#define CHECK_CURVE(curve) check_curve(&mc_##curve);
    EC_CURVES(CHECK_CURVE)
    return failures != 0;
}
