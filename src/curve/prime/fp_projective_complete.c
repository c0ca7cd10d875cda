/*---
name: projective-complete
family: coordinates
summary: complete formulas on standard projective coordinates, without exceptional cases on curves of odd order:
  doubling 8M + 3S and 2 products by b for a = -3, 6M + 2S and 1 for a = 0, 8M + 3S, 2 and 3 by a for general a; mixed
  addition 11M, addition 12M, and 2 by b for a = -3 and a = 0, 2 and 3 by a for general a
source: Renes, Costello and Batina 2016 Algorithms 1 to 9
domain: any points of the curve; on curves of even order an addition costs an incomplete one more, 12M + 2S
constant_time: no
curves: prime
requires: !FIELD_HAS_EDWARDS_CURVES
uses: fp-mul-reduce, fp-sqr-reduce, fp-inv
---*/
#include "curve/prime/fp_formulas.h"
#include "curve/prime/fp_point_core.h"

#if !FIELD_HAS_EDWARDS_CURVES

/* The representation is the one of curve/prime/fp_projective.c. */
void EC(projective_complete_from_affine)(EC(projective) *r, const EC(affine) *p)
{
    EC(projective_from_affine)(r, p);
}

void EC(projective_complete_to_affine_by_inverse)(EC(affine) *r, const mc_word *x, const mc_word *y, mc_word *z)
{
    EC(projective_to_affine_by_inverse)(r, x, y, z);
}

mc_word EC(projective_complete_mask_infinity)(const EC(projective) *p)
{
    return EC(projective_mask_infinity)(p);
}

void EC(projective_complete_scale)(EC(projective) *p, const mc_word *factor, const MC_FLASH EC(curve) *curve)
{
    EC(projective_scale)(p, factor, curve);
}

void EC(projective_complete_negate)(EC(projective) *r, const EC(projective) *p)
{
    EC(projective_negate)(r, p);
}

/* Of two points, or of one twice: XX = X1 X2, XY = X1 Y2 + X2 Y1 and so on. */
typedef struct {
    mc_word xx[EC_WORDS], yy[EC_WORDS], zz[EC_WORDS], xy[EC_WORDS], xz[EC_WORDS], yz[EC_WORDS];
} point_products;

/* r = a1 b2 + a2 b1, given aa = a1 a2 and bb = b1 b2. */
static void cross_product(mc_word *r, const mc_word *a1, const mc_word *b1, const mc_word *a2, const mc_word *b2,
                          const mc_word *aa, const mc_word *bb)
{
    mc_word t[EC_WORDS];
    fp_add(r, a1, b1);
    fp_add(t, a2, b2);
    fp_mul(r, r, t);
    fp_sub(r, r, aa);
    fp_sub(r, r, bb);
}

static void products_of_two(point_products *t, const EC(projective) *p, point_source q)
{
    fp_mul(t->xx, p->x, q.x);
    fp_mul(t->yy, p->y, q.y);
    cross_product(t->xy, p->x, p->y, q.x, q.y, t->xx, t->yy);
    if (q.z) {
        fp_mul(t->zz, p->z, q.z);
        cross_product(t->xz, p->x, p->z, q.x, q.z, t->xx, t->zz);
        cross_product(t->yz, p->y, p->z, q.y, q.z, t->yy, t->zz);
    } else {
        field_copy(t->zz, p->z);
        fp_mul(t->xz, q.x, p->z);
        fp_add(t->xz, t->xz, p->x);
        fp_mul(t->yz, q.y, p->z);
        fp_add(t->yz, t->yz, p->y);
    }
}

static void products_of_one_twice(point_products *t, const EC(projective) *p)
{
    fp_sqr(t->xx, p->x);
    fp_sqr(t->yy, p->y);
    fp_sqr(t->zz, p->z);
    fp_mul(t->xy, p->x, p->y);
    fp_add(t->xy, t->xy, t->xy);
    fp_mul(t->xz, p->x, p->z);
    fp_add(t->xz, t->xz, t->xz);
    fp_mul(t->yz, p->y, p->z);
    fp_add(t->yz, t->yz, t->yz);
}

/* L = a XZ + 3b ZZ, M = 3 XX + a ZZ, N = a XX + 3b XZ - a^2 ZZ: for a = -3 L = 3 (b ZZ - XZ), M = 3 (XX - ZZ),
 * N = 3 (b XZ - XX - 3 ZZ). */
static void linear_forms(mc_word *l, mc_word *m, mc_word *n, const point_products *t, const MC_FLASH EC(curve) *curve)
{
    mc_word u[EC_WORDS], v[EC_WORDS];
    field_from_flash(v, curve->b);
    field_mul_coefficient(u, t->zz, v);
    field_mul_coefficient(v, t->xz, v);
    if (EC_CURVE_A_CLASS(curve) == MC_COEFFICIENT_MINUS_3) {
        fp_sub(u, u, t->xz);
        fp_triple(l, u);
        fp_triple(u, t->zz);
        fp_sub(v, v, t->xx);
        fp_sub(v, v, u);
        fp_triple(n, v);
        fp_sub(v, t->xx, t->zz);
        fp_triple(m, v);
        return;
    }
    fp_triple(l, u);
    fp_triple(n, v);
    fp_triple(m, t->xx);
    if (EC_CURVE_A_CLASS(curve) == MC_COEFFICIENT_GENERAL) {
        field_from_flash(u, curve->a);
        field_mul_coefficient(v, t->zz, u);
        fp_add(m, m, v);
        fp_sub(v, t->xx, v);
        field_mul_coefficient(v, v, u);
        fp_add(n, n, v);
        field_mul_coefficient(v, t->xz, u);
        fp_add(l, l, v);
    }
}

/* X3 = XY (YY - L) - YZ N, Y3 = (YY + L)(YY - L) + M N, Z3 = YZ (YY + L) + XY M, which is 4 YY YZ of a point twice. */
static void sum_of_products(EC(projective) *r, const point_products *t, uint8_t twice, const MC_FLASH EC(curve) *curve)
{
    mc_word l[EC_WORDS], m[EC_WORDS], n[EC_WORDS], minus[EC_WORDS];
    linear_forms(l, m, n, t, curve);
    fp_sub(minus, t->yy, l);
    fp_add(l, t->yy, l);
    fp_mul(r->y, l, minus);
    fp_mul(r->x, t->xy, minus);
    fp_mul(minus, t->yz, n);
    fp_sub(r->x, r->x, minus);
    fp_mul(n, m, n);
    fp_add(r->y, r->y, n);
    if (twice) {
        fp_mul(r->z, t->yy, t->yz);
        fp_add(r->z, r->z, r->z);
        fp_add(r->z, r->z, r->z);
    } else {
        fp_mul(r->z, t->yz, l);
        fp_mul(m, t->xy, m);
        fp_add(r->z, r->z, m);
    }
}

/* a = 0, L = 3b Z^2: X3 = 2 X Y (Y^2 - 3 L), Y3 = (Y^2 - 3 L)(Y^2 + L) + 8 Y^2 L, Z3 = 8 Y^2 Y Z. */
static void double_without_a(EC(projective) *r, const EC(projective) *p, const MC_FLASH EC(curve) *curve)
{
    mc_word l[EC_WORDS], yy[EC_WORDS], xy[EC_WORDS], t[EC_WORDS];
    field_from_flash(l, curve->b);
    fp_sqr(t, p->z);
    field_mul_coefficient(t, t, l);
    fp_triple(l, t);
    fp_mul(xy, p->x, p->y);
    fp_add(xy, xy, xy);
    fp_mul(r->z, p->y, p->z);
    fp_sqr(yy, p->y);
    fp_triple(t, l);
    fp_sub(t, yy, t);
    fp_mul(r->x, xy, t);
    fp_add(xy, yy, l);
    fp_mul(r->y, xy, t);
    for (uint8_t i = 0; i < 3; i++)
        fp_add(yy, yy, yy);
    fp_mul(r->z, r->z, yy);
    fp_mul(yy, yy, l);
    fp_add(r->y, r->y, yy);
}

void EC(projective_complete_double)(EC(projective) *r, const EC(projective) *p, const MC_FLASH EC(curve) *curve)
{
    point_products t;
    if (EC_CURVE_A_CLASS(curve) == 0) {
        double_without_a(r, p, curve);
        return;
    }
    products_of_one_twice(&t, p);
    sum_of_products(r, &t, 1, curve);
}

static void add_complete(EC(projective) *r, const EC(projective) *p, point_source q, const MC_FLASH EC(curve) *curve)
{
    point_products t;
    products_of_two(&t, p, q);
    sum_of_products(r, &t, 0, curve);
}

/* Where p - q has order two the formula gives (0, 0, 0), which is no point: masks then choose q for p infinity, p for q
 * infinity, else the sum by the formula for p and q that are not equal. */
static void add_even_order(EC(projective) *r, const EC(projective) *p, const EC(projective) *q,
                           const MC_FLASH EC(curve) *curve)
{
    EC(projective) sum, other;
    add_complete(&sum, p, (point_source)POINT_projective(q), curve);
    const mc_word none = field_mask_zero(sum.x) & field_mask_zero(sum.y) & field_mask_zero(sum.z);
    const mc_word p_infinity = none & EC(projective_mask_infinity)(p);
    const mc_word q_infinity = none & EC(projective_mask_infinity)(q);
    EC(add_projective_projective_to_projective)(&other, p, q, curve);
    const mc_word *const from[3][3] = {{other.x, q->x, p->x}, {other.y, q->y, p->y}, {other.z, q->z, p->z}};
    mc_word *const to[3] = {sum.x, sum.y, sum.z};
    for (uint8_t i = 0; i < 3; i++) {
        field_select(to[i], from[i][0], none);
        field_select(to[i], from[i][1], p_infinity);
        field_select(to[i], from[i][2], q_infinity);
    }
    *r = sum;
}

/* Infinity and equal points are as others here. */
mc_word EC(projective_complete_add)(EC(projective) *r, const EC(projective) *p, const EC(projective) *q,
                                    const MC_FLASH EC(curve) *curve)
{
    if (EC_CURVE_COFACTOR(curve) % 2 == 0)
        add_even_order(r, p, q, curve);
    else
        add_complete(r, p, (point_source)POINT_projective(q), curve);
    return 0;
}

/* The same for p infinity and equal points; q is not infinity. */
mc_word EC(projective_complete_add_mixed)(EC(projective) *r, const EC(projective) *p, const EC(affine) *q,
                                          const MC_FLASH EC(curve) *curve)
{
    if (EC_CURVE_COFACTOR(curve) % 2 == 0) {
        EC(projective) second;
        EC(projective_from_affine)(&second, q);
        add_even_order(r, p, &second, curve);
    } else {
        add_complete(r, p, (point_source)POINT_affine(q), curve);
    }
    return 0;
}

#endif
