/* Coordinate systems on every pair of points of the tiny curves, with every Z. fields: fb7 */
#include "curve_exhaustive.h"

/* The point in Lopez-Dahab coordinates with this Z. */
static FB(lopez_dahab) scaled(const FB(affine) *p, unsigned z)
{
    FB(lopez_dahab) r;
    FB(lopez_dahab_from_affine)(&r, p);
    mc_word factor[FB_WORDS];
    FB(set_small)(factor, (mc_word)z);
    fb_mul(r.x, r.x, factor);
    fb_mul(r.z, r.z, factor);
    fb_sqr(factor, factor);
    fb_mul(r.y, r.y, factor);
    return r;
}

static FB(affine) to_affine(const FB(lopez_dahab) *p)
{
    FB(affine) r;
    FB(lopez_dahab_to_affine_var)(&r, p);
    return r;
}

static void check_additions(const char *name, const FB(curve) *curve)
{
    for (unsigned i = 0; i < point_count; i++) {
        for (unsigned j = 0; j < point_count; j++) {
            FB(affine) sum, difference, opposite, q = points[j];
            FB(affine_add_var)(&sum, &points[i], &points[j], curve);
            FB(affine_negate)(&opposite, &points[j]);
            FB(affine_add_var)(&difference, &points[i], &opposite, curve);
            FB(lopez_dahab) p = scaled(&points[i], 1 + (i + 31 * j) % ((1U << FB_M) - 1)), apart, minus = p;
            FB(lopez_dahab_add_mixed_var)(&apart, &p, &points[j], curve);
            FB(lopez_dahab_add_mixed_var)(&p, &p, &points[j], curve);
            FB(lopez_dahab_add_signed_var)(&minus, &q, 1, curve);
            FB(affine) got = to_affine(&p), got_apart = to_affine(&apart), got_minus = to_affine(&minus);
            if (!equal(&got, &sum) || !equal(&got_apart, &sum))
                fail(name, "mixed addition", i, j);
            if (!equal(&got_minus, &difference) || !equal(&q, &points[j]))
                fail(name, "mixed subtraction", i, j);
            got = points[i];
            FB(affine_add_var)(&got, &points[j], &got, curve);
            if (!equal(&got, &sum))
                fail(name, "affine addition over the second summand", i, j);
        }
    }
}

static void check_every_z(const char *name, const FB(curve) *curve)
{
    for (unsigned i = 0; i < point_count; i++) {
        FB(affine) twice, frobenius;
        FB(affine_add_var)(&twice, &points[i], &points[i], curve);
        FB(affine_frobenius)(&frobenius, &points[i]);
        for (unsigned z = 1; z < 1U << FB_M; z++) {
            FB(lopez_dahab) p = scaled(&points[i], z), doubled, image;
            FB(lopez_dahab_double)(&doubled, &p, curve);
            FB(lopez_dahab_frobenius)(&image, &p);
            FB(lopez_dahab_double)(&p, &p, curve);
            FB(affine) got = to_affine(&p), got_doubled = to_affine(&doubled), got_image = to_affine(&image);
            if (!equal(&got, &twice) || !equal(&got_doubled, &twice))
                fail(name, "doubling", i, z);
            if (!equal(&got_image, &frobenius))
                fail(name, "Frobenius", i, z);
        }
    }
}

/* Ten points at a time, so that exceptional cases meet ordinary ones in a batch. */
static void check_batches(const char *name, const FB(curve) *curve)
{
    enum { BATCH = 10 };
    mc_word scratch[2 * BATCH][FB_WORDS], z[BATCH][FB_WORDS];
    FB(affine) batch[BATCH], sum;
    for (unsigned j = 0; j < point_count; j++) {
        for (unsigned first = 0; first + BATCH <= point_count; first++) {
            memcpy(batch, points + first, sizeof batch);
            FB(affine_add_each_var)(batch, BATCH, &points[j], scratch, curve);
            for (unsigned i = 0; i < BATCH; i++) {
                FB(affine_add_var)(&sum, &points[first + i], &points[j], curve);
                if (!equal(&batch[i], &sum))
                    fail(name, "addition with a common inversion", first + i, j);
            }
        }
    }
    for (unsigned first = 1; first + BATCH <= point_count; first++) {
        for (unsigned i = 0; i < BATCH; i++) {
            FB(lopez_dahab) p = scaled(&points[first + i], 1 + first * (i + 1) % 127);
            FB(copy)(batch[i].x, p.x);
            FB(copy)(batch[i].y, p.y);
            FB(copy)(z[i], p.z);
        }
        FB(lopez_dahab_to_affine_each_var)(batch, z, BATCH, scratch);
        for (unsigned i = 0; i < BATCH; i++)
            if (!equal(&batch[i], &points[first + i]))
                fail(name, "conversion with a common inversion", first, i);
    }
}

static void check_validation(const char *name, const FB(curve) *curve)
{
    unsigned n = (unsigned)curve->order[0], in_subgroup = 0;
    if (point_count != n * curve->cofactor)
        fail(name, "number of points", point_count, n);
    for (unsigned i = 0; i < point_count; i++) {
        FB(affine) multiple_n = multiple(n, &points[i], curve);
        mc_word annihilated = FB(affine_mask_infinity)(&multiple_n);
        mc_status expected = i == 0 ? MC_ERROR_INFINITY : annihilated ? MC_OK : MC_ERROR_SUBGROUP;
        if (FB(affine_mask_subgroup)(&points[i], curve) != annihilated)
            fail(name, "subgroup", i, n);
        if (FB(affine_validate)(&points[i], curve) != expected)
            fail(name, "status of validation", i, n);
        in_subgroup += annihilated != 0;
    }
    if (in_subgroup != n)
        fail(name, "size of the subgroup", in_subgroup, n);
    FB(affine) off = points[1]; /* the only point with x = 0 */
    off.y[0] ^= 2;
    if (FB(affine_validate)(&off, curve) != MC_ERROR_NOT_ON_CURVE)
        fail(name, "a point off the curve is accepted", 1, 1);
}

static void check(const char *name, const FB(curve) *curve)
{
    find_points(curve);
    check_validation(name, curve);
    check_additions(name, curve);
    check_every_z(name, curve);
    check_batches(name, curve);
}

int main(void)
{
#define CHECK(curve) check(#curve, &mc_##curve);
    FB_CURVES(CHECK)
    return failures != 0;
}
