/* Points validated four side by side. */
#include "curve/binary/fb_wide.h"

#if FB_HAS_WIDE_POINTS

#define VALIDATION_GROUPS 4 /* of four points, whose squarings do not wait for each other */
#define VALIDATION_POINTS (VALIDATION_GROUPS * WIDE_ELEMENTS)

/* Mask of the points (x, y) with y^2 + x y = x^3 + a x^2 + b (curve/binary/fb_point.c). */
WIDE static wide_vector wide_on_curve(const wide_affine *p, wide_element a, wide_element b_sqrt)
{
    const wide_element left = wide_sqr(wide_add(p->y, b_sqrt));
    const wide_element inner = wide_add(p->y, wide_mul(p->x, wide_add(p->x, a)));
    const wide_element difference = wide_add(left, wide_mul(p->x, inner));
    return wide_mask_zero(&difference);
}

/* sums[i]^(2^count) of all groups */
WIDE_INLINE void wide_sqr_groups(wide_element *r, const wide_element *a, unsigned count)
{
    for (unsigned i = 0; i < VALIDATION_GROUPS; i++)
        r[i] = a[i];
    while (count--)
        for (unsigned i = 0; i < VALIDATION_GROUPS; i++)
            r[i] = wide_sqr(r[i]);
}

WIDE_INLINE void wide_add_groups(wide_element *r, const wide_element *a)
{
    for (unsigned i = 0; i < VALIDATION_GROUPS; i++)
        r[i] = wide_add(r[i], a[i]);
}

/* r = the half-traces of a, of odd m (fb/quadratic/half_trace_chain.c). */
WIDE static void wide_half_traces(wide_element *r, const wide_element *a)
{
    const unsigned terms = (FB_M + 1) / 2;
    wide_element power[VALIDATION_GROUPS];
    unsigned k = 1, top = 1;
    while (top <= terms / 2)
        top *= 2;
    for (unsigned i = 0; i < VALIDATION_GROUPS; i++)
        r[i] = a[i];
    for (unsigned bit = top / 2; bit; bit /= 2) {
        wide_sqr_groups(power, r, 2 * k);
        wide_add_groups(r, power);
        k *= 2;
        if (terms & bit) {
            wide_sqr_groups(r, r, 2);
            wide_add_groups(r, a);
            k++;
        }
    }
}

/* For a cofactor of 4: (x, y) = 2 q has the halves q and q + t with x(q)^2 = y + x (l + 1), l^2 + l = x + a. q is a
 * double itself if Tr(x(q)) = Tr(a) (curve/binary/fb_point.c), and a square and its root have the same trace. r =
 * x(q)^2. */
WIDE static void wide_halves(wide_element *r, const wide_affine *p, wide_element a)
{
    wide_element c[VALIDATION_GROUPS], l[VALIDATION_GROUPS];
    for (unsigned i = 0; i < VALIDATION_GROUPS; i++)
        c[i] = wide_add(p[i].x, a);
    wide_half_traces(l, c);
    for (unsigned i = 0; i < VALIDATION_GROUPS; i++)
        r[i] = wide_add(wide_add(p[i].y, p[i].x), wide_mul(p[i].x, l[i]));
}

/* Whether the point, which is on the curve, has prime order. */
static mc_word has_prime_order(const EC(affine) *p, const wide_element *half_squared, unsigned place,
                               const MC_FLASH EC(curve) *curve)
{
    mc_word half[FB_WORDS];
    if (FB_M % 2 == 0 || EC_CURVE_COFACTOR(curve) != 4)
        return EC(affine_mask_subgroup)(p, curve);
    for (unsigned i = 0; i < FB_WORDS; i++)
        half[i] = half_squared->lane[i / 2][2 * place + i % 2];
    return mc_word_mask_zero((FB(trace)(p->x) ^ EC_CURVE_TRACE_OF_A(curve)) |
                             (FB(trace)(half) ^ EC_CURVE_TRACE_OF_A(curve)));
}

WIDE static void validate_some(mc_status *statuses, const EC(affine) *const *points, size_t count,
                               const MC_FLASH EC(curve) *curve)
{
    const mc_word small_a[FB_WORDS] = {EC_CURVE_A_CLASS(curve) & 1};
    const wide_element a = wide_load_one(EC_CURVE_A_CLASS(curve) == MC_COEFFICIENT_GENERAL ? curve->a : small_a);
    const wide_element b_sqrt = wide_load_one(curve->b_sqrt);
    const EC(affine) *p[VALIDATION_POINTS];
    wide_affine groups[VALIDATION_GROUPS];
    wide_element halves[VALIDATION_GROUPS];
    for (size_t i = 0; i < VALIDATION_POINTS; i++)
        p[i] = points[i < count ? i : 0];
    for (unsigned i = 0; i < VALIDATION_GROUPS; i++)
        groups[i] = wide_affine_load(p[4 * i], p[4 * i + 1], p[4 * i + 2], p[4 * i + 3]);
    if (FB_M % 2 && EC_CURVE_COFACTOR(curve) == 4)
        wide_halves(halves, groups, a);
    for (size_t i = 0; i < count; i++) {
        const wide_vector on_curve = wide_on_curve(&groups[i / WIDE_ELEMENTS], a, b_sqrt);
        const unsigned place = i % WIDE_ELEMENTS;
        if (EC(affine_mask_infinity)(p[i]))
            statuses[i] = MC_ERROR_INFINITY;
        else if (!on_curve[2 * place])
            statuses[i] = MC_ERROR_NOT_ON_CURVE;
        else
            statuses[i] = has_prime_order(p[i], &halves[i / WIDE_ELEMENTS], place, curve) ? MC_OK : MC_ERROR_SUBGROUP;
    }
}

void EC(affine_validate_each_vpclmul_var)(mc_status *statuses, const EC(affine) *const *points, size_t count,
                                          const MC_FLASH EC(curve) *curve)
{
    for (size_t done = 0; done < count; done += VALIDATION_POINTS)
        validate_some(statuses + done, points + done,
                      count - done < VALIDATION_POINTS ? count - done : VALIDATION_POINTS, curve);
}

#endif
