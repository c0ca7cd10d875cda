/* Formulas of points of bindable systems, which are the functions of these, and formulas of affine points. */
#include "curve/binary/fb_formulas.h"

#define FORMULAS(c_)                                                                                                   \
    FB_SUM(c_, c_, c_)                                                                                                 \
    {                                                                                                                  \
        (void)EC(c_##_add)(r, p, q, curve);                                                                            \
    }                                                                                                                  \
    FB_SUM(c_, affine, c_)                                                                                             \
    {                                                                                                                  \
        (void)EC(c_##_add_mixed)(r, p, q, curve);                                                                      \
    }                                                                                                                  \
    FB_DOUBLE(c_, c_)                                                                                                  \
    {                                                                                                                  \
        EC(c_##_double)(r, p, curve);                                                                                  \
    }
FB_SYSTEMS(FORMULAS)

void EC(add_affine_affine_to_affine)(EC(affine) *r, const EC(affine) *p, const EC(affine) *q,
                                     const MC_FLASH EC(curve) *curve)
{
    mc_word inverse[EC_WORDS];
    field_add(inverse, p->x, q->x);
    fb_inv(inverse, inverse);
    EC(affine_add_distinct)(r, p, q, inverse, curve);
}

void EC(double_affine_to_affine)(EC(affine) *r, const EC(affine) *p, const MC_FLASH EC(curve) *curve)
{
    mc_word inverse[EC_WORDS];
    fb_inv(inverse, p->x);
    EC(affine_double_by_inverse)(r, p, inverse, curve);
}

/* r += s^2 + s + a */
static void affine_slope_add_square(mc_word *r, const mc_word *s, const MC_FLASH EC(curve) *curve)
{
    mc_word square[EC_WORDS];
    fb_sqr(square, s);
    field_add(square, square, s);
    field_add(r, r, square);
    EC(curve_add_a)(r, curve);
}

/* With E = x1 + x2, F = y1 + y2 and N = E^2 x3 = F (F + E) + E^3 + a E^2, the slope s = F/E, and y3/x3 = (s x1 + y1)/x3
 * + s +
 * 1. One inversion, of E N, gives 1/E and 1/x3 = E^3/(E N): I + 8M + 2S + M2, where arruda2014 Table 45 has 2I + 3M + S
 * with one each. */
void EC(add_affine_affine_to_affine_slope)(EC(affine_slope) *r, const EC(affine) *p, const EC(affine) *q,
                                           const MC_FLASH EC(curve) *curve)
{
    mc_word e[EC_WORDS], e3[EC_WORDS], f[EC_WORDS], n[EC_WORDS], t[EC_WORDS];
    field_add(e, p->x, q->x);
    field_add(f, p->y, q->y);
    field_add(t, e, f);
    fb_mul(n, f, t);
    fb_sqr(t, e);
    fb_mul(e3, t, e);
    field_add(n, n, e3);
    EC(curve_add_a_times)(n, t, curve);
    fb_mul(t, e, n);
    fb_inv(t, t);
    fb_mul(e3, e3, t); /* 1/x3 */
    fb_mul(f, f, n);
    fb_mul(f, f, t); /* s */
    affine_slope_add_square(e, f, curve);
    fb_mul(t, f, p->x);
    field_add(t, t, p->y);
    fb_mul(t, t, e3);
    field_add(t, t, f);
    field_add(r->y, t, e);
    r->y[0] ^= 1;
    field_copy(r->x, e);
}

/* x3 = s^2 + s + a for the slope s of p, y3 = x^2 + (s + 1) x3 */
void EC(double_affine_slope_to_affine)(EC(affine) *r, const EC(affine_slope) *p, const MC_FLASH EC(curve) *curve)
{
    mc_word x[EC_WORDS], s[EC_WORDS];
    field_copy(s, p->y);
    field_set_small(x, 0);
    affine_slope_add_square(x, s, curve);
    s[0] ^= 1;
    fb_mul(s, s, x);
    fb_sqr(r->y, p->x);
    field_add(r->y, r->y, s);
    field_copy(r->x, x);
}

/* x3 = s^2 + s + a, x3 + y3/x3 = x3 + s + 1 + x^2/x3: I + M + 2S; for the I + M + S of arruda2014 Table 45, with one
 * square for both s^2 and x^2, no formula is known. */
void EC(double_affine_slope_to_affine_slope)(EC(affine_slope) *r, const EC(affine_slope) *p,
                                             const MC_FLASH EC(curve) *curve)
{
    mc_word x[EC_WORDS], t[EC_WORDS], square[EC_WORDS];
    field_set_small(x, 0);
    affine_slope_add_square(x, p->y, curve);
    fb_inv(t, x);
    fb_sqr(square, p->x);
    fb_mul(t, t, square);
    field_add(t, t, x);
    field_add(r->y, t, p->y);
    r->y[0] ^= 1;
    field_copy(r->x, x);
}
