/* The Miller loop of the optimal ate pairing (Vercauteren 2010) with homogeneous projective points and lines of Aranha,
 * Karabina, Longa, Gebotys, Lopez 2011, 4.
 *
 * E' goes to E by (x, y) -> (x / w^2, y / w^3). A line of slope s through (x', y') of E' is at (x, y) of E, times w^3
 * and a factor in F_p2, both of which the final exponentiation removes:
 *
 *     (s x' - y') - s x w^2 + y w^3,   w^2 = v, w^3 = v w */
#include "pairing/bls12/group.h"

/* r = 12 (1 + u) a: 3 b on E'. */
static void miller_mul_3b(fp2 *r, const fp2 *a)
{
    fp2 four;
    fp2_mul_1_u(&four, a);
    fp2_add(&four, &four, &four);
    fp2_add(&four, &four, &four);
    fp2_add(r, &four, &four);
    fp2_add(r, r, &four);
}

/* t = 2 t, and the tangent at t, times -2 Y Z: (3 b Z^2 - Y^2) + 3 X^2 x v - 2 Y Z y v w. */
static void double_step(bls12_line *line, g2_point *t, const g1_affine *p)
{
    fp2 a, b, c, e, g, h;
    fp2_mul(&a, &t->x, &t->y);
    fp2_halve(&a, &a);
    fp2_sqr(&b, &t->y);
    fp2_sqr(&c, &t->z);
    fp2_add(&h, &t->y, &t->z);
    fp2_sqr(&h, &h);
    fp2_sub(&h, &h, &b);
    fp2_sub(&h, &h, &c); /* 2 Y Z */
    miller_mul_3b(&e, &c);
    fp2_sub(&line->constant, &e, &b);
    fp2_sqr(&g, &t->x);
    fp2_add(&c, &g, &g);
    fp2_add(&c, &c, &g);
    fp2_mul_fp(&line->v_term, &c, p->x.c0);
    fp2_neg(&c, &h);
    fp2_mul_fp(&line->vw_term, &c, p->y.c0);

    fp2_add(&c, &e, &e);
    fp2_add(&c, &c, &e); /* 9 b Z^2 */
    fp2_sub(&g, &b, &c);
    fp2_mul(&t->x, &a, &g);
    fp2_add(&g, &b, &c);
    fp2_halve(&g, &g);
    fp2_sqr(&g, &g);
    fp2_sqr(&c, &e);
    fp2_add(&e, &c, &c);
    fp2_add(&e, &e, &c);
    fp2_sub(&t->y, &g, &e);
    fp2_mul(&t->z, &b, &h);
}

/* t = t + q, and the line through both, times the denominator mu of its slope theta / mu. */
static void add_step(bls12_line *line, g2_point *t, const g2_affine *q, const g1_affine *p)
{
    fp2 theta, mu, c, d, e, f, g;
    fp2_mul(&theta, &q->y, &t->z);
    fp2_sub(&theta, &t->y, &theta);
    fp2_mul(&mu, &q->x, &t->z);
    fp2_sub(&mu, &t->x, &mu);

    fp2_mul(&c, &theta, &q->x);
    fp2_mul(&d, &mu, &q->y);
    fp2_sub(&line->constant, &c, &d);
    fp2_neg(&c, &theta);
    fp2_mul_fp(&line->v_term, &c, p->x.c0);
    fp2_mul_fp(&line->vw_term, &mu, p->y.c0);

    fp2_sqr(&c, &theta);
    fp2_sqr(&d, &mu);
    fp2_mul(&e, &mu, &d);
    fp2_mul(&f, &t->z, &c);
    fp2_mul(&g, &t->x, &d);
    fp2_add(&c, &g, &g);
    fp2_add(&f, &f, &e);
    fp2_sub(&f, &f, &c); /* mu^3 + Z theta^2 - 2 X mu^2 */
    fp2_mul(&t->x, &mu, &f);
    fp2_sub(&g, &g, &f);
    fp2_mul(&g, &g, &theta);
    fp2_mul(&c, &e, &t->y);
    fp2_sub(&t->y, &g, &c);
    fp2_mul(&t->z, &t->z, &e);
}

/* Where one point is infinity: the generator of G2 and (0, 0). Their lines are constants in F_p2, not zero, which the
 * final exponentiation removes. */
static void without_infinity(g1_affine *p, g2_affine *q)
{
    const mc_word neutral = p->is_infinity | q->is_infinity;
    static const fp1 zero;
    g2_affine other;
    g2_set_generator(&other);
    FP(select)(p->x.c0, zero.c0, neutral);
    FP(select)(p->y.c0, zero.c0, neutral);
    fp2_select(&q->x, &other.x, neutral);
    fp2_select(&q->y, &other.y, neutral);
}

/* Lines that f has not taken yet. */
typedef struct {
    bls12_line lines[2];
    uint8_t count, is_one; /* of the lines; whether f is 1 */
} waiting_lines;

/* f takes two lines at a time: 23 products in F_p2 instead of 26. */
static void take_two(fp12 *f, waiting_lines *waiting)
{
    if (++waiting->count < 2)
        return;
    if (waiting->is_one)
        fp12_set_lines(f, &waiting->lines[0], &waiting->lines[1]);
    else
        fp12_mul_lines(f, &waiting->lines[0], &waiting->lines[1]);
    waiting->count = waiting->is_one = 0;
}

void bls12_miller(fp12 *f, const g1_affine *p, const g2_affine *q, uint8_t count)
{
    g1_affine of_g1[BLS12_PAIRS_MAX];
    g2_affine of_g2[BLS12_PAIRS_MAX];
    g2_point t[BLS12_PAIRS_MAX];
    waiting_lines waiting;
    waiting.count = 0;
    waiting.is_one = 1;
    for (uint8_t i = 0; i < count; i++) {
        of_g1[i] = p[i];
        of_g2[i] = q[i];
        without_infinity(&of_g1[i], &of_g2[i]);
        t[i].x = of_g2[i].x;
        t[i].y = of_g2[i].y;
        fp2_set_small(&t[i].z, 1);
    }
    fp12_set_one(f);
    for (uint64_t bit = (uint64_t)1 << 62; bit; bit >>= 1) {
        if (bit != (uint64_t)1 << 62)
            fp12_sqr(f, f);
        for (uint8_t i = 0; i < count; i++) {
            double_step(&waiting.lines[waiting.count], &t[i], &of_g1[i]);
            take_two(f, &waiting);
        }
        for (uint8_t i = 0; i < count && BLS12_MINUS_X & bit; i++) {
            add_step(&waiting.lines[waiting.count], &t[i], &of_g2[i], &of_g1[i]);
            take_two(f, &waiting);
        }
        if (waiting.count)
            fp12_mul_line(f, &waiting.lines[0]);
        waiting.count = waiting.is_one = 0;
    }
    fp12_conjugate(f, f); /* the parameter is negative */
    mc_wipe(of_g1, sizeof of_g1);
    mc_wipe(of_g2, sizeof of_g2);
    mc_wipe(t, sizeof t);
    mc_wipe(&waiting, sizeof waiting);
}
