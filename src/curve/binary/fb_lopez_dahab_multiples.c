#include "curve/curve.h"

/* Division polynomials: 3 p and 5 p of x = X/Z, y = Y/Z^2 by
 *   x(n p) = x + s(n-1) s(n+1) / s(n)^2,
 *   y(n p) = x + y + ((x^2 + x + y) s(n-1) s(n) s(n+1) + s(n-2) s(n+1)^2) / (x s(n)^3),
 * s(1) = 1, s(2) = x, s(3) = x^4 + x^3 + b, s(4) = x^2 (x^4 + b), s(5) = s(4) x^3 + s(3)^3 and
 * s(6) = x s(3) (s(5) + x^2 (x^4 + b)^2). Below T = X Z, D = X^4 + b Z^4 and B = D + X^2 T are x, x^4 + b and s(3)
 * times a power of Z. Infinity and points of any order need no case of their own: Z3 = 0 where s(n) = 0, and for the
 * point of order two, X = 0, the result is the point itself. */
typedef struct {
    mc_word x2[EC_WORDS], t[EC_WORDS], d[EC_WORDS], b[EC_WORDS];
} EC(division_polynomials);

static void find_polynomials(EC(division_polynomials) *s, const EC(lopez_dahab) *p, const MC_FLASH EC(curve) *curve)
{
    fb_sqr(s->x2, p->x);
    fb_mul(s->t, p->x, p->z);
    fb_sqr(s->d, p->z);
    if (!EC_CURVE_B_IS_ONE(curve)) {
        field_from_flash(s->b, curve->b_sqrt);
        field_mul_coefficient(s->d, s->d, s->b);
    }
    field_add(s->d, s->d, s->x2);
    fb_sqr(s->d, s->d);
    fb_mul(s->b, s->x2, s->t);
    field_add(s->b, s->b, s->d);
}

/* Given v = s(n) and E = T^2 s(n-1) s(n+1) / x^2: X3 = X (v^2 + E), Z3 = Z v^2,
 * Y3 = (T + Y) v^2 (v^2 + E) + v (X^2 E v + last). Destroys its last three arguments. */
static void finish(EC(lopez_dahab) *r, const EC(lopez_dahab) *p, const EC(division_polynomials) *s, mc_word *v,
                   mc_word *e, mc_word *last)
{
    mc_word v2[EC_WORDS], sum[EC_WORDS];
    fb_sqr(v2, v);
    field_add(sum, v2, e);
    fb_mul(e, e, v);
    fb_mul(e, e, s->x2);
    field_add(e, e, last);
    fb_mul(e, e, v);
    field_add(last, s->t, p->y);
    fb_mul(last, last, v2);
    fb_mul(last, last, sum);
    field_add(r->y, last, e);
    fb_mul(r->x, p->x, sum);
    fb_mul(r->z, p->z, v2);
}

/* 13 M + 5 S, one M by the square root of b. E = T^2 D; the last term is E T D. */
void EC(lopez_dahab_triple)(EC(lopez_dahab) *r, const EC(lopez_dahab) *p, const MC_FLASH EC(curve) *curve)
{
    EC(division_polynomials) s;
    mc_word e[EC_WORDS], last[EC_WORDS];
    find_polynomials(&s, p, curve);
    fb_sqr(e, s.t);
    fb_mul(e, e, s.d);
    fb_mul(last, s.t, s.d);
    fb_mul(last, last, e);
    finish(r, p, &s, s.b, e, last);
}

/* 19 M + 7 S, one M by the square root of b. With U = T^2 D, v = X^2 T U + B^3 and h = v + U D: E = U B h; the last
 * term is T B^3 h^2. */
void EC(lopez_dahab_quintuple)(EC(lopez_dahab) *r, const EC(lopez_dahab) *p, const MC_FLASH EC(curve) *curve)
{
    EC(division_polynomials) s;
    mc_word u[EC_WORDS], v[EC_WORDS], h[EC_WORDS], cube[EC_WORDS];
    find_polynomials(&s, p, curve);
    fb_sqr(u, s.t);
    fb_mul(u, u, s.d);
    fb_sqr(cube, s.b);
    fb_mul(cube, cube, s.b);
    fb_mul(v, s.x2, s.t);
    fb_mul(v, v, u);
    field_add(v, v, cube);
    fb_mul(h, u, s.d);
    field_add(h, h, v);
    fb_mul(u, u, s.b);
    fb_mul(u, u, h);
    fb_sqr(h, h);
    fb_mul(cube, cube, s.t);
    fb_mul(cube, cube, h);
    finish(r, p, &s, v, u, cube);
}
