/* Every multiple of the generators of the tiny curves, sums k G + l q for every k and q and many l, against repeated
 * addition; the complete mixed addition on every pair of points.
 * fields: fb7 */
#include "curve_exhaustive.h"

#define SCALARS (1U << FB_M)

typedef mc_status scalar_mult_base(FB(affine) *, const mc_word *, const FB(curve) *);
typedef mc_status scalar_mult_double(FB(affine) *, const mc_word *, const mc_word *, const FB(affine) *,
                                     const FB(curve) *);

static FB(affine) generator_multiples[SCALARS];

static void find_multiples(FB(affine) *multiples, const FB(affine) *p, const FB(curve) *curve)
{
    multiples[0] = points[0];
    for (unsigned k = 1; k < SCALARS; k++)
        FB(affine_add_var)(&multiples[k], &multiples[k - 1], p, curve);
}

/* A failed call leaves infinity, all zeros. */
static void check_failure(const char *name, mc_status status, mc_status expected, const FB(affine) *r)
{
    if (status != expected || !FB(affine_mask_infinity)(r))
        fail(name, "status or output of a failed call", status, expected);
}

static mc_word *scalar(unsigned value, mc_word *k)
{
    FB(set_small)(k, 0);
    k[0] = (mc_word)value;
    return k;
}

static mc_word *too_large(mc_word *k)
{
    FB(set_small)(k, 0);
    k[FB_M / MC_WORD_BITS] = (mc_word)1 << FB_M % MC_WORD_BITS;
    return k;
}

static void check_base(const char *name, scalar_mult_base *member, const FB(curve) *curve)
{
    mc_word k[FB_WORDS];
    for (unsigned value = 0; value < SCALARS; value++) {
        FB(affine) r;
        memset(&r, 0xa5, sizeof r);
        mc_status status = member(&r, scalar(value, k), curve);
        if (status == MC_ERROR_UNSUPPORTED && !curve->koblitz)
            return check_failure(name, status, MC_ERROR_UNSUPPORTED, &r);
        if (status != MC_OK || !equal(&r, &generator_multiples[value]))
            fail(name, "scalar", value, status);
    }
    FB(affine) r = points[1];
    mc_status status = member(&r, too_large(k), curve);
    check_failure(name, status, MC_ERROR_SCALAR_RANGE, &r);
}

static void check_sum(const char *name, scalar_mult_double *member, unsigned i, unsigned k_value, unsigned l_value,
                      const FB(affine) *multiples, const FB(curve) *curve)
{
    mc_word k[FB_WORDS], l[FB_WORDS];
    FB(affine) expected, r = points[i];
    FB(affine_add_var)(&expected, &generator_multiples[k_value], &multiples[l_value], curve);
    mc_status status = member(&r, scalar(k_value, k), scalar(l_value, l), &r, curve);
    if (status != MC_OK || !equal(&r, &expected))
        fail(name, "scalars", k_value, l_value);
}

static void check_double(const char *name, scalar_mult_double *member, const FB(curve) *curve)
{
    static FB(affine) multiples[SCALARS];
    mc_word k[FB_WORDS], l[FB_WORDS];
    FB(affine) r = points[1];
    if (member(&r, scalar(1, k), scalar(1, l), &points[1], curve) == MC_ERROR_UNSUPPORTED && !curve->koblitz)
        return check_failure(name, MC_ERROR_UNSUPPORTED, MC_ERROR_UNSUPPORTED, &r);
    for (unsigned i = 0; i < point_count; i++) {
        find_multiples(multiples, &points[i], curve);
        for (unsigned k_value = 0; k_value < SCALARS; k_value++) {
            for (unsigned l_value = 0; l_value < 3; l_value++)
                check_sum(name, member, i, k_value, l_value, multiples, curve);
            for (unsigned step = 1; step < 4; step++)
                check_sum(name, member, i, k_value, (step * k_value + 41 * i) % SCALARS, multiples, curve);
            check_sum(name, member, i, k_value, SCALARS - 1 - k_value, multiples, curve);
        }
    }
    mc_status status = member(&r, too_large(k), scalar(1, l), &points[1], curve);
    check_failure(name, status, MC_ERROR_SCALAR_RANGE, &r);
    status = member(&r, scalar(1, k), too_large(l), &points[1], curve);
    check_failure(name, status, MC_ERROR_SCALAR_RANGE, &r);
}

/* Sums of p, with every Z that is not 0, or as infinity, and q. */
static void check_complete_addition(const FB(curve) *curve)
{
    for (unsigned i = 0; i < point_count; i++) {
        for (unsigned j = 0; j < point_count; j++) {
            FB(lopez_dahab) p;
            FB(affine) expected, r;
            FB(lopez_dahab_from_affine)(&p, &points[i]);
            FB(set_small)(p.z, i ? (mc_word)(1 + (37 * i + j) % (SCALARS - 1)) : 0);
            fb_mul(p.x, p.x, p.z);
            fb_sqr(r.y, p.z);
            fb_mul(p.y, p.y, r.y);
            FB(lopez_dahab_add_mixed_complete)(&p, &p, &points[j], curve);
            FB(lopez_dahab_to_affine)(&r, &p);
            FB(affine_add_var)(&expected, &points[i], &points[j], curve);
            if (!equal(&r, &expected))
                fail("lopez_dahab_add_mixed_complete", "points", i, j);
        }
    }
}

static void check_curve(const FB(curve) *curve)
{
    find_points(curve);
    FB(affine) generator;
    FB(affine_generator)(&generator, curve);
    find_multiples(generator_multiples, &generator, curve);
    check_complete_addition(curve);
#define CHECK_BASE(f)   check_base(#f, FB(f), curve);
#define CHECK_DOUBLE(f) check_double(#f, FB(f), curve);
    MC_SCALAR_MULT_BASE_MEMBERS(CHECK_BASE)
    MC_SCALAR_MULT_DOUBLE_MEMBERS(CHECK_DOUBLE)
}

int main(void)
{
#define CHECK_CURVE(curve) check_curve(&mc_##curve);
    FB_CURVES(CHECK_CURVE)
    return failures != 0;
}
