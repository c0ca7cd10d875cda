#include "scalar/ladder/co_z.h"

#if FIELD_IS_PRIME && !FIELD_HAS_EDWARDS_CURVES

/* Of the chord through p and q with the common Z (X1 - X2) Z: both x-coordinates, y of p. */
typedef struct {
    mc_word x1[EC_WORDS], x2[EC_WORDS], y1[EC_WORDS];
} chord;

/* factor = X1 - X2; x1 = X1 factor^2, x2 = X2 factor^2, y1 = Y1 factor^3. */
static void co_z_scale(chord *c, mc_word *factor, const EC(affine) *p, const EC(affine) *q)
{
    fp_sub(factor, p->x, q->x);
    fp_sqr(c->y1, factor);
    fp_mul(c->x1, p->x, c->y1);
    fp_mul(c->x2, q->x, c->y1);
    fp_sub(c->y1, c->x1, c->x2);
    fp_mul(c->y1, c->y1, p->y);
}

/* r = the point opposite to the third one of the chord, for the difference of y-coordinates before the scaling. */
static void third_point(EC(affine) *r, mc_word *difference, const chord *c)
{
    fp_sqr(r->x, difference);
    fp_sub(r->x, r->x, c->x1);
    fp_sub(r->x, r->x, c->x2);
    fp_sub(r->y, c->x1, r->x);
    fp_mul(r->y, r->y, difference);
    fp_sub(r->y, r->y, c->y1);
}

void EC(co_z_add_to)(EC(affine) *sum, EC(affine) *same, const EC(affine) *p, const EC(affine) *q, mc_word *factor)
{
    ec_counts_as(0, 1);
    chord c;
    mc_word difference[EC_WORDS];
    co_z_scale(&c, factor, p, q);
    fp_sub(difference, p->y, q->y);
    third_point(sum, difference, &c);
    field_copy(same->x, c.x1);
    field_copy(same->y, c.y1);
}

void EC(co_z_add)(EC(affine) *p, EC(affine) *q, mc_word *factor)
{
    EC(co_z_add_to)(p, q, p, q, factor);
}

void EC(co_z_add_conjugate)(EC(affine) *p, EC(affine) *q, mc_word *factor)
{
    ec_counts_as(0, 1);
    chord c;
    mc_word difference[EC_WORDS], sum[EC_WORDS];
    co_z_scale(&c, factor, p, q);
    fp_sub(difference, p->y, q->y);
    fp_add(sum, p->y, q->y);
    third_point(p, difference, &c);
    third_point(q, sum, &c);
}

/* With T = 3 x^2 + a and S = 4 x y^2: X3 = T^2 - 2 S, Y3 = T (S - X3) - 8 y^4, and p is (S, 8 y^4), Z = 2 y. */
void EC(co_z_double)(EC(affine) *q, EC(affine) *p, mc_word *factor, const MC_FLASH EC(curve) *curve)
{
    mc_word tangent[EC_WORDS], t[EC_WORDS];
    ec_counts_as(1, 0);
    field_from_flash(tangent, curve->a);
    fp_sqr(t, p->x);
    for (uint8_t i = 0; i < 3; i++)
        fp_add(tangent, tangent, t);
    fp_add(factor, p->y, p->y);
    fp_mul(p->y, p->y, factor);
    fp_add(t, p->y, p->y);
    fp_mul(p->x, p->x, t);
    fp_sqr(p->y, p->y);
    fp_add(p->y, p->y, p->y);
    fp_sqr(q->x, tangent);
    fp_sub(q->x, q->x, p->x);
    fp_sub(q->x, q->x, p->x);
    fp_sub(t, p->x, q->x);
    fp_mul(q->y, tangent, t);
    fp_sub(q->y, q->y, p->y);
}

void EC(co_z_swap)(EC(affine) *p, EC(affine) *q, mc_word mask)
{
    field_swap(p->x, q->x, mask);
    field_swap(p->y, q->y, mask);
}

#endif
