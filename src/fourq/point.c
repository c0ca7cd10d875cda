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

#if MC_HAS_DATA_CACHE
void EC(fourq_look_up)(fp2 *entry, const fp2 *table, uint8_t elements, uint8_t index, uint8_t negative)
{
    const mc_word minus = mc_word_barrier((mc_word)(0 - (mc_word)negative));
    fp2 opposite;
    for (uint8_t j = 0; j < elements; j++)
        entry[j] = table[j];
    for (uint8_t i = 1; i < FOURQ_ENTRIES; i++) {
        const mc_word mask = mc_word_mask_zero((mc_word)(i ^ index));
        table += elements;
        for (uint8_t j = 0; j < elements; j++)
            fp2_select(&entry[j], &table[j], mask);
    }
    FP(swap)(entry[0].c0, entry[1].c0, minus);
    FP(swap)(entry[0].c1, entry[1].c1, minus);
    fp2_neg(&opposite, &entry[2]);
    fp2_select(&entry[2], &opposite, minus);
    mc_wipe(&opposite, sizeof opposite);
}
#endif

mc_word EC(fourq_mask_neutral)(const EC(fourq_affine) *p)
{
    fp2 one;
    fp2_set_small(&one, 1);
    return fp2_mask_zero(&p->x) & fp2_mask_equal(&p->y, &one);
}

void EC(fourq_to_summand)(EC(fourq_summand) *r, const EC(fourq_point) *p)
{
    static const MC_FLASH fp2 d = FOURQ_D;
    fp2 *t2 = &r->constant.t2;
    fourq_difference_sum(r->constant.yx, &p->y, &p->x);
    fp2_from_flash(&r->z2, &d);
    fourq_mul(t2, &p->ta, &p->tb);
    fourq_mul(t2, t2, &r->z2);
    fourq_add(t2, t2, t2);
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
static void add(EC(fourq_point) *p, const EC(fourq_constant) *q, uint8_t negative, fp2 *place)
{
    fp2 *own = place + 2; /* Y1 - X1, X1 + Y1 */
    fourq_mul(place, &p->ta, &q->t2);
    fourq_difference_sum(place, &p->z, place);
    fourq_difference_sum(own, &p->y, &p->x);
    fourq_mul(&p->x, own + 1, q->yx + (negative ^ 1));
    fourq_mul(&p->y, own, q->yx + negative);
    fourq_difference_sum(&p->ta, &p->x, &p->y);
    fourq_mul(&p->x, &p->ta, place + negative);
    fourq_mul(&p->y, &p->tb, place + (negative ^ 1));
    fourq_mul(&p->z, place, place + 1);
}

void EC(fourq_add_summand)(EC(fourq_point) *p, const EC(fourq_summand) *q, uint8_t negative, EC(fourq_work) *work)
{
    fourq_mul(&p->ta, &p->ta, &p->tb);
    fourq_mul(&p->z, &p->z, &q->z2);
    add(p, &q->constant, negative, work->place);
}

void EC(fourq_add_constant)(EC(fourq_point) *p, const EC(fourq_constant) *q, uint8_t negative, EC(fourq_work) *work)
{
    fourq_mul(&p->ta, &p->ta, &p->tb);
    fourq_add(&p->z, &p->z, &p->z);
    add(p, q, negative, work->place);
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
