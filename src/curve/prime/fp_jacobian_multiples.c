#include "curve/curve.h"

#if !FIELD_HAS_EDWARDS_CURVES

/* Values of division polynomials at x = X/Z^2, y = Y/Z^3, times powers of Z: M = 3 X^2 + a Z^4, E = 12 X Y^2 - M^2 (the
 * third polynomial), T = 8 Y^4, N = M E - T, Y^2. Infinity and points of any order need no case of their own: Z3 = 0
 * where the multiple is infinity, and 3 p = 5 p = p for points of order two, Y = 0, comes out so. */
typedef struct {
    mc_word y2[EC_WORDS], e[EC_WORDS], t[EC_WORDS], n[EC_WORDS];
} EC(division_polynomials);

/* M; 1M + 1S for a = -3, 1S for a = 0, else 1M + 3S. */
static void find_tangent(mc_word *m, const EC(jacobian) *p, const MC_FLASH EC(curve) *curve)
{
    mc_word t[EC_WORDS], a[EC_WORDS];
    const uint8_t a_class = EC_CURVE_A_CLASS(curve);
    if (a_class == 0) {
        fp_sqr(t, p->x);
    } else {
        fp_sqr(t, p->z);
        if (a_class == MC_COEFFICIENT_MINUS_3) { /* 3 (X + Z^2)(X - Z^2) */
            fp_sub(a, p->x, t);
            fp_add(t, p->x, t);
            fp_mul(t, t, a);
        } else {
            fp_sqr(t, t);
            field_from_flash(a, curve->a);
            field_mul_coefficient(a, t, a);
            fp_sqr(t, p->x);
        }
    }
    fp_add(m, t, t);
    fp_add(m, m, t);
    if (a_class == MC_COEFFICIENT_GENERAL)
        fp_add(m, m, a);
}

static void find_polynomials(EC(division_polynomials) *s, const EC(jacobian) *p, const MC_FLASH EC(curve) *curve)
{
    mc_word m[EC_WORDS];
    find_tangent(m, p, curve);
    fp_sqr(s->y2, p->y);
    fp_mul(s->e, p->x, s->y2); /* X Y^2 */
    fp_add(s->t, s->e, s->e);
    fp_add(s->e, s->e, s->t);
    fp_add(s->e, s->e, s->e);
    fp_add(s->e, s->e, s->e);
    fp_sqr(s->t, m);
    fp_sub(s->e, s->e, s->t);
    fp_add(s->t, s->y2, s->y2);
    fp_sqr(s->t, s->t);
    fp_add(s->t, s->t, s->t);
    fp_mul(s->n, m, s->e);
    fp_sub(s->n, s->n, s->t);
}

/* r = 8 s */
static void times_8(mc_word *r, const mc_word *s)
{
    fp_add(r, s, s);
    fp_add(r, r, r);
    fp_add(r, r, r);
}

/* X3 = X E^2 - 8 Y^2 N, Y3 = Y (4 N (T - N) - E^3), Z3 = Z E: 8M + 4S and M (Dimitrov, Imbert and Mishra 2005). */
void EC(jacobian_triple)(EC(jacobian) *r, const EC(jacobian) *p, const MC_FLASH EC(curve) *curve)
{
    EC(division_polynomials) s;
    mc_word u[EC_WORDS];
    find_polynomials(&s, p, curve);
    fp_mul(r->z, p->z, s.e);
    times_8(s.y2, s.y2);
    fp_mul(s.y2, s.y2, s.n);
    fp_sqr(u, s.e);
    fp_mul(s.e, s.e, u);
    fp_mul(r->x, p->x, u);
    fp_sub(r->x, r->x, s.y2);
    fp_sub(s.t, s.t, s.n);
    fp_add(s.n, s.n, s.n);
    fp_add(s.n, s.n, s.n);
    fp_mul(s.n, s.n, s.t);
    fp_sub(s.n, s.n, s.e);
    fp_mul(r->y, p->y, s.n);
}

/* With F = E^3, L = 4 T N, V = L - F (the fifth polynomial) and W = V - 4 N^2:
 *   X3 = X V^2 - 8 Y^2 N E W, Y3 = Y ((V - W)(V F - L (V - W)) - F W^2), Z3 = Z V: 14M + 7S and M. */
void EC(jacobian_quintuple)(EC(jacobian) *r, const EC(jacobian) *p, const MC_FLASH EC(curve) *curve)
{
    EC(division_polynomials) s;
    mc_word f[EC_WORDS], v[EC_WORDS], w[EC_WORDS], d[EC_WORDS];
    find_polynomials(&s, p, curve);
    fp_sqr(f, s.e);
    fp_mul(f, f, s.e);
    fp_add(d, s.n, s.n); /* 2 N */
    fp_mul(s.t, s.t, d);
    fp_add(s.t, s.t, s.t); /* L */
    fp_sub(v, s.t, f);
    fp_sqr(d, d); /* V - W */
    fp_sub(w, v, d);
    times_8(s.y2, s.y2);
    fp_mul(s.n, s.n, s.e);
    fp_mul(s.n, s.n, s.y2);
    fp_mul(s.n, s.n, w);
    fp_mul(s.t, s.t, d);
    fp_mul(s.e, v, f);
    fp_sub(s.e, s.e, s.t);
    fp_mul(s.e, s.e, d);
    fp_sqr(w, w);
    fp_mul(w, w, f);
    fp_sub(s.e, s.e, w);
    fp_mul(r->y, p->y, s.e);
    fp_mul(r->z, p->z, v);
    fp_sqr(v, v);
    fp_mul(r->x, p->x, v);
    fp_sub(r->x, r->x, s.n);
}

#endif
