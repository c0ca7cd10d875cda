/* Multiples by Montgomery's ladder on x-coordinates, 7 M + 5 S for a bit, and y of the result (Brier, Joye 2002, with
 * b = 0). On the curve without b the x-coordinates of P + Q, P - Q and of 2 P are
 *
 *   x(P + Q) x(P - Q) = (x_P x_Q - a)^2 / (x_P - x_Q)^2      x(2 P) = (x^2 - a)^2 / (4 x (x^2 + a))
 *
 * which hold for infinity (X : 0), too, if the point that is multiplied has x != 0. */
#include "pairing/tate/tate.h"

typedef struct {
    mc_word x[FP_WORDS], z[FP_WORDS]; /* X / Z; infinity where Z = 0 */
} x_point;

#if TATE_A_IS_MINUS_3
/* r = a - 3 b, a + 3 b; r apart from a and b. */
static void add_times_a(mc_word *r, const mc_word *a, const mc_word *b)
{
    fp_sub(r, a, b);
    fp_sub(r, r, b);
    fp_sub(r, r, b);
}

static void sub_times_a(mc_word *r, const mc_word *a, const mc_word *b)
{
    fp_add(r, a, b);
    fp_add(r, r, b);
    fp_add(r, r, b);
}
#else
#define add_times_a fp_add
#define sub_times_a fp_sub
#endif

/* r = p + q, which differ by a point with this x; r may be p or q. */
static void x_add(x_point *r, const x_point *p, const x_point *q, const mc_word *x)
{
    mc_word a[FP_WORDS], b[FP_WORDS], c[FP_WORDS];
    fp_mul(a, p->x, q->z);
    fp_mul(b, q->x, p->z);
    fp_sub(a, a, b);
    fp_mul(b, p->x, q->x);
    fp_mul(c, p->z, q->z);
    fp_sqr(a, a);
    fp_mul(r->z, a, x);
    sub_times_a(a, b, c);
    fp_sqr(r->x, a);
    mc_wipe(a, sizeof a);
    mc_wipe(b, sizeof b);
    mc_wipe(c, sizeof c);
}

static void x_double(x_point *p)
{
    mc_word x2[FP_WORDS], z2[FP_WORDS], sum[FP_WORDS];
    fp_sqr(x2, p->x);
    fp_sqr(z2, p->z);
    add_times_a(sum, x2, z2);
    fp_mul(p->z, p->x, p->z);
    fp_add(p->z, p->z, p->z);
    fp_add(p->z, p->z, p->z);
    fp_mul(p->z, p->z, sum);
    sub_times_a(sum, x2, z2);
    fp_sqr(p->x, sum);
    mc_wipe(x2, sizeof x2);
    mc_wipe(z2, sizeof z2);
    mc_wipe(sum, sizeof sum);
}

/* low = k p and high = (k + 1) p. */
static void ladder(x_point *low, x_point *high, const EC(tate_point) *p, const mc_word *k, uint16_t bits)
{
    FP(set_small)(low->x, 1);
    FP(set_small)(low->z, 0);
    FP(copy)(high->x, p->x);
    FP(set_small)(high->z, 1);
    for (uint16_t i = bits; i-- > 0;) {
        const mc_word mask = mc_word_mask_nonzero(k[i / MC_WORD_BITS] >> (i % MC_WORD_BITS) & 1);
        FP(swap)(low->x, high->x, mask);
        FP(swap)(low->z, high->z, mask);
        x_add(high, high, low, p->x);
        x_double(low);
        FP(swap)(low->x, high->x, mask);
        FP(swap)(low->z, high->z, mask);
    }
}

/* r = the point with the x of low: 2 y y_low = (x x_low + a) (x + x_low) - x_high (x - x_low)^2. With one inverse, of
 * 2 y Z_low^2 Z_high, which is 0, as r then is, if low or p is infinity. If high is, low = -p. */
static void recover(EC(tate_point) *r, x_point *low, x_point *high, const EC(tate_point) *p)
{
    mc_word a[FP_WORDS], b[FP_WORDS], c[FP_WORDS];
    const mc_word is_minus_p = FP(mask_zero)(high->z) & (mc_word)~FP(mask_zero)(low->z);
    EC(tate_point) minus_p = *p;
    FP(neg)(minus_p.y, p->y);
    fp_mul(a, p->x, low->x);
    add_times_a(b, a, low->z); /* (x x_low + a) Z_low */
    fp_mul(a, p->x, low->z);
    fp_add(c, a, low->x);
    fp_sub(a, a, low->x);
    fp_mul(b, b, c);
    fp_mul(b, b, high->z);
    fp_sqr(a, a);
    fp_mul(a, a, high->x);
    fp_sub(b, b, a); /* 2 y y_low Z_low^2 Z_high */
    fp_add(a, p->y, p->y);
    fp_mul(a, a, high->z);
    fp_mul(a, a, low->z);
    fp_mul(c, a, low->z);
    fp_inv(c, c);
    fp_mul(a, a, low->x);
    fp_mul(r->x, a, c);
    fp_mul(r->y, b, c);
    FP(select)(r->x, minus_p.x, is_minus_p);
    FP(select)(r->y, minus_p.y, is_minus_p);
    mc_wipe(a, sizeof a);
    mc_wipe(b, sizeof b);
    mc_wipe(c, sizeof c);
    mc_wipe(&minus_p, sizeof minus_p);
}

void EC(tate_multiply)(EC(tate_point) *r, const EC(tate_point) *p, const mc_word *k, uint16_t bits)
{
    x_point low, high;
    ladder(&low, &high, p, k, bits);
    recover(r, &low, &high, p);
    mc_wipe(&low, sizeof low);
    mc_wipe(&high, sizeof high);
}

void EC(tate_clear_cofactor)(EC(tate_point) *r, const EC(tate_point) *p)
{
    static const MC_FLASH mc_word h[TATE_COFACTOR_WORDS] = TATE_COFACTOR;
    mc_word k[TATE_COFACTOR_WORDS];
    for (uint8_t i = 0; i < TATE_COFACTOR_WORDS; i++)
        k[i] = h[i];
    EC(tate_multiply)(r, p, k, TATE_COFACTOR_BITS);
}

mc_word EC(tate_mask_in_group)(const EC(tate_point) *p)
{
    static const MC_FLASH mc_word order[TATE_ORDER_WORDS] = TATE_ORDER;
    const mc_word is_infinity = FP(mask_zero)(p->x) & FP(mask_zero)(p->y);
    const mc_word is_of_order_2 = FP(mask_zero)(p->y); /* which the ladder takes for infinity */
    mc_word k[TATE_ORDER_WORDS], mask;
    x_point low, high;
    for (uint8_t i = 0; i < TATE_ORDER_WORDS; i++)
        k[i] = order[i];
    ladder(&low, &high, p, k, TATE_ORDER_BITS);
    mask = FP(mask_zero)(low.z) & (mc_word)~is_of_order_2;
    mc_wipe(&low, sizeof low);
    mc_wipe(&high, sizeof high);
    return mask | is_infinity;
}
