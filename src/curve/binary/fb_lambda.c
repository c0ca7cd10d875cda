/*---
name: lambda
family: coordinates
summary: lambda coordinates x = X/Z, x + y/x = L/Z: doubling 4M + 4S (3M + 4S for a = b = 1, 3M + 5S for a = 0 and b =
  1), mixed addition 10M + 3S (8M + 2S of a point given by x and x + y/x), addition 11M + 2S, Frobenius 3S; doublings
  one M more for a other than 0 and 1
source: Oliveira, Lopez, Aranha and Rodriguez-Henriquez 2013; sums with an affine y: derived below
domain: any points of the curve, infinity, equal and opposite ones included
constant_time: no
curves: binary
uses: fb-mul-reduce, fb-sqr-reduce, fb-inv
---*/
#include "curve/binary/fb_formulas.h"

/* L is the member y. Infinity is any (X : L : 0). The point of order two, (0, sqrt b), whose x + y/x is none, is (0 :
 * sqrt(b) Z : Z): where X is 0, L/Z is y. Scaling, the Frobenius map and, by a mask, the conversions hold for it as for
 * others; formulas that it enters or leaves choose by masks, so time does not tell it from other points. */

/* (x^2 : x^2 + y : x), or (0 : y : 1) for x = 0; infinity, (0, 0), becomes (0 : 0 : 0). */
void EC(lambda_from_affine)(EC(lambda) *r, const EC(affine) *p)
{
    const mc_word infinity = EC(affine_mask_infinity)(p), x_zero = field_mask_zero(p->x);
    fb_sqr(r->x, p->x);
    field_add(r->y, r->x, p->y);
    field_copy(r->z, p->x);
    r->z[0] = (mc_word)(r->z[0] | (x_zero & ~infinity & 1));
}

/* y = (X + L) X / Z^2, or L/Z for X = 0; r may hold x and y. The secret of an ECDH is x, so no product has it as an
 * operand: kernels leave multiples of operands on the stack. */
void EC(lambda_to_affine_by_inverse)(EC(affine) *r, const mc_word *x, const mc_word *y, mc_word *z)
{
    mc_word t[EC_WORDS];
    const mc_word order_two = field_mask_zero(x);
    field_add(t, x, y);
    fb_mul(t, t, x);
    field_select(t, y, order_two);
    fb_sqr(r->y, z);
    field_select(r->y, z, order_two);
    fb_mul(r->y, r->y, t);
    fb_mul(r->x, x, z);
    mc_wipe(t, sizeof t);
}

mc_word EC(lambda_mask_infinity)(const EC(lambda) *p)
{
    return field_mask_zero(p->z);
}

void EC(lambda_scale)(EC(lambda) *p, const mc_word *factor, const MC_FLASH EC(curve) *curve)
{
    (void)curve;
    fb_mul(p->x, p->x, factor);
    fb_mul(p->y, p->y, factor);
    fb_mul(p->z, p->z, factor);
}

/* r, whose X is 0, becomes the point of order two if the mask is ~0. */
static void lambda_set_order_two(EC(lambda) *r, mc_word mask, const MC_FLASH EC(curve) *curve)
{
    mc_word t[EC_WORDS];
    field_from_flash(t, curve->b_sqrt);
    field_select(r->y, t, mask);
    field_set_small(t, 1);
    field_select(r->z, t, mask);
}

/* r = Z^2 and t = T = L^2 + L Z + a Z^2, l = L Z. */
static void lambda_tangent(mc_word *t, mc_word *l, mc_word *z2, const EC(lambda) *p, const MC_FLASH EC(curve) *curve)
{
    fb_mul(l, p->y, p->z);
    fb_sqr(z2, p->z);
    fb_sqr(t, p->y);
    field_add(t, t, l);
    EC(curve_add_a_times)(t, z2, curve);
}

/* X3 = T^2, Z3 = T Z^2, L3 = (X Z)^2 + X3 + T L Z + Z3; for b = 1 and a = 0 or 1 with a product less, L3 = (L + X)^2
 * ((L
 * + X)^2 + T + Z^2) + (a + 1) (Z^4 + Z3) + X3. T is 0 if 2P has x = 0. */
void EC(lambda_double)(EC(lambda) *r, const EC(lambda) *p, const MC_FLASH EC(curve) *curve)
{
    mc_word t[EC_WORDS], l[EC_WORDS], z2[EC_WORDS], s[EC_WORDS];
    const mc_word infinity = field_mask_zero(p->z), order_two = field_mask_zero(p->x);
    const uint8_t a_class = EC_CURVE_A_CLASS(curve);
    lambda_tangent(t, l, z2, p, curve);
    if (EC_CURVE_B_IS_ONE(curve) && a_class != MC_COEFFICIENT_GENERAL) {
        field_add(s, p->y, p->x);
        fb_sqr(s, s);
        field_add(l, s, t);
        field_add(l, l, z2);
        fb_mul(s, s, l);
        if (a_class == 0)
            fb_sqr(l, z2);
    } else {
        fb_mul(l, l, t);
        fb_mul(s, p->x, p->z);
        fb_sqr(s, s);
    }
    fb_mul(r->z, t, z2);
    if (!EC_CURVE_B_IS_ONE(curve) || a_class != 1) {
        field_add(s, s, l);
        field_add(s, s, r->z);
    }
    fb_sqr(r->x, t);
    field_add(r->y, s, r->x);
    lambda_set_order_two(r, (mc_word)(field_mask_zero(t) & ~infinity), curve);
    field_add_masked(r->z, r->z, order_two);
}

/* Of p and q = (x, y): A = x L + (x^2 + y) Z, B = (X + x Z)^2, G = A Z; then x3 = X A / B and x3/X = G/B give X3 = X A
 * G, Z3 = B G, L3 = x (G + B)^2 + A B (L + Z). It holds for q of order two as well. For p of order two, p + q = (sqrt b
 * : x^2 + x + y : x). B is 0 if p is q or -q, which gives infinity, and then A is 0 if p = q. A is 0 and B is not if
 * the sum has order two. */
mc_word EC(lambda_add_mixed)(EC(lambda) *r, const EC(lambda) *p, const EC(affine) *q, const MC_FLASH EC(curve) *curve)
{
    mc_word a[EC_WORDS], b[EC_WORDS], g[EC_WORDS], t[EC_WORDS], u[EC_WORDS];
    const mc_word p_order_two = field_mask_zero(p->x);
    fb_sqr(u, q->x);
    field_add(u, u, q->y);
    fb_mul(t, u, p->z);
    fb_mul(a, q->x, p->y);
    field_add(a, a, t);
    fb_mul(b, q->x, p->z);
    field_add(b, b, p->x);
    fb_sqr(b, b);
    const mc_word a_zero = field_mask_zero(a), b_zero = field_mask_zero(b);
    fb_mul(g, a, p->z);
    field_add(t, p->y, p->z);
    fb_mul(r->x, p->x, a);
    fb_mul(r->x, r->x, g);
    fb_mul(r->z, b, g);
    fb_mul(a, a, b);
    fb_mul(a, a, t);
    field_add(g, g, b);
    fb_sqr(g, g);
    fb_mul(g, g, q->x);
    field_add(r->y, a, g);
    lambda_set_order_two(r, (mc_word)(a_zero & ~b_zero), curve);
    field_add(u, u, q->x);
    field_from_flash(t, curve->b_sqrt);
    field_select(r->x, t, p_order_two);
    field_select(r->y, u, p_order_two);
    field_select(r->z, q->x, p_order_two);
    return (mc_word)((a_zero & b_zero & ~p_order_two) | (p_order_two & field_mask_zero(q->x)));
}

/* x1 = X1 Z2, x2 = X2 Z1, A = L1 Z2 + L2 Z1, B = (x1 + x2)^2, F = A B Z2: X3 = (A x1) (A x2), L3 = (A x2 + B)^2 + F (L1
 * + Z1), Z3 = F Z1; `one` says that Z2 is 1. For p of order two the sum is (sqrt(b) Z2^2 : X2 (L2 + Z2) : X2 Z2), for q
 * of order two the same of p: the factors are chosen before they are multiplied. B is 0 if p is q or -q, which gives
 * infinity, and then A is 0 if p = q. A is 0 and B is not if the sum has order two. */
MC_INLINE mc_word lambda_chord(EC(lambda) *r, const EC(lambda) *p, const EC(lambda) *q, uint8_t one,
                               const MC_FLASH EC(curve) *curve)
{
    mc_word x1[EC_WORDS], x2[EC_WORDS], y1[EC_WORDS], y2[EC_WORDS];
    mc_word a[EC_WORDS], b[EC_WORDS], u[EC_WORDS], v[EC_WORDS];
    const mc_word p_order_two = field_mask_zero(p->x), q_order_two = field_mask_zero(q->x);
    field_copy(x1, p->x);
    field_copy(y1, p->y);
    if (!one) {
        fb_mul(x1, x1, q->z);
        fb_mul(y1, y1, q->z);
    }
    fb_mul(x2, q->x, p->z);
    fb_mul(y2, q->y, p->z);
    field_add(a, y1, y2);
    field_add(b, x1, x2);
    const mc_word a_zero = field_mask_zero(a), b_zero = field_mask_zero(b);
    fb_sqr(b, b);
    fb_mul(u, a, x1);
    fb_mul(v, a, x2);
    fb_mul(a, a, b);
    if (!one)
        fb_mul(a, a, q->z);
    field_add(b, b, v);
    fb_sqr(b, b);
    /* X3 = u v, L3 = b + a y1, Z3 = a y2 */
    field_select(u, y1, p_order_two);
    field_select(u, y2, q_order_two);
    field_select(a, x2, p_order_two);
    field_select(a, x1, q_order_two);
    field_add_masked(b, b, p_order_two | q_order_two);
    field_add(y1, p->y, p->z);
    field_add(x1, q->y, q->z);
    field_select(y1, x1, p_order_two);
    field_copy(y2, p->z);
    field_select(y2, q->z, p_order_two);
    field_select(v, y2, p_order_two | q_order_two);
    fb_mul(r->x, u, v);
    fb_mul(r->z, a, y2);
    fb_mul(a, a, y1);
    field_add(r->y, a, b);
    lambda_set_order_two(r, (mc_word)(a_zero & ~b_zero & ~p_order_two & ~q_order_two), curve);
    return a_zero & b_zero;
}

mc_word EC(lambda_add)(EC(lambda) *r, const EC(lambda) *p, const EC(lambda) *q, const MC_FLASH EC(curve) *curve)
{
    return lambda_chord(r, p, q, 0, curve);
}

void EC(lambda_from_slope)(EC(lambda) *r, const EC(affine_slope) *p)
{
    field_copy(r->x, p->x);
    field_copy(r->y, p->y);
    field_set_small(r->z, 1 & ~field_mask_zero(p->x));
}

void EC(add_lambda_affine_slope_to_lambda)(EC(lambda) *r, const EC(lambda) *p, const EC(affine_slope) *q,
                                           const MC_FLASH EC(curve) *curve)
{
    EC(lambda) other;
    EC(lambda_from_slope)(&other, q);
    (void)lambda_chord(r, p, &other, 1, curve);
}

/* With T of the doubling, A = (X Z)^2 + T (T + L Z + (l + 1) Z^2), where q = (x, l), and B = (x Z^2 + T)^2: X3 = x Z^2
 * A^2, Z3 = A B Z^2, L3 = T (A + B)^2 + (l + 1) Z3. */
void EC(double_add_lambda_affine_slope_to_lambda)(EC(lambda) *r, const EC(lambda) *p, const EC(affine_slope) *q,
                                                  const MC_FLASH EC(curve) *curve)
{
    mc_word t[EC_WORDS], a[EC_WORDS], b[EC_WORDS], z2[EC_WORDS], s[EC_WORDS], u[EC_WORDS];
    lambda_tangent(t, a, z2, p, curve);
    field_copy(s, q->y);
    s[0] ^= 1;
    field_add(a, a, t);
    fb_mul(u, s, z2);
    field_add(a, a, u);
    fb_mul(a, a, t);
    fb_mul(u, p->x, p->z);
    fb_sqr(u, u);
    field_add(a, a, u);
    fb_mul(u, q->x, z2);
    field_add(b, u, t);
    fb_sqr(b, b);
    fb_sqr(r->x, a);
    fb_mul(r->x, r->x, u);
    fb_mul(r->z, a, b);
    fb_mul(r->z, r->z, z2);
    field_add(a, a, b);
    fb_sqr(a, a);
    fb_mul(a, a, t);
    fb_mul(s, s, r->z);
    field_add(r->y, a, s);
}

/* -(X : L : Z) = (X : L + Z : Z); the point of order two is its own opposite. */
void EC(lambda_negate)(EC(lambda) *r, const EC(lambda) *p)
{
    if (r != p)
        *r = *p;
    field_add_masked(r->y, p->z, (mc_word)~field_mask_zero(p->x));
}
