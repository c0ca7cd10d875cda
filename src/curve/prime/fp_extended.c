/*---
name: extended
family: coordinates
summary: extended coordinates x = X/Z, y = Y/Z, X Y/Z = E H of Edwards curves with a = 1 or -1: doubling 3M + 4S, mixed
  addition 10M, addition 11M, the same for every pair of points; mixed addition 8M for a = -1 and points that are not
  equal up to one of order 4
source: Hisil, Wong, Carter and Dawson 2008, 3.1 and 3.3; factors of X Y/Z: Hamburg 2015
domain: any points of the curve
constant_time: same-trace-and-addresses
curves: edwards
requires: FIELD_HAS_EDWARDS_CURVES
uses: fp-mul-reduce, fp-sqr-reduce, fp-inv
---*/
#include "curve/curve.h"

#if FIELD_HAS_EDWARDS_CURVES
#if MC_NATIVE_EXTENDED
#include "native/x86_64/level.h"
#include "native/x86_64/montgomery.h"
#endif

void EC(extended_from_affine)(EC(extended) *r, const EC(affine) *p)
{
    field_copy(r->x, p->x);
    field_copy(r->y, p->y);
    field_set_small(r->z, 1);
    field_copy(r->e, p->x);
    field_copy(r->h, p->y);
}

void EC(extended_to_affine_by_inverse)(EC(affine) *r, const mc_word *x, const mc_word *y, mc_word *z)
{
    fp_mul(r->x, x, z);
    fp_mul(r->y, y, z);
}

mc_word EC(extended_mask_infinity)(const EC(extended) *p)
{
    return field_mask_zero(p->x) & field_mask_equal(p->y, p->z);
}

/* X, Y and Z times the factor, and so X Y/Z as E times it. */
void EC(extended_scale)(EC(extended) *p, const mc_word *factor, const MC_FLASH EC(curve) *curve)
{
    (void)curve;
    fp_mul(p->x, p->x, factor);
    fp_mul(p->y, p->y, factor);
    fp_mul(p->z, p->z, factor);
    fp_mul(p->e, p->e, factor);
}

#define A_IS_MINUS_1(curve) (EC_CURVE_A_CLASS(curve) == MC_COEFFICIENT_MINUS_1)

/* r = s + t, or s - t if that is asked for; the coefficient a decides which it is. */
static void add_signed(mc_word *r, const mc_word *s, const mc_word *t, uint8_t negative)
{
    if (negative)
        fp_sub(r, s, t);
    else
        fp_add(r, s, t);
}

/* With A = X^2, B = Y^2: E = (X + Y)^2 - A - B, G = B + a A, H = B - a A, F = 2 Z^2 - G; X3 = E F, Y3 = G H, Z3 = F G.
 * Both F and H have the opposite signs of those in the source, which changes all coordinates' and so nothing. */
MC_INLINE void double_core(EC(extended) *r, const EC(extended) *p, const MC_FLASH EC(curve) *curve)
{
    mc_word a[EC_WORDS], b[EC_WORDS], f[EC_WORDS], g[EC_WORDS];
    fp_sqr(a, p->x);
    fp_sqr(b, p->y);
    fp_sqr(f, p->z);
    fp_add(f, f, f);
    fp_add(r->e, p->x, p->y);
    fp_sqr(r->e, r->e);
    fp_sub(r->e, r->e, a);
    fp_sub(r->e, r->e, b);
    add_signed(g, b, a, A_IS_MINUS_1(curve));
    add_signed(r->h, b, a, !A_IS_MINUS_1(curve));
    fp_sub(f, f, g);
    fp_mul(r->x, r->e, f);
    fp_mul(r->y, g, r->h);
    fp_mul(r->z, f, g);
}

/* With A = X1 X2, B = Y1 Y2, C = d (X1 Y1/Z1) (X2 Y2/Z2), D = Z1 Z2: E = (X1 + Y1)(X2 + Y2) - A - B, F = D - C, G = D +
 * C, H = B - a A; X3 = E F, Y3 = G H, Z3 = F G. c is (X1 Y1/Z1) (X2 Y2/Z2) and is destroyed; d may be p->z. */
static void add_given_products(EC(extended) *r, const EC(extended) *p, const mc_word *x2, const mc_word *y2, mc_word *c,
                               const mc_word *d, const MC_FLASH EC(curve) *curve)
{
    mc_word a[EC_WORDS], b[EC_WORDS], f[EC_WORDS];
    field_from_flash(a, curve->d);
    field_mul_coefficient(c, c, a);
    fp_mul(a, p->x, x2);
    fp_mul(b, p->y, y2);
    fp_add(r->e, p->x, p->y);
    fp_add(f, x2, y2);
    fp_mul(r->e, r->e, f);
    fp_sub(r->e, r->e, a);
    fp_sub(r->e, r->e, b);
    add_signed(r->h, b, a, !A_IS_MINUS_1(curve));
    fp_sub(f, d, c);
    fp_add(c, d, c);
    fp_mul(r->x, r->e, f);
    fp_mul(r->y, c, r->h);
    fp_mul(r->z, f, c);
}

MC_INLINE void add_mixed_core(EC(extended) *r, const EC(extended) *p, const EC(affine) *q,
                              const MC_FLASH EC(curve) *curve)
{
    mc_word c[EC_WORDS], t[EC_WORDS];
    fp_mul(c, p->e, p->h);
    fp_mul(t, q->x, q->y);
    fp_mul(c, c, t);
    add_given_products(r, p, q->x, q->y, c, p->z, curve);
}

#if MC_NATIVE_EXTENDED

#define KERNEL(name) MC_CONCATENATE(MC_CONCATENATE(name, MC_FIELD), _adx)

typedef void double_function(EC(extended) *r, const EC(extended) *p, const MC_FLASH EC(curve) *curve);
typedef void add_mixed_function(EC(extended) *r, const EC(extended) *p, const EC(affine) *q,
                                const MC_FLASH EC(curve) *curve);
double_function EC(extended_double_bound);
add_mixed_function EC(extended_add_mixed_bound);

MC_NOINLINE void double_in_c(EC(extended) *r, const EC(extended) *p, const MC_FLASH EC(curve) *curve)
{
    double_core(r, p, curve);
}

static void double_by_kernel(EC(extended) *r, const EC(extended) *p, const MC_FLASH EC(curve) *curve)
{
    if (A_IS_MINUS_1(curve))
        KERNEL(mc_extended_double_)(r->x, p->x);
    else
        double_in_c(r, p, curve);
}

MC_NOINLINE void add_mixed_in_c(EC(extended) *r, const EC(extended) *p, const EC(affine) *q,
                                const MC_FLASH EC(curve) *curve)
{
    add_mixed_core(r, p, q, curve);
}

static void add_mixed_by_kernel(EC(extended) *r, const EC(extended) *p, const EC(affine) *q,
                                const MC_FLASH EC(curve) *curve)
{
    if (A_IS_MINUS_1(curve))
        KERNEL(mc_extended_add_)(r->x, p->x, q->x, curve->d);
    else
        add_mixed_in_c(r, p, q, curve);
}

#pragma GCC visibility push(hidden)
MC_BIND(EC(extended_double_bound), double_function, mc_x86_64_has_adx, double_by_kernel, double_in_c,
        (EC(extended) *r, const EC(extended) *p, const MC_FLASH EC(curve) *curve), (r, p, curve))
MC_BIND(EC(extended_add_mixed_bound), add_mixed_function, mc_x86_64_has_adx, add_mixed_by_kernel, add_mixed_in_c,
        (EC(extended) *r, const EC(extended) *p, const EC(affine) *q, const MC_FLASH EC(curve) *curve),
        (r, p, q, curve))
#pragma GCC visibility pop
#define double_core    EC(extended_double_bound)
#define add_mixed_core EC(extended_add_mixed_bound)

#endif

/* For a = -1. With A = (Y1 - X1)(Y2 + X2), B = (Y1 + X1)(Y2 - X2), C = 2 Z1 X2 Y2, D = 2 X1 Y1/Z1: E = D + C, F = B -
 * A, G = B + A, H = D - C; X3 = E F, Y3 = G H, Z3 = F G (Hisil, Wong, Carter and Dawson 2008, 3.2). F is 2 (X1 Y2 - Y1
 * X2), and 0 where x of p - q is 0; G is 2 (Y1 Y2 - X1 X2), and 0 where y of it is 0: together, where 4 (p - q) is
 * infinity. All other pairs give p + q, also if that or a summand is infinity. */
typedef struct {
    mc_word c[EC_WORDS], d[EC_WORDS], f[EC_WORDS], g[EC_WORDS];
} apart_terms;

static void add_apart_terms(apart_terms *s, const EC(extended) *p, const EC(affine) *q)
{
    fp_sub(s->f, p->y, p->x);
    fp_add(s->c, q->y, q->x);
    fp_mul(s->f, s->f, s->c); /* A */
    fp_add(s->g, p->y, p->x);
    fp_sub(s->c, q->y, q->x);
    fp_mul(s->c, s->g, s->c); /* B */
    fp_add(s->g, s->c, s->f);
    fp_sub(s->f, s->c, s->f);
    fp_add(s->c, q->x, q->x);
    fp_mul(s->c, s->c, q->y);
    fp_mul(s->c, s->c, p->z);
    fp_add(s->d, p->h, p->h);
    fp_mul(s->d, s->d, p->e);
}

static void add_apart_products(EC(extended) *r, const apart_terms *s)
{
    fp_add(r->e, s->d, s->c);
    fp_sub(r->h, s->d, s->c);
    fp_mul(r->x, r->e, s->f);
    fp_mul(r->y, s->g, r->h);
    fp_mul(r->z, s->f, s->g);
}

MC_INLINE void add_apart_core(EC(extended) *r, const EC(extended) *p, const EC(affine) *q,
                              const MC_FLASH EC(curve) *curve)
{
    apart_terms s;
    if (!A_IS_MINUS_1(curve)) {
        add_mixed_core(r, p, q, curve);
        return;
    }
    add_apart_terms(&s, p, q);
    add_apart_products(r, &s);
}

static uint8_t is_zero_var(const mc_word *a)
{
    return !a[0] && field_mask_zero(a);
}

#if MC_NATIVE_EXTENDED

static void add_apart_in_c(EC(extended) *r, const EC(extended) *p, const EC(affine) *q, const MC_FLASH EC(curve) *curve)
{
    add_apart_core(r, p, q, curve);
}

static void add_apart_by_kernel(EC(extended) *r, const EC(extended) *p, const EC(affine) *q,
                                const MC_FLASH EC(curve) *curve)
{
    if (A_IS_MINUS_1(curve))
        KERNEL(mc_extended_add_apart_)(r->x, p->x, q->x);
    else
        add_mixed_in_c(r, p, q, curve);
}

MC_BIND(EC(extended_add_mixed_apart), add_mixed_function, mc_x86_64_has_adx, add_apart_by_kernel, add_apart_in_c,
        (EC(extended) *r, const EC(extended) *p, const EC(affine) *q, const MC_FLASH EC(curve) *curve),
        (r, p, q, curve))

void EC(extended_add_mixed_any_var)(EC(extended) *r, const EC(extended) *p, const EC(affine) *q,
                                    const MC_FLASH EC(curve) *curve)
{
    const EC(extended) summand = *p; /* r may be p */
    EC(extended_add_mixed_apart)(r, &summand, q, curve);
    if (is_zero_var(r->z)) /* F G, where the formulas give no sum */
        add_mixed_core(r, &summand, q, curve);
}

#else

void EC(extended_add_mixed_apart)(EC(extended) *r, const EC(extended) *p, const EC(affine) *q,
                                  const MC_FLASH EC(curve) *curve)
{
    add_apart_core(r, p, q, curve);
}

/* r = p + q, and 1, where the formulas above give the sum; else 0. A function of its own, so that its terms are not on
 * the stack below the other formulas. */
MC_NOINLINE uint8_t add_apart_var(EC(extended) *r, const EC(extended) *p, const EC(affine) *q)
{
    apart_terms s;
    add_apart_terms(&s, p, q);
    if (is_zero_var(s.f) || is_zero_var(s.g))
        return 0;
    add_apart_products(r, &s);
    return 1;
}

void EC(extended_add_mixed_any_var)(EC(extended) *r, const EC(extended) *p, const EC(affine) *q,
                                    const MC_FLASH EC(curve) *curve)
{
    if (!A_IS_MINUS_1(curve) || !add_apart_var(r, p, q))
        (void)EC(extended_add_mixed)(r, p, q, curve);
}

#endif

void EC(extended_double)(EC(extended) *r, const EC(extended) *p, const MC_FLASH EC(curve) *curve)
{
    double_core(r, p, curve);
}

mc_word EC(extended_add_mixed)(EC(extended) *r, const EC(extended) *p, const EC(affine) *q,
                               const MC_FLASH EC(curve) *curve)
{
    add_mixed_core(r, p, q, curve);
    return 0; /* no pair of points is exceptional */
}

mc_word EC(extended_add)(EC(extended) *r, const EC(extended) *p, const EC(extended) *q, const MC_FLASH EC(curve) *curve)
{
    mc_word c[EC_WORDS], t[EC_WORDS];
    fp_mul(c, p->e, p->h);
    fp_mul(t, q->e, q->h);
    fp_mul(c, c, t);
    fp_mul(t, p->z, q->z);
    add_given_products(r, p, q->x, q->y, c, t, curve);
    return 0;
}

void EC(extended_negate)(EC(extended) *r, const EC(extended) *p)
{
    if (r != p)
        *r = *p;
    field_negate(r->x, p->x);
    field_negate(r->e, p->e);
}

#endif
