/* Doublings by Pornin 2023, sums by Pornin 2022, Figure 1, both without exceptional cases.
 *
 * Figure 1 has x = sqrt(b) X/Z and s = sqrt(b) S/Z^2. Its sum of P + N, which a doubling's result 2 P = (X : Y : Z : T)
 * gives as (b Z : b (Y + X^2 + (a + 1) T) : X) in x = X/Z and s = S/Z^2, and of an element (x, s) then has factors
 * sqrt(b) that cancel as Z is divided by sqrt(b): with S = Y + X^2 + (a + 1) T,
 *
 *   C = S s   D = (S + T) (s + x)   E = a^2 T x   F = (Z x)^2   G = X^2
 *   X' = C + D   Z' = F + G   T' = X' Z'   S' = G (C + E) + F (D + E)
 *
 * in 7 M + 2 S, and no product by a constant. S' is made as G X' + Z' (D + E), whose products have factors in
 * common with T'. With Z2 of the second point, times Z2^2: x Z2 for x, s Z2^2 for s, and G = (X Z2)^2. The result is
 * the neutral element, X' = 0, where the sum is; Z' != 0 always. */
#include "gls/gls.h"

/* r = c + c z^e, e < 63 a constant; r apart from c. Of c z^e the part h from z^127 on becomes h + h z^63, where h z^63
 * is of degree below 63 + e < 127. */
MC_INLINE void times_1_plus_power(mc_word *r, const mc_word *c, uint8_t e)
{
    const uint8_t words = e / MC_WORD_BITS, bits = e % MC_WORD_BITS;
    const uint8_t over = (uint8_t)(FB_M - e) / MC_WORD_BITS, over_bits = (uint8_t)(FB_M - e) % MC_WORD_BITS;
    const uint8_t half = 63 / MC_WORD_BITS, half_bits = 63 % MC_WORD_BITS;
    for (uint8_t i = 0; i < FB_WORDS; i++) {
        r[i] = c[i];
        if (i >= words)
            r[i] ^= (mc_word)(c[i - words] << bits);
        if (bits && i > words)
            r[i] ^= c[i - words - 1] >> (MC_WORD_BITS - bits);
    }
    r[FB_WORDS - 1] &= (mc_word) ~(mc_word)0 >> (FB_WORDS * MC_WORD_BITS - FB_M);
    for (uint8_t i = 0; over + i < FB_WORDS; i++) {
        mc_word h = c[over + i] >> over_bits;
        if (over_bits && over + i + 1 < FB_WORDS)
            h |= (mc_word)(c[over + i + 1] << (MC_WORD_BITS - over_bits));
        r[i] ^= h;
        r[half + i] ^= (mc_word)(h << half_bits);
        if (half + i + 1 < FB_WORDS)
            r[half + i + 1] ^= h >> (MC_WORD_BITS - half_bits);
    }
}

#if !GLS_HAS_KERNELS
void EC(gls_plus_sqrt_b)(fb2 *r, const fb2 *p)
{
    for (uint8_t i = 0; i < 2; i++) {
        const fb2 *c = p + 3 - i;
        times_1_plus_power(r[i].c0, c->c0, 27);
        times_1_plus_power(r[i].c1, c->c1, 27);
        fb2_add(r + i, r + i, p + i);
    }
}

void EC(gls_plus_a)(fb2 *r, const fb2 *c)
{
    fb_add(r->c0, r->c0, c->c1);
    fb_add(r->c1, r->c1, c->c0);
    fb_add(r->c1, r->c1, c->c1);
}

void EC(gls_plus_a_plus_1)(fb2 *r, const fb2 *c)
{
    fb_add(r->c0, r->c0, c->c0);
    fb_add(r->c0, r->c0, c->c1);
    fb_add(r->c1, r->c1, c->c0);
}
#endif

/* r = c b, apart. */
static void times_b(fb2 *r, const fb2 *c)
{
    times_1_plus_power(r->c0, c->c0, 54);
    times_1_plus_power(r->c1, c->c1, 54);
}

/* Z' = T^2, X' = D^2 for D = (X + sqrt(b) Z)^2, T' = X' Z', Y' = H^2 + (a + 1) T' for H = Y (Y + D + T) + (a + b) Z'.
 * For infinity and for N, which have T = 0, Z' = Y' = 0, and X' != 0. Leaves H in the place of Y'.
 *
 * With W = D + T the products have a factor in common: T' = (D T)^2 = (T W + T^2)^2 and
 * H = Y W + (Y + sqrt(b) T)^2 + a T^2, in 2 M + 6 S. */
static void double_but_y(EC(gls_point) *p, fb2 *place)
{
    fb2 *w = place, *square = place + 1;
    gls_add_sqrt_b(place, &p->x);
    gls_sqr(square, square);
    gls_sqr(w, w);
    gls_sqr(&p->x, w);
    gls_sum(w, w, &p->t);
    gls_sqr(&p->z, &p->t);
    gls_mul_two(&p->y, &p->y, w);
    gls_sum(&p->y, &p->y, square);
    gls_add_a(&p->y, &p->z);
    gls_sqr_sum(&p->t);
}

void EC(gls_double)(EC(gls_point) *p, EC(gls_work) *work)
{
    double_but_y(p, work->place);
    gls_sqr(&p->y, &p->y);
    gls_add_a_plus_1(&p->y, &p->t);
}

/* Y' + X'^2 + (a + 1) T' = (H + X')^2 */
void EC(gls_double_to_summand)(EC(gls_point) *p, EC(gls_work) *work)
{
    double_but_y(p, work->place);
    gls_sum(&p->y, &p->y, &p->x);
    gls_sqr(&p->y, &p->y);
}

void EC(gls_exchange)(EC(gls_point) *p, EC(gls_work) *work)
{
    gls_sqr(work->place, &p->x);
    gls_sum(&p->y, &p->y, work->place);
    gls_add_a(&p->y, &p->t);
}

/* A sum from s Z2^2 and t = x Z2^2 of the second point and X Z2; place[0] = T t, place[1] = (Z x Z2)^2. G and Z' stand
 * in the places of T and Z. Leaves Z' (D + E) in the place that it returns. */
static fb2 *add_but_y(EC(gls_point) *p, const fb2 *s, const fb2 *t, const fb2 *xz, fb2 *place)
{
    fb2 *e = place, *f = place + 1, *c = place + 2, *d = place + 3;
    gls_sum(d, &p->y, &p->t);
    gls_sum(c, s, t);
    gls_mul(d, d, c);
    gls_mul(c, &p->y, s);
    gls_sqr(&p->t, xz);
    gls_sum(&p->x, c, d);
    gls_add_a_plus_1(d, e);
    gls_sum(&p->z, f, &p->t);
    gls_mul(d, d, &p->z);
    return d;
}

/* Y' = S' + X'^2 + a T' = X' (G + X' + a Z') + Z' (D + E), beside T' = X' Z'. */
void EC(gls_add)(EC(gls_point) *p, const EC(gls_affine) *q, EC(gls_work) *work)
{
    fb2 *place = work->place;
    gls_mul_two(place, &p->t, &q->x);
    gls_sqr(place + 1, place + 1);
    const fb2 *product = add_but_y(p, &q->s, &q->x, &p->x, place);
    gls_sum(&p->t, &p->t, &p->x);
    gls_add_a(&p->t, &p->z);
    gls_mul_two(&p->y, &p->t, &p->x);
    gls_sum(&p->y, &p->y, product);
}

void EC(gls_add_element)(EC(gls_point) *p, const EC(gls_point) *q, EC(gls_work) *work)
{
    fb2 *place = work->place;
    gls_mul(place, &p->t, &q->t);
    gls_mul(place + 1, &p->z, &q->x);
    gls_sqr(place + 1, place + 1);
    gls_mul(place + 4, &p->x, &q->z);
    const fb2 *product = add_but_y(p, &q->y, &q->t, place + 4, place);
    gls_mul(&p->y, &p->t, &p->x);
    gls_sum(&p->y, &p->y, product);
}

/* -Q has s + x for s, which changes C and D by H = S x and H + T x: X'' = X' + T x, and D'' + E = D + E + H + T x. */
void EC(gls_add_both)(EC(gls_point) *sum, EC(gls_point) *difference, const EC(gls_affine) *q, EC(gls_work) *work)
{
    fb2 *e = work->place, *f = e + 1, *c = e + 2, *d = e + 3, *h = e + 4, *g = &sum->t;
    gls_mul_two(e, &sum->t, &q->x);
    gls_sqr(f, f);
    gls_sum(d, &sum->y, &sum->t);
    gls_sum(c, &q->s, &q->x);
    gls_mul(d, d, c);
    gls_mul(c, &sum->y, &q->s);
    gls_mul(h, &sum->y, &q->x);
    gls_sqr(g, &sum->x);
    gls_sum(&sum->z, f, g);
    gls_sum(&sum->x, c, d);
    gls_sum(&difference->x, &sum->x, e);
    gls_sum(h, h, e);
    gls_add_a_plus_1(d, e);
    gls_sum(h, h, d);
    gls_mul_two(d, d, &sum->z);
    gls_mul(&sum->y, &sum->x, g);
    gls_sum(&sum->y, &sum->y, d);
    gls_mul(&difference->y, &difference->x, g);
    gls_sum(&difference->y, &difference->y, h);
    difference->z = sum->z;
}

/* N is added: (x, y) + N = (b/x, b (y + x)/x^2) on the curve with b x, so that (X : Y : Z) becomes
 * (b Z : b (Y + T + X^2 + b Z^2) : X). Of that, Y + X^2 + (a + 1) T is b (Y + X^2 + a T). */
void EC(gls_subtract_n)(EC(gls_point) *p, EC(gls_work) *work)
{
    fb2 *product = work->place;
    times_b(product, &p->y);
    p->y = *product;
    times_b(product, &p->t);
    p->t = *product;
    times_b(product, &p->z);
    p->z = p->x;
    p->x = *product;
}

void EC(gls_from_affine)(EC(gls_point) *p, const EC(gls_affine) *q)
{
    p->x = p->t = q->x;
    p->y = q->s;
    FB(set_small)(p->z.c0, 1);
    FB(set_small)(p->z.c1, 0);
}

/* The conjugate of c0 + c1 u is c0 + c1 + c1 u. With y^ the conjugate of y, zeta(x, y) = (x^, y^ + u x^), and so
 * zeta(x, s) = (x^, s^ + (u + 1) x^): s0 + s1 + x0 + (s1 + x0 + x1) u. */
#if !GLS_HAS_KERNELS || !defined(__AVR__)
void EC(gls_turned)(EC(gls_affine) *r, const EC(gls_affine) *q, mc_word zeta, mc_word negative)
{
    for (uint8_t i = 0; i < FB_WORDS; i++) {
        const mc_word x0 = q->x.c0[i], x1 = q->x.c1[i], s1 = q->s.c1[i], image = x0 ^ (x1 & zeta);
        r->s.c0[i] = q->s.c0[i] ^ ((s1 ^ x0) & zeta) ^ (image & negative);
        r->s.c1[i] = s1 ^ ((x0 ^ x1) & zeta) ^ (x1 & negative);
        r->x.c0[i] = image;
        r->x.c1[i] = x1;
    }
}
#endif

void EC(gls_zeta_element)(EC(gls_point) *p)
{
    fb2 *const coordinates[] = {&p->x, &p->y, &p->z, &p->t};
    for (uint8_t i = 0; i < 4; i++)
        fb_add(coordinates[i]->c0, coordinates[i]->c0, coordinates[i]->c1);
    gls_add_a_plus_1(&p->y, &p->t);
}
