/* Elements of the group as bytes (Pornin 2023): w with w^2 = s/x, and 0 for the neutral
 * element. Bit i of the first half is z^i of c0, little-endian, and so on. */
#include "gls/gls.h"

/* r^2 + r = c, for c of trace 0 in F_2^254. With r = r0 + r1 u, r1^2 + r1 = c1 and r0^2 + r0 = c0 + r1^2, where of r1
 * and r1 + 1 one makes the trace of the right side 0. */
static void solve(fb2 *r, const fb2 *c)
{
    fb2 sum;
    (void)FB(solve_quadratic)(r->c1, c->c1);
    fb_sqr(sum.c0, r->c1);
    fb_add(sum.c0, sum.c0, c->c0);
    const mc_word odd = FB(trace)(sum.c0);
    sum.c0[0] ^= odd;
    r->c1[0] ^= odd;
    (void)FB(solve_quadratic)(r->c0, sum.c0);
    mc_wipe(&sum, sizeof sum);
}

mc_word EC(gls_decode)(EC(gls_affine) *r, const uint8_t *octets)
{
    fb2 w, d, e;
    mc_words_from_octets_little(w.c0, FB_WORDS, octets, FB_BYTES);
    mc_words_from_octets_little(w.c1, FB_WORDS, octets + FB_BYTES, FB_BYTES);
    const mc_word is_neutral = FB(mask_zero)(w.c0) & FB(mask_zero)(w.c1);
    gls_sqr(&e, &w);
    gls_sum(&d, &e, &w);
    d.c1[0] ^= 1; /* d = w^2 + w + a, which is not 0, as the trace of a is 1 */
    r->s = e;
    /* x = d f with f^2 + f = b/d^2; f and f + 1 are the solutions, and for elements of the group the trace of x is 0.
     * (c/d)^2 = b/d^2 with c = sqrt(b). */
    fb2_inv(&e, &d);
    gls_sqr(&e, &e);
    FB(set_small)(w.c0, 1);
    FB(set_small)(w.c1, 0);
    w.c0[54 / MC_WORD_BITS] ^= (mc_word)1 << 54 % MC_WORD_BITS;
    gls_mul(&e, &e, &w);
    const mc_word has_solution = mc_word_mask_zero(FB(trace)(e.c1));
    solve(&w, &e);
    gls_mul(&r->x, &d, &w);
    const mc_word other = mc_word_mask_nonzero(FB(trace)(r->x.c1));
    FB(add_masked)(r->x.c0, d.c0, other);
    FB(add_masked)(r->x.c1, d.c1, other);
    gls_mul(&r->s, &r->s, &r->x);
    /* The bytes 0 have no solution: d = a, and the trace of b/a^2 is 1. They are the neutral element, (0, b). */
    FB(set_small)(w.c0, 1);
    FB(set_small)(w.c1, 0);
    w.c0[54 / MC_WORD_BITS] ^= (mc_word)1 << 54 % MC_WORD_BITS;
    FB(select)(r->s.c0, w.c0, is_neutral);
    FB(select)(r->s.c1, w.c1, is_neutral);
    FB(set_small)(w.c0, 0);
    FB(select)(r->x.c0, w.c0, is_neutral);
    FB(select)(r->x.c1, w.c1, is_neutral);
    mc_wipe(&w, sizeof w);
    mc_wipe(&d, sizeof d);
    mc_wipe(&e, sizeof e);
    return has_solution | is_neutral;
}

/* sqrt(s/x) = sqrt(S/T); 0 for T = 0. With r = r0 + r1 u, r^2 = r0^2 + r1^2 + r1^2 u. */
void EC(gls_encode)(uint8_t *octets, const EC(gls_point) *p)
{
    fb2 s, t;
    fb2_inv(&t, &p->t);
    gls_mul(&s, &p->y, &t);
    fb_add(s.c0, s.c0, s.c1);
    fb_sqrt(s.c0, s.c0);
    fb_sqrt(s.c1, s.c1);
    mc_words_to_octets_little(octets, FB_BYTES, s.c0);
    mc_words_to_octets_little(octets + FB_BYTES, FB_BYTES, s.c1);
    mc_wipe(&s, sizeof s);
    mc_wipe(&t, sizeof t);
}
