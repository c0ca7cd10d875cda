#include "pairing/bls12/tower.h"

MC_NOINLINE void fp6_add(fp6 *r, const fp6 *a, const fp6 *b)
{
    fp2_add(&r->c0, &a->c0, &b->c0);
    fp2_add(&r->c1, &a->c1, &b->c1);
    fp2_add(&r->c2, &a->c2, &b->c2);
}

MC_NOINLINE void fp6_sub(fp6 *r, const fp6 *a, const fp6 *b)
{
    fp2_sub(&r->c0, &a->c0, &b->c0);
    fp2_sub(&r->c1, &a->c1, &b->c1);
    fp2_sub(&r->c2, &a->c2, &b->c2);
}

/* r = low + high w^2 + (sum - low - high) w: the end of a product by Karatsuba's method. */
MC_NOINLINE void fp12_combine(fp12 *r, const fp6 *low, const fp6 *high, const fp6 *sum)
{
    fp6_sub(&r->c1, sum, low);
    fp6_sub(&r->c1, &r->c1, high);
    fp6_mul_v(&r->c0, high);
    fp6_add(&r->c0, &r->c0, low);
}

void fp12_mul(fp12 *r, const fp12 *a, const fp12 *b)
{
    fp6 low, high, sum, other;
    fp6_mul(&low, &a->c0, &b->c0);
    fp6_mul(&high, &a->c1, &b->c1);
    fp6_add(&sum, &a->c0, &a->c1);
    fp6_add(&other, &b->c0, &b->c1);
    fp6_mul(&sum, &sum, &other);
    fp12_combine(r, &low, &high, &sum);
}

/* (a0 + a1) (a0 + a1 v) - a0 a1 (1 + v) and 2 a0 a1: two products in F_p6. */
void fp12_sqr(fp12 *r, const fp12 *a)
{
    fp6 product, sum, other;
    fp6_mul(&product, &a->c0, &a->c1);
    fp6_add(&sum, &a->c0, &a->c1);
    fp6_mul_v(&other, &a->c1);
    fp6_add(&other, &other, &a->c0);
    fp6_mul(&sum, &sum, &other);
    fp6_sub(&sum, &sum, &product);
    fp6_mul_v(&other, &product);
    fp6_sub(&r->c0, &sum, &other);
    fp6_add(&r->c1, &product, &product);
}

/* The line is (constant + v_term v) + (vw_term v) w: 13 products in F_p2. */
void fp12_mul_line(fp12 *r, const bls12_line *line)
{
    fp6 low, high, sum;
    fp2 both;
    fp6_mul_two(&low, &r->c0, &line->constant, &line->v_term);
    fp2_mul(&high.c0, &r->c1.c2, &line->vw_term); /* high = r1 vw_term v */
    fp2_mul_1_u(&high.c0, &high.c0);
    fp2_mul(&high.c1, &r->c1.c0, &line->vw_term);
    fp2_mul(&high.c2, &r->c1.c1, &line->vw_term);
    fp6_add(&sum, &r->c0, &r->c1);
    fp2_add(&both, &line->v_term, &line->vw_term);
    fp6_mul_two(&sum, &sum, &line->constant, &both);
    fp12_combine(r, &low, &high, &sum);
}

/* r = (a0 + a1) (b0 + b1) - p - q, which is a0 b1 + a1 b0 for p = a0 b0 and q = a1 b1. */
static void cross_products(fp2 *r, const fp2 *a0, const fp2 *a1, const fp2 *b0, const fp2 *b1, const fp2 *p,
                           const fp2 *q)
{
    fp2 sum, other;
    fp2_add(&sum, a0, a1);
    fp2_add(&other, b0, b1);
    fp2_mul(r, &sum, &other);
    fp2_sub(r, r, p);
    fp2_sub(r, r, q);
}

/* Six products in F_p2; the coefficient of w is 0. */
void fp12_set_lines(fp12 *r, const bls12_line *a, const bls12_line *b)
{
    fp2 constants, vw;
    fp2_mul(&constants, &a->constant, &b->constant);
    fp2_mul(&r->c0.c2, &a->v_term, &b->v_term);
    fp2_mul(&vw, &a->vw_term, &b->vw_term);
    cross_products(&r->c0.c1, &a->constant, &a->v_term, &b->constant, &b->v_term, &constants, &r->c0.c2);
    cross_products(&r->c1.c1, &a->constant, &a->vw_term, &b->constant, &b->vw_term, &constants, &vw);
    cross_products(&r->c1.c2, &a->v_term, &a->vw_term, &b->v_term, &b->vw_term, &r->c0.c2, &vw);
    fp2_mul_1_u(&vw, &vw); /* (v w)^2 = 1 + u */
    fp2_add(&r->c0.c0, &constants, &vw);
    fp2_set_small(&r->c1.c0, 0);
}

/* The lines' product, and 17 products in F_p2. */
void fp12_mul_lines(fp12 *r, const bls12_line *a, const bls12_line *b)
{
    fp12 lines;
    fp6 low, high, sum;
    fp12_set_lines(&lines, a, b);
    fp6_mul(&low, &r->c0, &lines.c0);
    fp6_mul_two(&high, &r->c1, &lines.c1.c1, &lines.c1.c2);
    fp6_mul_v(&high, &high);
    fp6_add(&sum, &r->c0, &r->c1);
    fp2_add(&lines.c0.c1, &lines.c0.c1, &lines.c1.c1);
    fp2_add(&lines.c0.c2, &lines.c0.c2, &lines.c1.c2);
    fp6_mul(&sum, &sum, &lines.c0);
    fp12_combine(r, &low, &high, &sum);
}

void fp12_inv(fp12 *r, const fp12 *a)
{
    fp6 norm, t;
    fp6_mul(&norm, &a->c0, &a->c0);
    fp6_mul(&t, &a->c1, &a->c1);
    fp6_mul_v(&t, &t);
    fp6_sub(&norm, &norm, &t);
    fp6_inv(&norm, &norm);
    fp12_conjugate(r, a);
    fp6_mul(&r->c0, &r->c0, &norm);
    fp6_mul(&r->c1, &r->c1, &norm);
}

/* w^(i p^times) = w^i times these, for i from 1 to 5; the squares are in F_p. */
static const MC_FLASH fp2 factors[5] = BLS12_FROBENIUS;
static const MC_FLASH mc_word squared_factors[5][FP_WORDS] = BLS12_FROBENIUS_SQUARED;

/* Coefficient c of w^i, i from 0 to 5. */
static void frobenius_coefficient(fp2 *c, uint8_t i, uint8_t times)
{
    fp2 factor;
    if (times == 1)
        fp2_conjugate(c, c);
    if (i == 0)
        return;
    if (times == 1) {
        fp2_from_flash(&factor, &factors[i - 1]);
        fp2_mul(c, c, &factor);
    } else {
        FP(from_flash)(factor.c0, squared_factors[i - 1]);
        fp2_mul_fp(c, c, factor.c0);
    }
}

void fp12_frobenius(fp12 *r, const fp12 *a, uint8_t times)
{
    *r = *a;
    frobenius_coefficient(&r->c0.c0, 0, times);
    frobenius_coefficient(&r->c1.c0, 1, times);
    frobenius_coefficient(&r->c0.c1, 2, times);
    frobenius_coefficient(&r->c1.c1, 3, times);
    frobenius_coefficient(&r->c0.c2, 4, times);
    frobenius_coefficient(&r->c1.c2, 5, times);
}

mc_word fp12_is_one(const fp12 *a)
{
    fp2 one;
    fp2_set_small(&one, 1);
    return fp2_mask_equal(&a->c0.c0, &one) & fp2_mask_zero(&a->c0.c1) & fp2_mask_zero(&a->c0.c2) &
           fp2_mask_zero(&a->c1.c0) & fp2_mask_zero(&a->c1.c1) & fp2_mask_zero(&a->c1.c2);
}
