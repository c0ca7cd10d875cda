#include "curve/binary/fb_wide.h"
#include "scalar/tau/streams.h"

#if EC_HAS_WTNAF_STREAMS

/* r = a^(2^places), for places of a part, which is a little more than the exponent of the matrix. */
WIDE static void wtnaf_streams_image(mc_word *r, const mc_word *a, unsigned places)
{
    FB(multi_sqr_bytes_vpclmul)(r, a);
    fb_sqr_times(r, r, places - FB_MULTI_SQR_BYTES_EXPONENT);
}

/* Place j: tau^(j places) p. */
WIDE static wide_affine wtnaf_streams_start(const EC(affine) *p, unsigned places)
{
    EC(affine) image[WIDE_ELEMENTS] = {*p};
    for (unsigned j = 1; j < WIDE_ELEMENTS; j++) {
        wtnaf_streams_image(image[j].x, image[j - 1].x, places);
        wtnaf_streams_image(image[j].y, image[j - 1].y, places);
    }
    return wide_affine_load(&image[0], &image[1], &image[2], &image[3]);
}

/* The points from which the table is made, so that all of it is blinded. */
WIDE static wide_point wtnaf_streams_blind(wide_point p, const EC(blinding) *blinding)
{
#if MC_BLINDS_COORDINATES
    const wide_element factor = wide_load_one(blinding->factor);
    p.x = wide_mul(p.x, factor);
    p.y = wide_mul(p.y, factor);
    p.z = wide_mul(p.z, factor);
#else
    (void)blinding;
#endif
    return p;
}

/* The points alpha_u of each place, as scalar/tau/table.c. */
WIDE MC_NOINLINE void wtnaf_streams_table(wide_point *table, const wide_point *p, const MC_FLASH mc_wtnaf_step *step,
                                          uint8_t points, int8_t mu)
{
    table[0] = *p;
    for (uint8_t slot = 1; slot < points; slot++, step++) {
        const mc_word negate_source = step->negate_source ^ (mu < 0 && step->power & 1), negate = step->negate_sum;
        wide_point point = wide_frobenius(table[step->source], step->power);
        point = wide_negate_masked(point, wide_constant(0 - negate_source, 0 - negate_source));
        ec_counts_as(0, 1);
        EC(wide_add_vpclmul)(&point, &point, p);
        table[slot] = wide_negate_masked(point, wide_constant(0 - negate, 0 - negate));
    }
}

/* The points of the digits at the same place of each part. */
WIDE static wide_point wtnaf_streams_chosen(const wide_point *table, const uint8_t *digits, uint8_t part,
                                            uint8_t window)
{
    const uint8_t d0 = digits[0], d1 = digits[part], d2 = digits[2 * part], d3 = digits[3 * part];
    wide_point point;
    wide_lookup(&point.x, &table->x, WIDE_POINT_ELEMENTS, WTNAF_TABLE_POINTS(window),
                wide_masks(d0 >> 1, d1 >> 1, d2 >> 1, d3 >> 1));
    return wide_negate_masked(
        point, wide_masks(0 - (mc_word)(d0 & 1), 0 - (mc_word)(d1 & 1), 0 - (mc_word)(d2 & 1), 0 - (mc_word)(d3 & 1)));
}

/* The sum of the four points in all places; of public points the last sum is as all others, and Z tells of a case. */
WIDE static void wtnaf_streams_total(wide_point *sum, uint8_t is_public, uint8_t a)
{
    wide_point other = wide_point_permute(sum, 1, 0, 3, 2);
    ec_counts_as(0, 2);
    EC(wide_add_vpclmul)(sum, sum, &other);
    other = wide_point_permute(sum, 2, 3, 0, 1);
    wide_point total;
    if (is_public)
        EC(wide_add_vpclmul)(&total, sum, &other);
    else
        EC(wide_add_complete_vpclmul)(&total, sum, &other, a);
    *sum = total;
    mc_wipe(&other, sizeof other);
    mc_wipe(&total, sizeof total);
}

WIDE void EC(wtnaf_streams_vpclmul)(EC(affine) *r, const mc_word *k, const EC(affine) *p,
                                    const MC_FLASH mc_wtnaf_window *window, const EC(blinding) *blinding,
                                    const MC_FLASH EC(curve) *curve)
{
    const MC_FLASH EC(koblitz) *koblitz = EC_CURVE_KOBLITZ(curve);
    const uint8_t is_public = !blinding;
    const MC_FLASH EC(lattice) *modulus = is_public ? &koblitz->full : &koblitz->subgroup;
    const uint8_t w = window->window, part = WTNAF_STREAMS_PART(w);
    const int8_t mu = koblitz->mu;
    uint8_t digits[WTNAF_STREAMS_DIGITS(4)]; /* the shortest window */
    EC(recode_wtnaf_regular_digits)(digits, 4 * part, k, modulus, window, mu);

    wide_point table[WTNAF_TABLE_POINTS(WTNAF_STREAMS_LARGEST_WINDOW)], sum, point;
    point = wide_from_affine(wtnaf_streams_start(p, part * (w - 1)));
    if (!is_public)
        point = wtnaf_streams_blind(point, blinding);
    wtnaf_streams_table(table, &point, window->steps, WTNAF_TABLE_POINTS(w), mu);
    for (uint8_t i = part; i--;) {
        point = wtnaf_streams_chosen(table, digits + i, part, w);
        if (i == part - 1) {
            sum = point;
            continue;
        }
        sum = wide_frobenius(sum, w - 1);
        ec_counts_as(0, 1);
        EC(wide_add_vpclmul)(&sum, &sum, &point);
    }
    wtnaf_streams_total(&sum, is_public, EC_CURVE_A_CLASS(curve));
    mc_word inverse[EC_WORDS];
    wide_store_one(inverse, &sum.z, 0);
    FB(inv_multi_sqr_bytes_vpclmul)(inverse, inverse);
    const wide_affine result = wide_to_affine(&sum, wide_load_one(inverse));
    wide_affine_store_one(r, &result, 0);
    mc_wipe(digits, sizeof digits);
    mc_wipe(&point, sizeof point);
    mc_wipe(&sum, sizeof sum);
    mc_wipe(inverse, sizeof inverse);
}

#endif
