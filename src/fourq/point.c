/* Sums and doublings in extended coordinates (Hisil, Wong, Carter and Dawson 2008), T as a product that is left open
 * (Hamburg), as FourQ's paper has them: 8 M for a sum, 7 M with Z = 1, and 3 M + 4 S for a doubling. */
#include "fourq/fourq.h"

void EC(fourq_from_affine)(EC(fourq_point) *p, const EC(fourq_affine) *q)
{
    p->x = q->x;
    p->y = q->y;
    fourq_to_form(&p->x);
    fourq_to_form(&p->y);
    fourq_set_one(&p->z);
    p->ta = p->x;
    p->tb = p->y;
}

void EC(fourq_to_affine)(EC(fourq_affine) *r, EC(fourq_point) *p)
{
    EC(fourq_invert)(&p->z, &p->z);
    fourq_mul(&r->x, &p->x, &p->z);
    fourq_mul(&r->y, &p->y, &p->z);
    EC(fourq_from_form)(&r->x);
    EC(fourq_from_form)(&r->y);
}

void EC(fourq_set_neutral)(EC(fourq_point) *p)
{
    fp2_set_small(&p->x, 0);
    fourq_set_one(&p->y);
    p->z = p->tb = p->y;
    p->ta = p->x;
}

void EC(fourq_negate_if)(fp2 *yx, fp2 *t2, mc_word mask)
{
    fp2 opposite;
    FP(swap)(yx[0].c0, yx[1].c0, mask);
    FP(swap)(yx[0].c1, yx[1].c1, mask);
    fp2_neg(&opposite, t2);
    fp2_select(t2, &opposite, mask);
    mc_wipe(&opposite, sizeof opposite);
}

mc_word EC(fourq_mask_neutral)(const EC(fourq_affine) *p)
{
    fp2 one;
    fp2_set_small(&one, 1);
    return fp2_mask_zero(&p->x) & fp2_mask_equal(&p->y, &one);
}

void EC(fourq_to_summand)(EC(fourq_summand) *r, const EC(fourq_point) *p)
{
    static const MC_FLASH fp2 d = FOURQ_D;
    fourq_difference_sum(r->yx, &p->y, &p->x);
    fp2_from_flash(&r->z2, &d);
    fourq_mul(&r->t2, &p->ta, &p->tb);
    fourq_mul(&r->t2, &r->t2, &r->z2);
    fourq_add(&r->t2, &r->t2, &r->t2);
    fourq_add(&r->z2, &p->z, &p->z);
}

/* X' = 2 X Y F, Y' = G H, Z' = F G with H = X^2 + Y^2, G = Y^2 - X^2, F = 2 Z^2 - G; ta = 2 X Y, tb = H. */
void EC(fourq_double)(EC(fourq_point) *p, EC(fourq_work) *work)
{
    fp2 *g = work->place, *h = g + 1, *f = g + 2;
    fourq_sqr(g, &p->x);
    fourq_sqr(h, &p->y);
    fourq_add(&p->ta, &p->x, &p->y);
    fourq_difference_sum(g, h, g);
    fourq_sqr(f, &p->z);
    fourq_sqr(&p->ta, &p->ta);
    fourq_twice_less(f, f, g);
    fourq_sub(&p->ta, &p->ta, h);
    fourq_mul(&p->y, g, h);
    fourq_mul(&p->x, f, &p->ta);
    fourq_mul(&p->z, g, f);
    p->tb = *h;
}

/* The sum, from 2 Z1 Z2 in the place of Z and T1 in that of ta. With A = (Y1 - X1) (Y2 - X2), B = (X1 + Y1) (X2 + Y2),
 * C = 2 d T1 T2, D = 2 Z1 Z2: ta = B - A, tb = B + A, X' = ta (D - C), Y' = tb (D + C), Z' = (D + C) (D - C). For -q,
 * X2 + Y2 and Y2 - X2 change places, and D + C and D - C. */
static void add(EC(fourq_point) *p, const fp2 *yx, const fp2 *t2, uint8_t negative, fp2 *place)
{
    fp2 *own = place + 2; /* Y1 - X1, X1 + Y1 */
    fourq_mul(place, &p->ta, t2);
    fourq_difference_sum(place, &p->z, place);
    fourq_difference_sum(own, &p->y, &p->x);
    fourq_mul(&p->x, own + 1, yx + (negative ^ 1));
    fourq_mul(&p->y, own, yx + negative);
    fourq_difference_sum(&p->ta, &p->x, &p->y);
    fourq_mul(&p->x, &p->ta, place + negative);
    fourq_mul(&p->y, &p->tb, place + (negative ^ 1));
    fourq_mul(&p->z, place, place + 1);
}

void EC(fourq_add_summand)(EC(fourq_point) *p, const EC(fourq_summand) *q, uint8_t negative, EC(fourq_work) *work)
{
    fourq_mul(&p->ta, &p->ta, &p->tb);
    fourq_mul(&p->z, &p->z, &q->z2);
    add(p, q->yx, &q->t2, negative, work->place);
}

void EC(fourq_add_constant)(EC(fourq_point) *p, const EC(fourq_constant) *q, uint8_t negative, EC(fourq_work) *work)
{
    fourq_mul(&p->ta, &p->ta, &p->tb);
    fourq_add(&p->z, &p->z, &p->z);
    add(p, q->yx, &q->t2, negative, work->place);
}

/* 392 = 8 (16 (2 + 1) + 1) */
void EC(fourq_clear_cofactor)(EC(fourq_point) *p, EC(fourq_summand) *summand, EC(fourq_work) *work)
{
    EC(fourq_to_summand)(summand, p);
    for (uint8_t doublings = 1; doublings < 9; doublings++) {
        EC(fourq_double)(p, work);
        if (doublings == 1 || doublings == 5)
            EC(fourq_add_summand)(p, summand, 0, work);
    }
}
