/* Coordinate systems on every pair of points of the tiny curves, with every Z. fields: fb7 fp7 */
#include "curve_exhaustive.h"

static EC(affine) to_affine(const ec_projective *p)
{
    EC(affine) r, constant_time;
    ec_to_affine_var(&r, p);
    ec_to_affine(&constant_time, p);
    if (!equal(&r, &constant_time))
        fail("to_affine", "differs from to_affine_var", 0, 0);
    return r;
}

static void check_sum(const char *name, const char *what, const ec_projective *p, const EC(affine) *expected,
                      unsigned i, unsigned j)
{
    EC(affine) got = to_affine(p);
    if (!equal(&got, expected))
        fail(name, what, i, j);
}

/* Mixed additions of q to p and from it, into a third point and in place. The last of these requires p != +-q, and
   neither infinity. */
static void check_mixed(const char *name, unsigned i, unsigned j, const EC(affine) *sum, const EC(affine) *difference,
                        const EC(curve) *curve)
{
    const ec_projective p = scaled(&points[i], 1 + (i + 31 * j) % (FIELD_SIZE - 1), curve);
    ec_projective r, in_place = p;
    EC(affine) q = points[j];
    ec_add_mixed_var(&r, &p, &q, curve);
    ec_add_mixed_var(&in_place, &in_place, &q, curve);
    check_sum(name, "mixed addition", &r, sum, i, j);
    check_sum(name, "mixed addition in place", &in_place, sum, i, j);
    in_place = p;
    ec_add_mixed_complete(&r, &p, &q, curve);
    ec_add_mixed_complete(&in_place, &in_place, &q, curve);
    check_sum(name, "complete mixed addition", &r, sum, i, j);
    check_sum(name, "complete mixed addition in place", &in_place, sum, i, j);
    r = in_place = p;
    EC(add_signed_var)(&r, &q, 1, curve);
    EC(add_signed_var)(&in_place, &q, 0, curve);
    check_sum(name, "mixed subtraction", &r, difference, i, j);
    check_sum(name, "mixed addition with a sign", &in_place, sum, i, j);
    if (!equal(&q, &points[j]))
        fail(name, "mixed subtraction changes its summand", i, j);
#if FIELD_HAS_EDWARDS_CURVES
    ec_from_affine(&r, difference);
    ec_double(&r, &r, curve);
    ec_double(&r, &r, curve);
    if (!ec_mask_infinity(&r)) {
        in_place = p;
        ec_add_mixed_apart(&r, &p, &q, curve);
        ec_add_mixed_apart(&in_place, &in_place, &q, curve);
        check_sum(name, "mixed addition of points apart", &r, sum, i, j);
        check_sum(name, "mixed addition of points apart in place", &in_place, sum, i, j);
    }
#endif
    if (i == 0 || j == 0 || EC(affine_mask_infinity)(sum) || EC(affine_mask_infinity)(difference))
        return;
    in_place = p;
    ec_add_mixed(&r, &p, &q, curve);
    ec_add_mixed(&in_place, &in_place, &q, curve);
    check_sum(name, "mixed addition of ordinary points", &r, sum, i, j);
    check_sum(name, "mixed addition of ordinary points in place", &in_place, sum, i, j);
}

/* Additions of two projective points, into a third and into the first. */
static void check_projective(const char *name, unsigned i, unsigned j, const EC(affine) *sum,
                             const EC(affine) *difference, const EC(curve) *curve)
{
    const ec_projective p = scaled(&points[i], 1 + (i + 31 * j) % (FIELD_SIZE - 1), curve);
    ec_projective q = scaled(&points[j], 1 + (7 * i + j) % (FIELD_SIZE - 1), curve), r, in_place = p;
    ec_add_var(&r, &p, &q, curve);
    ec_add_var(&in_place, &in_place, &q, curve);
    check_sum(name, "addition", &r, sum, i, j);
    check_sum(name, "addition in place", &in_place, sum, i, j);
    ec_negate(&r, &q);
    ec_negate(&q, &q);
    in_place = p;
    ec_add_var(&in_place, &p, &q, curve);
    check_sum(name, "subtraction", &in_place, difference, i, j);
    ec_add_var(&in_place, &p, &r, curve);
    check_sum(name, "subtraction of a copy", &in_place, difference, i, j);
}

static void check_additions(const char *name, const EC(curve) *curve)
{
    for (unsigned i = 0; i < point_count; i++) {
        for (unsigned j = 0; j < point_count; j++) {
            EC(affine) sum, difference, opposite, got = points[i];
            EC(affine_add_var)(&sum, &points[i], &points[j], curve);
            EC(affine_negate)(&opposite, &points[j]);
            EC(affine_add_var)(&difference, &points[i], &opposite, curve);
            check_mixed(name, i, j, &sum, &difference, curve);
            check_projective(name, i, j, &sum, &difference, curve);
            EC(affine_add_var)(&got, &points[j], &got, curve);
            if (!equal(&got, &sum))
                fail(name, "affine addition over the second summand", i, j);
        }
    }
}

static void check_every_z(const char *name, const EC(curve) *curve)
{
    for (unsigned i = 0; i < point_count; i++) {
        EC(affine) twice, same;
        EC(affine_add_var)(&twice, &points[i], &points[i], curve);
        EC(affine_double_var)(&same, &points[i], curve);
        if (!equal(&same, &twice))
            fail(name, "affine doubling", i, i);
        for (unsigned z = 1; z < FIELD_SIZE; z++) {
            ec_projective p = scaled(&points[i], z, curve), doubled;
            ec_double(&doubled, &p, curve);
            check_sum(name, "conversion", &p, &points[i], i, z);
            check_sum(name, "doubling", &doubled, &twice, i, z);
#if !FIELD_IS_PRIME
            ec_projective image;
            EC(affine_frobenius)(&same, &points[i]);
            ec_frobenius(&image, &p);
            check_sum(name, "Frobenius", &image, &same, i, z);
#endif
            ec_double(&p, &p, curve);
            check_sum(name, "doubling in place", &p, &twice, i, z);
        }
    }
}

/* Ten points at a time, so that exceptional cases meet ordinary ones in a batch. */
enum { BATCH = 10 };

static void check_batches_of_sums(const char *name, const EC(curve) *curve)
{
    mc_word scratch[2 * BATCH][EC_WORDS];
    EC(affine) batch[BATCH], sum;
    for (unsigned j = 0; j < point_count; j++) {
        for (unsigned first = 0; first + BATCH <= point_count; first++) {
            memcpy(batch, points + first, sizeof batch);
            EC(affine_add_each_var)(batch, BATCH, &points[j], scratch, curve);
            for (unsigned i = 0; i < BATCH; i++) {
                EC(affine_add_var)(&sum, &points[first + i], &points[j], curve);
                if (!equal(&batch[i], &sum))
                    fail(name, "addition with a common inversion", first + i, j);
            }
        }
    }
}

static void check_batches_of_conversions(const char *name, const EC(curve) *curve)
{
    mc_word scratch[BATCH][EC_WORDS], z[BATCH][EC_WORDS];
    EC(affine) batch[BATCH];
    for (unsigned first = 1; first + BATCH <= point_count; first++) {
        for (unsigned i = 0; i < BATCH; i++) {
            ec_projective p = scaled(&points[first + i], 1 + first * (i + 1) % (FIELD_SIZE - 1), curve);
            field_copy(batch[i].x, p.x);
            field_copy(batch[i].y, p.y);
            field_copy(z[i], p.z);
        }
        ec_to_affine_each_var(batch, z, BATCH, scratch);
        for (unsigned i = 0; i < BATCH; i++)
            if (!equal(&batch[i], &points[first + i]))
                fail(name, "conversion with a common inversion", first, i);
    }
}

static void check_validation(const char *name, const EC(curve) *curve)
{
    unsigned n = (unsigned)curve->modulus->n[0], in_subgroup = 0, off = 0;
    if (point_count != n * curve->cofactor)
        fail(name, "number of points", point_count, n);
    for (unsigned i = 0; i < point_count; i++) {
        EC(affine) multiple_n = multiple(n, &points[i], curve);
        mc_word annihilated = EC(affine_mask_infinity)(&multiple_n);
        mc_status expected = i == 0 ? MC_ERROR_INFINITY : annihilated ? MC_OK : MC_ERROR_SUBGROUP;
        if (EC(affine_mask_subgroup)(&points[i], curve) != annihilated)
            fail(name, "subgroup", i, n);
        if (EC(affine_validate)(&points[i], curve) != expected)
            fail(name, "status of validation", i, n);
        in_subgroup += annihilated != 0;
    }
    if (in_subgroup != n)
        fail(name, "size of the subgroup", in_subgroup, n);
    for (unsigned x = 0; x < FIELD_SIZE; x++) {
        for (unsigned y = 0; y < FIELD_SIZE; y++) {
            EC(affine) p = pair(x, y);
            off += EC(affine_validate)(&p, curve) == MC_ERROR_NOT_ON_CURVE;
        }
    }
    if (off != FIELD_SIZE * FIELD_SIZE - point_count)
        fail(name, "pairs off the curve", off, point_count);
}

static void check(const char *name, const EC(curve) *curve)
{
    find_points(curve);
    check_validation(name, curve);
    check_additions(name, curve);
    check_every_z(name, curve);
    check_batches_of_sums(name, curve);
    check_batches_of_conversions(name, curve);
}

int main(void)
{
#define CHECK(curve) check(#curve, &mc_##curve);
    EC_CURVES(CHECK)
    return failures != 0;
}
