#include "fb/fb.h"

#if FB_M % 2

mc_word FB(solve_quadratic)(mc_word *r, const mc_word *c)
{
    const mc_word mask = mc_word_mask_zero(FB(trace)(c));
    fb_half_trace(r, c);
    return mask;
}

#else

/* The sum of the c^(2^(step i)) for i <= last. */
static void sum_of_powers(mc_word *r, const mc_word *c, unsigned step, unsigned last)
{
    mc_word power[FB_WORDS];
    FB(copy)(power, c);
    FB(copy)(r, c);
    while (last--) {
        fb_sqr_times(power, power, step);
        fb_add(r, r, power);
    }
}

/* r^2 + r = t for t of F_2^s with trace 0 there, s = FB_SUBFIELD_M (IEEE 1363-2000, A.4.7, with an element of trace 1
 * known). */
static void solve_in_subfield(mc_word *r, const mc_word *t)
{
    static const MC_FLASH mc_word trace_one[FB_WORDS] = FB_SUBFIELD_TRACE_ONE;
    mc_word w[FB_WORDS], product[FB_WORDS], element[FB_WORDS];
    FB(from_flash)(element, trace_one);
    FB(copy)(w, t);
    FB(set_small)(r, 0);
    for (uint8_t i = 1; i < FB_SUBFIELD_M; i++) {
        fb_sqr(r, r);
        fb_sqr(w, w);
        fb_mul(product, w, element);
        fb_add(r, r, product);
        fb_add(w, w, t);
    }
}

/* There is no half-trace over F_2 for even m, but one over F_2^s, for s a power of two and m/s odd. With q = 2^s and T
 * the relative trace, the sum y of the c^(q^(2 i)) for i <= (m/s - 1)/2 has y^q + y = c + T(c). As s is a power of two,
 * x^q + x is the (s)th power of the map x -> x^2 + x, and its (s - 1)th power is the sum of the x^(2^i) for i < s: that
 * of y, x, has x^2 + x = c + T(c). There remains the solution for T(c), which lies in F_2^s and has the trace of c. */
mc_word FB(solve_quadratic)(mc_word *r, const mc_word *c)
{
    mc_word x[FB_WORDS], t[FB_WORDS];
    const mc_word mask = mc_word_mask_zero(FB(trace)(c));
    sum_of_powers(t, c, 2 * FB_SUBFIELD_M, (FB_M / FB_SUBFIELD_M - 1) / 2);
    sum_of_powers(x, t, 1, FB_SUBFIELD_M - 1);
    fb_sqr(t, x);
    fb_add(t, t, x);
    fb_add(t, t, c);
    solve_in_subfield(r, t);
    fb_add(r, r, x);
    return mask;
}

#endif
