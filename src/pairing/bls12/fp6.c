#include "pairing/bls12/tower.h"

/* Karatsuba's way for three coefficients: Devegili, O hEigeartaigh, Scott, Dahab 2006, 3.2; six products. */
void fp6_mul(fp6 *r, const fp6 *a, const fp6 *b)
{
    fp2 p0, p1, p2, s, t, low, middle;
    fp2_mul(&p0, &a->c0, &b->c0);
    fp2_mul(&p1, &a->c1, &b->c1);
    fp2_mul(&p2, &a->c2, &b->c2);

    fp2_add(&s, &a->c1, &a->c2); /* low = p0 + (a1 b2 + a2 b1) v^3 */
    fp2_add(&t, &b->c1, &b->c2);
    fp2_mul(&s, &s, &t);
    fp2_sub(&s, &s, &p1);
    fp2_sub(&s, &s, &p2);
    fp2_mul_1_u(&s, &s);
    fp2_add(&low, &s, &p0);

    fp2_add(&s, &a->c0, &a->c1); /* middle = a0 b1 + a1 b0 + p2 v^3 */
    fp2_add(&t, &b->c0, &b->c1);
    fp2_mul(&s, &s, &t);
    fp2_sub(&s, &s, &p0);
    fp2_sub(&s, &s, &p1);
    fp2_mul_1_u(&t, &p2);
    fp2_add(&middle, &s, &t);

    fp2_add(&s, &a->c0, &a->c2);
    fp2_add(&t, &b->c0, &b->c2);
    fp2_mul(&s, &s, &t);
    fp2_sub(&s, &s, &p0);
    fp2_sub(&s, &s, &p2);
    fp2_add(&r->c2, &s, &p1);
    r->c0 = low;
    r->c1 = middle;
}

/* The same without the products by zero: five. */
void fp6_mul_two(fp6 *r, const fp6 *a, const fp2 *b0, const fp2 *b1)
{
    fp2 p0, p1, s, t, low;
    fp2_mul(&p0, &a->c0, b0);
    fp2_mul(&p1, &a->c1, b1);
    fp2_mul(&low, &a->c2, b1);
    fp2_mul_1_u(&low, &low);
    fp2_add(&low, &low, &p0);
    fp2_add(&s, &a->c0, &a->c1);
    fp2_add(&t, b0, b1);
    fp2_mul(&s, &s, &t);
    fp2_sub(&s, &s, &p0);
    fp2_mul(&t, &a->c2, b0);
    fp2_add(&r->c2, &t, &p1);
    fp2_sub(&r->c1, &s, &p1);
    r->c0 = low;
}

/* The norm to F_p2 is a0 f0 + (a2 f1 + a1 f2) v^3 with the cofactors f of the first row of the matrix of a. */
void fp6_inv(fp6 *r, const fp6 *a)
{
    fp2 f0, f1, f2, t;
    fp2_sqr(&f0, &a->c0); /* f0 = a0^2 - a1 a2 v^3 */
    fp2_mul(&t, &a->c1, &a->c2);
    fp2_mul_1_u(&t, &t);
    fp2_sub(&f0, &f0, &t);
    fp2_sqr(&f1, &a->c2); /* f1 = a2^2 v^3 - a0 a1 */
    fp2_mul_1_u(&f1, &f1);
    fp2_mul(&t, &a->c0, &a->c1);
    fp2_sub(&f1, &f1, &t);
    fp2_sqr(&f2, &a->c1); /* f2 = a1^2 - a0 a2 */
    fp2_mul(&t, &a->c0, &a->c2);
    fp2_sub(&f2, &f2, &t);

    fp2 norm; /* a0 f0 + (a2 f1 + a1 f2) v^3 */
    fp2_mul(&norm, &a->c2, &f1);
    fp2_mul(&t, &a->c1, &f2);
    fp2_add(&norm, &norm, &t);
    fp2_mul_1_u(&norm, &norm);
    fp2_mul(&t, &a->c0, &f0);
    fp2_add(&norm, &norm, &t);
    fp2_inv(&norm, &norm);
    fp2_mul(&r->c0, &f0, &norm);
    fp2_mul(&r->c1, &f1, &norm);
    fp2_mul(&r->c2, &f2, &norm);
}
