/* The product of the loop. Every value of it is a polynomial in t of degree 3: s = t^2 + t and t^4 = t + 1. */
#include "pairing/eta/eta.h"

#if ETA_INTERPOLATES

/* Toom-Cook with w, z to the bits of a word: products by w and quotients by w^k and w^k + 1, k up to 3, are moves of
 * words, and sums. Before a quotient a multiple of the modulus makes the element a multiple of the divisor. That is
 * easy to find, since the modulus is 1 modulo w^k, k below 3, and modulo w^k + 1, where z^271 + z^207 + z^175 + z^111
 * is 0: modulo k words two of the exponents are equal, and so are the other two. */
_Static_assert(FB_M == 271 && FB_KMAX == 207, "the modulus is 1 modulo w, w^2, w + 1, w^2 + 1 and w^3 + 1");

/* AVR has kernels for the sums; they serve where its kernel for products does. */
#define KERNELS_mul_reduce_karatsuba_ld_registers_avr 1

#if defined(__AVR__) && MC_CONCATENATE(KERNELS_, MC_FB_MUL_REDUCE)

#define evaluate_cubic   FB(eta_evaluate_cubic_avr)
#define evaluate_square  FB(eta_evaluate_square_avr)
#define quotient_1_1     FB(eta_quotient_1_1_avr)
#define quotient_sum_1_1 FB(eta_quotient_sum_1_1_avr)
#define quotient_sum_2_2 FB(eta_quotient_sum_2_2_avr)
#define quotient_1_3     FB(eta_quotient_1_3_avr)
#define remainders       FB(eta_remainders_avr)
#define result           FB(eta_result_avr)

void evaluate_cubic(mc_word (*r)[FB_WORDS], mc_word (*p)[FB_WORDS]);
void evaluate_square(mc_word (*r)[FB_WORDS], mc_word (*p)[FB_WORDS]);
void quotient_1_1(mc_word *r, const mc_word *b);
void quotient_sum_1_1(mc_word *r, const mc_word *b, const mc_word *c);
void quotient_sum_2_2(mc_word *r, const mc_word *b, const mc_word *c);
void quotient_1_3(mc_word *r, const mc_word *b);
void remainders(mc_word (*point)[FB_WORDS], mc_word (*h)[FB_WORDS]);
void result(mc_word (*f)[FB_WORDS], mc_word (*point)[FB_WORDS], mc_word (*h)[FB_WORDS]);

#else

#define TOP_BITS           (FB_M % MC_WORD_BITS)
#define TOP_MASK           ((mc_word)(((mc_word)1 << TOP_BITS) - 1))

/* r += m z^e, without words from FB_WORDS on; e a constant. */
MC_INLINE void add_word(mc_word *r, mc_word m, uint16_t e)
{
    const uint8_t word = (uint8_t)(e / MC_WORD_BITS), bits = e % MC_WORD_BITS;
    if (word < FB_WORDS)
        r[word] ^= (mc_word)(m << bits);
    if (bits && word + 1 < FB_WORDS)
        r[word + 1] ^= m >> (MC_WORD_BITS - bits);
}

/* r = a w^k + b; k is 1 or 2, a constant; r may be a or b. */
MC_INLINE void multiply_add(mc_word *r, const mc_word *a, const mc_word *b, uint8_t k)
{
    mc_word over[2];
    for (uint8_t j = 0; j < k; j++)
        over[j] = (mc_word)(a[FB_WORDS - k + j] << (MC_WORD_BITS - TOP_BITS)) | a[FB_WORDS - k + j - 1] >> TOP_BITS;
    r[FB_WORDS - 1] = (a[FB_WORDS - 1 - k] & TOP_MASK) ^ b[FB_WORDS - 1];
    for (uint8_t i = FB_WORDS - 1; i-- > k;)
        r[i] = a[i - k] ^ b[i];
    for (uint8_t j = 0; j < k; j++)
        r[j] = b[j];
    for (uint8_t j = 0; j < k; j++) {
#define SPARSE_ADD_TERM(e) add_word(r, over[j], (e) + j * MC_WORD_BITS);
        FB_TERMS(SPARSE_ADD_TERM)
#undef SPARSE_ADD_TERM
    }
}

/* r = (a + b) / w^k; k is 1 or 2, a constant; r may be a or b. */
MC_INLINE void add_divide(mc_word *r, const mc_word *a, const mc_word *b, uint8_t k)
{
    mc_word under[2];
    for (uint8_t j = 0; j < k; j++)
        under[j] = a[j] ^ b[j];
    for (uint8_t i = 0; i < FB_WORDS - k; i++)
        r[i] = a[i + k] ^ b[i + k];
    for (uint8_t j = 0; j < k; j++)
        r[FB_WORDS - k + j] = 0;
    for (uint8_t j = 0; j < k; j++) {
#define SPARSE_ADD_TERM(e)                                                                                             \
    if ((e) != 0)                                                                                                      \
        add_word(r, under[j], (uint16_t)((e) - (k - j) * MC_WORD_BITS));
        FB_TERMS(SPARSE_ADD_TERM)
        add_word(r, under[j], (uint16_t)(FB_M - (k - j) * MC_WORD_BITS));
#undef SPARSE_ADD_TERM
    }
}

/* r = r / (w^k + 1); k is 1, 2 or 3, a constant. r modulo w^k + 1, times the modulus, makes it a multiple. */
MC_INLINE void divide_by_sum(mc_word *r, uint8_t k)
{
    mc_word rest[3] = {0};
    for (uint8_t j = 0; j < k; j++)
        for (uint8_t i = j; i < FB_WORDS; i += k)
            rest[j] ^= r[i];
    for (uint8_t j = 0; j < k; j++) {
#define SPARSE_ADD_TERM(e) add_word(r, rest[j], (uint16_t)((e) + j * MC_WORD_BITS));
        FB_TERMS(SPARSE_ADD_TERM)
        SPARSE_ADD_TERM(FB_M)
#undef SPARSE_ADD_TERM
    }
    for (uint8_t i = k; i < FB_WORDS; i++)
        r[i] ^= r[i - k];
}

/* Functions of one k, not in line: flash is short. */
MC_NOINLINE void multiply_add_w(mc_word *r, const mc_word *a, const mc_word *b)
{
    multiply_add(r, a, b, 1);
}

MC_NOINLINE void multiply_add_w2(mc_word *r, const mc_word *a, const mc_word *b)
{
    multiply_add(r, a, b, 2);
}

MC_NOINLINE void add_divide_w(mc_word *r, const mc_word *a, const mc_word *b)
{
    add_divide(r, a, b, 1);
}

/* r = a + b + c */
MC_NOINLINE void add_three(mc_word *r, const mc_word *a, const mc_word *b, const mc_word *c)
{
    for (uint8_t i = 0; i < FB_WORDS; i++)
        r[i] = a[i] ^ b[i] ^ c[i];
}

/* r = p(w), p(w + 1), p(w^2), p(1) for p of `count` coefficients. */
MC_NOINLINE void evaluate(mc_word (*r)[FB_WORDS], mc_word (*p)[FB_WORDS], uint8_t count)
{
    for (uint8_t i = 0; i < 3; i++)
        FB(copy)(r[i], p[count - 1]);
    for (uint8_t i = count - 1; i-- > 0;) {
        multiply_add_w(r[0], r[0], p[i]);
        fb_add(r[3], r[1], p[i]);
        multiply_add_w(r[1], r[1], r[3]);
        multiply_add_w2(r[2], r[2], p[i]);
    }
    add_three(r[3], p[0], p[1], p[2]);
    if (count == 4)
        fb_add(r[3], r[3], p[3]);
}

static void evaluate_cubic(mc_word (*r)[FB_WORDS], mc_word (*p)[FB_WORDS])
{
    evaluate(r, p, 4);
}

static void evaluate_square(mc_word (*r)[FB_WORDS], mc_word (*p)[FB_WORDS])
{
    evaluate(r, p, 3);
}

/* (r + b) / (w (w + 1)) */
static void quotient_1_1(mc_word *r, const mc_word *b)
{
    add_divide_w(r, r, b);
    divide_by_sum(r, 1);
}

/* ((r + b) / w + c) / (w + 1) */
static void quotient_sum_1_1(mc_word *r, const mc_word *b, const mc_word *c)
{
    add_divide_w(r, r, b);
    fb_add(r, r, c);
    divide_by_sum(r, 1);
}

/* ((r + b) / w^2 + c) / (w^2 + 1) */
static void quotient_sum_2_2(mc_word *r, const mc_word *b, const mc_word *c)
{
    add_divide(r, r, b, 2);
    fb_add(r, r, c);
    divide_by_sum(r, 2);
}

/* (r + b) / (w (w^3 + 1)) */
static void quotient_1_3(mc_word *r, const mc_word *b)
{
    add_divide_w(r, r, b);
    divide_by_sum(r, 3);
}

/* point = F_1, q, F_2 becomes A, h3, A + B; h = h0, h5, and two places. */
static void remainders(mc_word (*point)[FB_WORDS], mc_word (*h)[FB_WORDS])
{
    mc_word *const top = h[1], *const x = h[2], *const y = h[3];
    multiply_add_w(x, top, top);    /* h5 (w + 1) */
    add_three(y, point[1], x, top); /* h3 + h5 (w^2 + 1) */
    fb_add(point[0], point[0], y);
    multiply_add_w(point[0], y, point[0]); /* A */
    multiply_add_w(y, x, point[1]);        /* h3 + h5 */
    add_three(x, x, y, point[1]);
    fb_add(x, x, top); /* h5 w^2 */
    fb_add(point[1], y, top);
    multiply_add_w2(x, x, y); /* h3 + h5 (w^4 + 1) */
    add_three(point[2], point[2], x, point[0]);
    multiply_add_w2(point[2], x, point[2]);
}

/* f becomes f g + f t^3; point = A, h3, h4, S, of which A is lost; h = h0, h5, h3 + f0. */
static void result(mc_word (*f)[FB_WORDS], mc_word (*point)[FB_WORDS], mc_word (*h)[FB_WORDS])
{
    add_three(f[0], f[1], h[0], point[2]);
    multiply_add_w(h[0], point[2], point[2]);
    multiply_add_w(h[0], h[0], point[2]);
    fb_add(point[0], point[0], h[0]); /* h2 */
    add_three(f[1], f[1], f[2], point[0]);
    add_three(f[1], f[1], point[3], point[1]);
    add_three(f[2], f[2], f[3], point[0]);
    fb_add(f[2], f[2], h[1]);
    fb_add(f[3], f[3], h[2]);
}

#endif

/* h = f g, of degree 3 and 2, is h0 at 0 and h5 at infinity; it has its values at w, w + 1, w^2 and 1 besides. Then
 *
 *   S   = h(1) + h0                               = h1 + h2 + h3 + h4 + h5
 *   q   = (h(w) + h(w + 1) + S) / (w (w + 1))     = h3 + h5 (w^2 + w + 1)
 *   F_k = ((h(w^k) + h0) / w^k + S) / (w^k + 1)   = h2 + h4 (w^(2k) + w^k + 1) + (w^k + 1) (h3 + h5 (w^(2k) + 1))
 *
 * F_1 and F_2 without their last terms are A and B, and A + B = h4 (w^4 + w). By t^4 = t + 1, h1 is not needed for
 * f g + f t^3 = (h0 + h4 + f1) + (S + h2 + h3 + f1 + f2) t + (h2 + h5 + f2 + f3) t^2 + (h3 + f0 + f3) t^3. */
void EC(eta_mul_sparse)(mc_word (*f)[FB_WORDS], mc_word (*g)[FB_WORDS], EC(eta_work) *work)
{
    mc_word(*const point)[FB_WORDS] = work->point, (*const h)[FB_WORDS] = work->other;
    evaluate_cubic(point, f);
    evaluate_square(h, g);
    for (uint8_t i = 0; i < 4; i++)
        fb_mul(point[i], point[i], h[i]);
    fb_mul(h[0], f[0], g[0]);
    fb_mul(h[1], f[3], g[2]);
    fb_add(point[3], point[3], h[0]); /* S */
    fb_add(point[1], point[1], point[0]);
    quotient_1_1(point[1], point[3]);           /* q */
    quotient_sum_1_1(point[0], h[0], point[3]); /* F_1 */
    quotient_sum_2_2(point[2], h[0], point[3]); /* F_2 */
    remainders(point, h);
    FB(set_small)(h[2], 0);
    quotient_1_3(point[2], h[2]); /* h4 */
    fb_add(h[2], point[1], f[0]);
    result(f, point, h);
}

#else

/* Karatsuba over F_2^(2 m): with c1 = f1 + (f2 + f3) + f3 s and b + s the coefficients of t, 8 products, 2 of them for
 * c1 (b + s). */
void EC(eta_mul_sparse)(mc_word (*f)[FB_WORDS], mc_word (*g)[FB_WORDS], EC(eta_work) *work)
{
    (void)work;
    fb4 c;
    fb2 a, sum, high;
    EC(fb4_from_powers)(&c, f);
    g[2][0] ^= 1;
    FB(copy)(a.c0, g[0]);
    FB(copy)(a.c1, g[2]);
    fb_add(g[1], g[1], g[2]); /* b */
    fb_mul(high.c0, c.c1.c0, g[1]);
    fb_mul(high.c1, c.c1.c1, g[1]);
    fb_add(high.c0, high.c0, c.c1.c1);
    fb_add(high.c1, high.c1, c.c1.c1);
    fb_add(high.c1, high.c1, c.c1.c0);
    fb2_add(&c.c1, &c.c1, &c.c0);
    fb2_mul(&c.c0, &c.c0, &a);
    fb_add(a.c0, a.c0, g[1]);
    a.c1[0] ^= 1;
    fb2_mul(&sum, &c.c1, &a);
    fb2_add(&c.c1, &sum, &c.c0);
    fb2_mul_s(&high, &high);
    fb2_add(&c.c0, &c.c0, &high);
    EC(fb4_to_powers)(f, &c);
    mc_wipe(&c, sizeof c);
    mc_wipe(&a, sizeof a);
    mc_wipe(&sum, sizeof sum);
    mc_wipe(&high, sizeof high);
}

#endif
