/* Jacobian points with products traded for squares: 2 x y = (x + y)^2 - x^2 - y^2 where one square or both are known.
 * Gains where a square costs much less than a product, which additions must not eat up. Formulas: add-2007-bl,
 * madd-2007-bl, dbl-2001-b, dbl-2009-l and dbl-2007-bl of Bernstein and Lange's Explicit-Formulas Database. */
#include "curve/prime/fp_formulas.h"
#include "curve/prime/fp_point_core.h"

#if !FIELD_HAS_EDWARDS_CURVES

/* r = (x + y)^2 - x2 - y2, which is 2 x y for x2 = x^2 and y2 = y^2. r apart from x2 and y2. */
static void twice_product(mc_word *r, const mc_word *x, const mc_word *y, const mc_word *x2, const mc_word *y2)
{
    fp_add(r, x, y);
    fp_sqr(r, r);
    fp_sub(r, r, x2);
    fp_sub(r, r, y2);
}

/* With H and S as in curve/prime/fp_point_core.h, I = 4 H^2, J = H I, V = U1 I: X3 = 4 S^2 - J - 2 V, Y3 = 2 S (V - X3)
 * - 2 S1 J, Z3 = 2 Z1 Z2 H. */
static void add_traded(EC(jacobian) *r, point_source p, point_source q)
{
    mc_word h[EC_WORDS], s[EC_WORDS], u1[EC_WORDS], s1[EC_WORDS], v[EC_WORDS], p_z2[EC_WORDS], q_z2[EC_WORDS];
    fp_sqr(p_z2, p.z);
    p.z2 = p_z2;
    if (q.z) {
        fp_sqr(q_z2, q.z);
        q.z2 = q_z2;
    }
    (void)jacobian_differences(h, s, u1, s1, p, q);
    fp_sqr(v, h);
    if (q.z) {
        twice_product(r->z, p.z, q.z, p_z2, q_z2);
        fp_mul(r->z, r->z, h);
    } else {
        twice_product(r->z, p.z, h, p_z2, v);
    }
    fp_add(v, v, v);
    fp_add(v, v, v);
    fp_mul(h, h, v);
    fp_mul(v, v, q.z ? u1 : p.x);
    fp_mul(r->y, q.z ? s1 : p.y, h);
    fp_add(r->y, r->y, r->y);
    fp_add(s, s, s);
    fp_sqr(r->x, s);
    fp_sub(r->x, r->x, h);
    fp_sub(r->x, r->x, v);
    fp_sub(r->x, r->x, v);
    fp_sub(v, v, r->x);
    fp_mul(v, v, s);
    fp_sub(r->y, v, r->y);
}

void EC(add_jacobian_jacobian_traded)(EC(jacobian) *r, const EC(jacobian) *p, const EC(jacobian) *q,
                                      const MC_FLASH EC(curve) *curve)
{
    (void)curve;
    add_traded(r, (point_source)POINT_jacobian(p), (point_source)POINT_jacobian(q));
}

void EC(add_jacobian_affine_traded)(EC(jacobian) *r, const EC(jacobian) *p, const EC(affine) *q,
                                    const MC_FLASH EC(curve) *curve)
{
    (void)curve;
    add_traded(r, (point_source)POINT_jacobian(p), (point_source)POINT_affine(q));
}

/* With T the tangent and B = 4 X Y^2: X3 = T^2 - 2 B, Y3 = T (B - X3) - 8 Y^4, Z3 = 2 Y Z. For a = -3 T is 3 (X + Z^2)
 * (X - Z^2), which has no X^2 to trade for B; for a = 0 Z^2 is not known, and Z3 stays a product. */
void EC(double_jacobian_traded)(EC(jacobian) *r, const EC(jacobian) *p, const MC_FLASH EC(curve) *curve)
{
    mc_word t[EC_WORDS], b[EC_WORDS], x2[EC_WORDS], y2[EC_WORDS], y4[EC_WORDS], z2[EC_WORDS];
    const uint8_t a_class = EC_CURVE_A_CLASS(curve);
    fp_sqr(y2, p->y);
    fp_sqr(y4, y2);
    if (a_class != 0)
        fp_sqr(z2, p->z);
    if (a_class == MC_COEFFICIENT_MINUS_3) {
        tangent(t, p->x, z2, curve);
        fp_mul(b, p->x, y2);
        fp_add(b, b, b);
    } else {
        fp_sqr(x2, p->x);
        fp_triple(t, x2);
        twice_product(b, p->x, y2, x2, y4);
    }
    fp_add(b, b, b);
    if (a_class == MC_COEFFICIENT_GENERAL) {
        fp_sqr(x2, z2);
        a_times(x2, x2, curve);
        fp_add(t, t, x2);
    }
    if (a_class != 0) {
        twice_product(r->z, p->y, p->z, y2, z2);
    } else {
        fp_mul(r->z, p->y, p->z);
        fp_add(r->z, r->z, r->z);
    }
    fp_sqr(r->x, t);
    fp_sub(r->x, r->x, b);
    fp_sub(r->x, r->x, b);
    fp_sub(b, b, r->x);
    fp_mul(t, t, b);
    for (uint8_t i = 0; i < 3; i++)
        fp_add(y4, y4, y4);
    fp_sub(r->y, t, y4);
}

#endif
