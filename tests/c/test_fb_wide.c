/* Four points side by side against the affine formulas, on multiples of the generators: every pair, in other places
 * each time. fields: fb7 fb163 fb233 fb283 fb409 fb571 */
#include <stdio.h>
#include <string.h>

#include "curve/binary/fb_wide.h"
#include "fb/squaring/multi_sqr_bytes.h"

#if FB_HAS_WIDE_POINTS

#define POINTS 12

static unsigned failures;
static EC(affine) multiples[POINTS]; /* i G */
static unsigned first, second;       /* case: place j has the points first + j and second + 3 j */

WIDE static wide_affine load(unsigned start, unsigned step)
{
    const EC(affine) *p = multiples;
    return wide_affine_load(&p[start % POINTS], &p[(start + step) % POINTS], &p[(start + 2 * step) % POINTS],
                            &p[(start + 3 * step) % POINTS]);
}

/* The points of a case as wide ones whose Z is not 1; infinity has nonzero X and Y. */
WIDE static wide_point scaled(wide_affine p, const wide_element *factor)
{
    wide_point r = wide_from_affine(p);
    r.x = wide_mul(r.x, *factor);
    r.y = wide_mul(r.y, *factor);
    r.z = wide_mul(r.z, *factor);
    const wide_vector infinity = wide_mask_zero(&r.z);
    r.x = wide_select(r.x, *factor, infinity);
    r.y = wide_select(r.y, *factor, infinity);
    return r;
}

/* place j: the expected point, or Z = 0 if that is expected. */
WIDE static void check(const char *what, const wide_point *found, const EC(affine) *expected, const uint8_t *z_is_zero)
{
    wide_affine result;
    EC(wide_to_affine_vpclmul)(&result, found);
    for (unsigned place = 0; place < WIDE_ELEMENTS; place++) {
        EC(affine) r, right = expected[place];
        wide_affine_store_one(&r, &result, place);
        if (z_is_zero && z_is_zero[place])
            EC(affine_set_infinity)(&right);
        if (memcmp(&r, &right, sizeof r) != 0 && failures++ < 10)
            printf("FAIL %s, case %u %u, place %u\n", what, first, second, place);
    }
}

WIDE static void check_pair(const EC(curve) *curve, const wide_element *factor)
{
    EC(affine) sum[WIDE_ELEMENTS], twice[WIDE_ELEMENTS], same[WIDE_ELEMENTS];
    uint8_t is_case[WIDE_ELEMENTS], is_infinite[WIDE_ELEMENTS];
    for (unsigned place = 0; place < WIDE_ELEMENTS; place++) {
        const unsigned i = (first + place) % POINTS, j = (second + 3 * place) % POINTS;
        same[place] = multiples[i];
        EC(affine_add_var)(&sum[place], &multiples[i], &multiples[j], curve);
        EC(affine_double_var)(&twice[place], &multiples[i], curve);
        is_infinite[place] = EC(affine_mask_infinity)(&multiples[j]) != 0;
        is_case[place] = EC(affine_mask_infinity)(&multiples[i]) || is_infinite[place] || i == j;
    }
    const wide_affine q_affine = load(second, 3);
    const wide_point p = scaled(load(first, 1), factor), q = scaled(q_affine, &factor[1]);
    wide_point r = p;
    EC(wide_add_vpclmul)(&r, &r, &q);
    check("sum in place of p", &r, sum, is_case);
    r = q;
    EC(wide_add_vpclmul)(&r, &p, &r);
    check("sum in place of q", &r, sum, is_case);
    wide_element inverse;
    EC(wide_inv_vpclmul)(&inverse, &q.z);
    const wide_slope slope = wide_to_slope(&q, inverse);
    r = p;
    EC(wide_add_mixed_vpclmul)(&r, &r, &slope);
    if (!is_infinite[0] && !is_infinite[1] && !is_infinite[2] && !is_infinite[3]) /* which has no slope */
        check("mixed sum", &r, sum, is_case);
    EC(wide_add_complete_vpclmul)(&r, &p, &q, EC_CURVE_A_CLASS(curve));
    check("complete sum", &r, sum, NULL);
    r = p;
    EC(wide_double_vpclmul)(&r, &r, EC_CURVE_A_CLASS(curve));
    check("double", &r, twice, NULL);
    check("same", &p, same, NULL);
}

/* Negatives in places 0 and 3, the Frobenius map, and a table of all points read at the places of a case. */
WIDE static void check_parts(const wide_element *factor)
{
    static wide_point table[POINTS];
    EC(affine) negative[WIDE_ELEMENTS], image[WIDE_ELEMENTS], same[WIDE_ELEMENTS];
    for (unsigned place = 0; place < WIDE_ELEMENTS; place++) {
        same[place] = image[place] = negative[place] = multiples[(first + place) % POINTS];
        EC(affine_negate_masked)(&negative[place], place % 3 == 0 ? (mc_word)-1 : 0);
        for (unsigned i = 0; i < second; i++)
            EC(affine_frobenius)(&image[place], &image[place]);
    }
    const wide_affine affine = load(first, 1);
    const wide_point p = scaled(affine, factor);
    wide_point r = wide_negate_masked(p, wide_masks((mc_word)-1, 0, 0, (mc_word)-1));
    check("negative", &r, negative, NULL);
    r = wide_frobenius(p, second);
    check("image", &r, image, NULL);
    r = wide_from_affine(wide_affine_frobenius(affine, second));
    check("image of an affine point", &r, image, NULL);
    for (unsigned i = 0; i < POINTS; i++)
        table[i] = scaled(load(i, 0), factor);
    wide_lookup(&r.x, &table->x, WIDE_POINT_ELEMENTS, POINTS,
                wide_masks(first % POINTS, (first + 1) % POINTS, (first + 2) % POINTS, (first + 3) % POINTS));
    check("read", &r, same, NULL);
    r = wide_point_permute(&p, 3, 1, 0, 2);
    const EC(affine) permuted[WIDE_ELEMENTS] = {same[3], same[1], same[0], same[2]};
    check("permuted", &r, permuted, NULL);
}

/* The matrix of repeated squarings on every basis vector; inverses by it of elements with many terms, and of 0. */
WIDE static void check_matrix(void)
{
#if FB_HAS_MULTI_SQR_BYTES
    mc_word a[EC_WORDS], expected[EC_WORDS], found[EC_WORDS], sum[EC_WORDS];
    field_set_small(a, 1);
    field_set_small(sum, 0);
    for (unsigned e = 0; e < FB_M; e++) {
        fb_sqr_times(expected, a, FB_MULTI_SQR_BYTES_EXPONENT);
        FB(multi_sqr_bytes_vpclmul)(found, a);
        failures += memcmp(expected, found, sizeof found) != 0;
        fb_inv(expected, sum);
        FB(inv_multi_sqr_bytes_vpclmul)(found, sum);
        failures += memcmp(expected, found, sizeof found) != 0;
        field_add(sum, sum, expected);
        field_add(sum, sum, a);
        field_mul_z(a, a);
    }
#endif
}

WIDE static void check_curve(const EC(curve) *curve)
{
    EC(affine) g;
    EC(affine_generator)(&g, curve);
    EC(affine_set_infinity)(&multiples[0]);
    for (unsigned i = 1; i < POINTS; i++)
        EC(affine_add_var)(&multiples[i], &multiples[i - 1], &g, curve);
    wide_element factor[2] = {wide_load(multiples[1].x, multiples[2].x, multiples[1].y, multiples[2].y)};
    factor[1] = wide_permute(factor[0], 2, 3, 1, 0);
    for (first = 0; first < POINTS; first++)
        for (second = 0; second < POINTS; second++) {
            check_pair(curve, factor);
            check_parts(factor);
        }
}

int main(void)
{
    unsigned curves = 0;
#define CHECK_CURVE(name)                                                                                              \
    if (EC_CURVE_A_CLASS(&mc_##name) != MC_COEFFICIENT_GENERAL && ++curves)                                            \
        check_curve(&mc_##name);
    if (MC_HAS_WIDE()) {
        check_matrix();
        EC_CURVES(CHECK_CURVE)
    }
    printf("%u curves, %u failures\n", curves, failures);
    return failures != 0;
}

#else

int main(void)
{
    return 0;
}

#endif
