#include "pairing/bls12/tower.h"

/* r0 + r1 s = (a0 + a1 s)^2 with s^2 = 1 + u. Three squares in F_p2, or a kernel of the slot fp4-sqr. */
#ifdef MC_FP4_SQR
#define square_quartic(r0, r1, a0, a1) FP(MC_FP4_SQR)((r0)->c0, (r1)->c0, (a0)->c0, (a1)->c0)
#else
static void square_quartic(fp2 *r0, fp2 *r1, const fp2 *a0, const fp2 *a1)
{
    fp2 t0, t1;
    fp2_sqr(&t0, a0);
    fp2_sqr(&t1, a1);
    fp2_add(r1, a0, a1);
    fp2_sqr(r1, r1);
    fp2_sub(r1, r1, &t0);
    fp2_sub(r1, r1, &t1);
    fp2_mul_1_u(&t1, &t1);
    fp2_add(r0, &t0, &t1);
}
#endif

/* r = 3 square - 2 a, and with a plus. */
static void three_minus_two(fp2 *r, const fp2 *square, const fp2 *a)
{
    fp2 t;
    fp2_sub(&t, square, a);
    fp2_add(&t, &t, &t);
    fp2_add(r, &t, square);
}

static void three_plus_two(fp2 *r, const fp2 *square, const fp2 *a)
{
    fp2 t;
    fp2_add(&t, square, a);
    fp2_add(&t, &t, &t);
    fp2_add(r, &t, square);
}

/* The coefficients of (w, w^4) and (w^2, w^5) of the square: they depend on no others. */
static void square_four(fp2 *g2, fp2 *g3, fp2 *g4, fp2 *g5)
{
    fp2 b0, b1, c0, c1;
    square_quartic(&b0, &b1, g2, g3);
    square_quartic(&c0, &c1, g4, g5);
    three_minus_two(g4, &b0, g4);
    three_minus_two(g3, &c0, g3);
    fp2_mul_1_u(&c1, &c1);
    three_plus_two(g2, &c1, g2);
    three_plus_two(g5, &b1, g5);
}

/* Granger, Scott 2010, 3.2: three squares in F_p4, of the coefficients of (1, w^3), (w, w^4) and (w^2, w^5). */
void fp12_sqr_cyclotomic(fp12 *r, const fp12 *a)
{
    fp2 a0, a1;
    square_quartic(&a0, &a1, &a->c0.c0, &a->c1.c1);
    *r = *a;
    three_minus_two(&r->c0.c0, &a0, &r->c0.c0);
    three_plus_two(&r->c1.c1, &a1, &r->c1.c1);
    square_four(&r->c1.c0, &r->c0.c2, &r->c0.c1, &r->c1.c2);
}

/* An element without its coefficients of 1 and w^3, which follow from these (Karabina 2013, Theorem 3.2). */
typedef struct {
    fp2 g2, g3, g4, g5;
} compressed;

/* The places of the ones of -x. */
static const uint8_t ones[] = {16, 48, 57, 60, 62, 63};
#define ONES (sizeof ones / sizeof *ones)
_Static_assert(BLS12_MINUS_X == ((uint64_t)1 << 16 | (uint64_t)1 << 48 | (uint64_t)1 << 57 | (uint64_t)1 << 60 |
                                 (uint64_t)1 << 62 | (uint64_t)1 << 63),
               "ones has the places");

/* The coefficient of w^3 is numerator / denominator: (g5^2 (1 + u) + 3 g4^2 - 2 g3) / (4 g2), or 2 g4 g5 / g3 if g2 is
 * 0. If both are 0, so are g4 and g5, as -3 / (1 + u) is no square; then the element is 1, and the denominator is made
 * 1. */
static void compressed_denominator(fp2 *r, const compressed *a)
{
    fp2 one;
    fp2_add(r, &a->g2, &a->g2);
    fp2_add(r, r, r);
    fp2_select(r, &a->g3, fp2_mask_zero(&a->g2));
    fp2_set_small(&one, 1);
    fp2_select(r, &one, fp2_mask_zero(r));
}

static void compressed_numerator(fp2 *r, const compressed *a)
{
    fp2 t, other;
    fp2_sqr(&t, &a->g5);
    fp2_mul_1_u(&t, &t);
    fp2_sqr(r, &a->g4);
    fp2_sub(&other, r, &a->g3);
    fp2_add(&other, &other, &other);
    fp2_add(r, r, &other);
    fp2_add(r, r, &t);
    fp2_mul(&other, &a->g4, &a->g5);
    fp2_add(&other, &other, &other);
    fp2_select(r, &other, fp2_mask_zero(&a->g2));
}

/* The element, from the inverse of the denominator: its coefficient of 1 is
 * (2 g1^2 + g2 g5 - 3 g3 g4) (1 + u) + 1, with g1 that of w^3. */
static void decompress(fp12 *r, const compressed *a, const fp2 *inverse)
{
    fp2 t, *const g0 = &r->c0.c0, *const g1 = &r->c1.c1;
    compressed_numerator(g1, a);
    fp2_mul(g1, g1, inverse);
    fp2_mul(&t, &a->g3, &a->g4);
    fp2_sqr(g0, g1);
    fp2_sub(g0, g0, &t);
    fp2_add(g0, g0, g0);
    fp2_sub(g0, g0, &t);
    fp2_mul(&t, &a->g2, &a->g5);
    fp2_add(g0, g0, &t);
    fp2_mul_1_u(g0, g0);
    fp2_set_small(&t, 1);
    fp2_add(g0, g0, &t);
    r->c1.c0 = a->g2;
    r->c0.c2 = a->g3;
    r->c0.c1 = a->g4;
    r->c1.c2 = a->g5;
}

/* The product of the powers at the ones of -x, whose denominators are inverted together. */
void fp12_power_cyclotomic(fp12 *r, const fp12 *a)
{
    compressed powers[ONES], power = {a->c1.c0, a->c0.c2, a->c0.c1, a->c1.c2};
    fp2 products[ONES], inverse, denominator; /* products of the denominators up to each */
    fp12 one;
    for (uint8_t i = 0, place = 0; i < ONES; i++) {
        for (; place < ones[i]; place++)
            square_four(&power.g2, &power.g3, &power.g4, &power.g5);
        powers[i] = power;
        compressed_denominator(&products[i], &power);
        if (i)
            fp2_mul(&products[i], &products[i], &products[i - 1]);
    }
    fp2_inv(&inverse, &products[ONES - 1]);
    for (uint8_t i = ONES - 1; i > 0; i--) {
        compressed_denominator(&denominator, &powers[i]);
        fp2_mul(&products[i], &inverse, &products[i - 1]);
        fp2_mul(&inverse, &inverse, &denominator);
    }
    decompress(r, &powers[0], &inverse);
    for (uint8_t i = 1; i < ONES; i++) {
        decompress(&one, &powers[i], &products[i]);
        fp12_mul(r, r, &one);
    }
    fp12_conjugate(r, r);
    mc_wipe(powers, sizeof powers);
    mc_wipe(&power, sizeof power);
    mc_wipe(products, sizeof products);
    mc_wipe(&one, sizeof one);
}
