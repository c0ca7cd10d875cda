/* f_{T,P} for T = 2^n + 1, n = (m + 1) / 2 = 2 h: f_{4,P} at 4^k P for k < h, each to the power of 4^(h - 1 - k), and
 * the line through 2^n P = (x_P^2, y_P^2) and P, whose slope is x_P + 1 (Barreto, Galbraith, O hEigeartaigh, Scott
 * 2007, 6; values in F_2^(2 m) are left out, for the final power makes 1 of them).
 *
 * Two doublings together: the tangent at P squared, times that at 2 P, has poles of order 9 at infinity, and the square
 * of the vertical through 2 P divides it. With the multiples 2 (u, v) = (u^4 + 1, u^4 + v^4), e = u^4 + 1, the quotient
 * is, by the curve's equation,
 *
 *   f_{4,(u,v)}(x', y') = (x' + e) (y' + v^4) + u^8 x'^2 + e x' + u^4
 *
 * and at psi(x, y) = (x + s + 1, y + x s + t), with X = x + u^4, D = y + v^4, q = x u^4,
 *
 *   (X D + q^2 + q + 1) + (X^2 + X + D + q + 1) s + (X + s) t
 *
 * so that two steps of the loop take the 2 products X D and q. 4 (u, v) = (u^16, v^16 + 1): the factor for k to the
 * power of 4^j, j = h - 1 - k, has u^4 and v^4 + k instead with u, v = the powers of x_P, y_P of exponent 2^(2 k + n -
 * 2), x and y are the powers of x_Q and y_Q of exponent 4^j, s stays, and t becomes t + j. Here k descends: u and v by
 * square roots, x and y by squares. */
#include "pairing/eta/eta.h"

#define ETA_PAIRS ((FB_M + 1) / 4) /* h */

/* f = y_Q + y_P + (x_P + 1) (x_Q + x_P + 1) + (x_Q + x_P + 1) s + t, the line through 2^n P and P. */
static void last_line(fb4 *f, const EC(eta_point) *p, const EC(eta_point) *q)
{
    fb_add(f->c0.c1, q->x, p->x);
    f->c0.c1[0] ^= 1;
    FB(copy)(f->c0.c0, p->x);
    f->c0.c0[0] ^= 1;
    fb_mul(f->c0.c0, f->c0.c0, f->c0.c1);
    fb_add(f->c0.c0, f->c0.c0, q->y);
    fb_add(f->c0.c0, f->c0.c0, p->y);
    FB(set_small)(f->c1.c0, 1);
    FB(set_small)(f->c1.c1, 0);
}

/* g + t^3 = f_{4,P}(psi(Q)) by powers of t, p = (u^4, v^4), but t becomes t + j. a0 + a1 s + (X + s) t is
 * a0 + (a1 + X) t + (a1 + 1) t^2 + t^3. */
static void quadruple_line(mc_word (*g)[FB_WORDS], const EC(eta_point) *p, const EC(eta_point) *q, mc_word j,
                           EC(eta_work) *work)
{
    mc_word *const x = work->point[0], *const d = work->point[1];
    fb_add(x, q->x, p->x);
    fb_add(d, q->y, p->y);
    fb_mul(g[2], q->x, p->x);
    fb_sqr(g[0], g[2]);
    fb_add(g[0], g[0], g[2]);
    fb_sqr(g[1], x);
    fb_add(g[1], g[1], d);
    fb_add(g[1], g[1], g[2]);
    fb_add(g[2], g[1], x);
    fb_mul(d, x, d);
    fb_add(g[0], g[0], d);
    g[0][0] ^= 1;
    g[1][0] ^= 1;
    if (j & 1) {
        fb_add(g[0], g[0], x);
        g[1][0] ^= 1;
        g[2][0] ^= 1;
    }
}

void EC(eta_miller)(fb4 *f, const EC(eta_point) *p, const EC(eta_point) *q)
{
    EC(eta_point) root, power; /* u^4, v^4 but for k; x, y */
    mc_word product[4][FB_WORDS], g[3][FB_WORDS];
    EC(eta_work) work;
    power = *q;
    fb_sqrt(root.x, p->x); /* of exponent 2^(2 h - 2 + n) = 2^(m - 1) */
    fb_sqrt(root.y, p->y);
    last_line(f, p, q);
    EC(fb4_to_powers)(product, f);
    for (uint8_t k = ETA_PAIRS; k-- > 0;) {
        root.y[0] ^= k & 1;
        quadruple_line(g, &root, &power, (mc_word)(ETA_PAIRS - 1 - k), &work);
        root.y[0] ^= k & 1;
        EC(eta_mul_sparse)(product, g, &work);
        for (uint8_t i = 0; i < 2; i++) {
            fb_sqrt(root.x, root.x);
            fb_sqrt(root.y, root.y);
            fb_sqr(power.x, power.x);
            fb_sqr(power.y, power.y);
        }
    }
    EC(fb4_from_powers)(f, product);
    mc_wipe(&root, sizeof root);
    mc_wipe(&power, sizeof power);
    mc_wipe(product, sizeof product);
    mc_wipe(g, sizeof g);
    mc_wipe(&work, sizeof work);
}
