/* Powers in the group of numbers of norm 1 of F_q2, by real parts c_n of a^n: c_2n = 2 c_n^2 - 1 and
 * c_(2n+1) = 2 c_n c_(n+1) - c_1, half of Lucas' sequence V_n (Scott, Barreto 2004): 1 M + 1 S for a bit, where the
 * square of an element would take 2 M. */
#include "pairing/tate/tate.h"

/* c_n and c_(n+1) for n = the first bits of k become c_k and c_(k+1). low = 1 and high = c at the start. */
static void lucas(mc_word *low, mc_word *high, const mc_word *c, const mc_word *k, uint16_t bits)
{
    mc_word one[FP_WORDS];
    FP(set_small)(one, 1);
    FP(copy)(low, one);
    FP(copy)(high, c);
    for (uint16_t i = bits; i-- > 0;) {
        const mc_word mask = mc_word_mask_nonzero(k[i / MC_WORD_BITS] >> (i % MC_WORD_BITS) & 1);
        FP(swap)(low, high, mask);
        fp_mul(high, high, low);
        fp_add(high, high, high);
        fp_sub(high, high, c);
        fp_sqr(low, low);
        fp_add(low, low, low);
        fp_sub(low, low, one);
        FP(swap)(low, high, mask);
    }
}

void EC(tate_real_power)(mc_word *r, const mc_word *a, const mc_word *k, uint16_t bits)
{
    mc_word low[FP_WORDS], high[FP_WORDS];
    lucas(low, high, a, k, bits);
    FP(copy)(r, low);
    mc_wipe(low, sizeof low);
    mc_wipe(high, sizeof high);
}

/* r = a^k, a = c + i s with inverse = 1 / s: a^k has the imaginary part (c_k c - c_(k+1)) / s. Where s = 0 and so
 * a = 1 or -1, that is 0 for any inverse. */
static void lucas_value(fp2 *r, const mc_word *c, const mc_word *inverse, const mc_word *k, uint16_t bits)
{
    mc_word low[FP_WORDS], high[FP_WORDS];
    lucas(low, high, c, k, bits);
    fp_mul(r->c1, low, c);
    fp_sub(r->c1, r->c1, high);
    fp_mul(r->c1, r->c1, inverse);
    FP(copy)(r->c0, low);
    mc_wipe(low, sizeof low);
    mc_wipe(high, sizeof high);
}

void EC(tate_value_power)(fp2 *r, const fp2 *a, const mc_word *k, uint16_t bits)
{
    mc_word c[FP_WORDS], inverse[FP_WORDS];
    FP(copy)(c, a->c0);
    fp_inv(inverse, a->c1);
    lucas_value(r, c, inverse, k, bits);
    mc_wipe(c, sizeof c);
    mc_wipe(inverse, sizeof inverse);
}

static void cofactor(mc_word k[TATE_COFACTOR_WORDS])
{
    static const MC_FLASH mc_word h[TATE_COFACTOR_WORDS] = TATE_COFACTOR;
    for (uint8_t i = 0; i < TATE_COFACTOR_WORDS; i++)
        k[i] = h[i];
}

/* f^(q - 1) = conj(f) / f = (c0 - i c1)^2 / (c0^2 + c1^2) for f = c0 + i c1: its real part c, and 1 / s of its
 * imaginary part s = -2 c0 c1 / (c0^2 + c1^2), by one inversion. Where c0 c1 = 0, both are 0. Their h-th power
 * comes out as 1, for 4 divides h. So it must for f in F_q and in i F_q. */
static void first_power(mc_word *c, mc_word *inverse, const fp2 *f)
{
    mc_word norm[FP_WORDS], twice[FP_WORDS]; /* c0^2 + c1^2, 2 c0 c1 */
    fp_sqr(norm, f->c0);
    fp_sqr(c, f->c1);
    fp_mul(twice, f->c0, f->c1);
    fp_add(twice, twice, twice);
    fp_sub(inverse, norm, c);
    fp_add(norm, norm, c);
    fp_mul(c, norm, twice);
    fp_inv(c, c); /* 1 / (norm 2 c0 c1) */
    fp_mul(twice, twice, c);
    fp_mul(c, c, norm);
    fp_mul(norm, norm, c); /* norm / (2 c0 c1) */
    FP(copy)(c, inverse);
    FP(neg)(inverse, norm);
    fp_mul(c, c, twice);
    mc_wipe(norm, sizeof norm);
    mc_wipe(twice, sizeof twice);
}

void EC(tate_final)(fp2 *r, const fp2 *f)
{
    mc_word c[FP_WORDS], inverse[FP_WORDS], h[TATE_COFACTOR_WORDS];
    first_power(c, inverse, f);
    cofactor(h);
    lucas_value(r, c, inverse, h, TATE_COFACTOR_BITS);
    mc_wipe(c, sizeof c);
    mc_wipe(inverse, sizeof inverse);
}

void EC(tate_final_real)(mc_word *r, const fp2 *f)
{
    mc_word c[FP_WORDS], norm[FP_WORDS], h[TATE_COFACTOR_WORDS];
    fp_sqr(c, f->c0);
    fp_sqr(norm, f->c1);
    fp_sub(r, c, norm);
    fp_add(norm, norm, c);
    fp_inv(norm, norm);
    fp_mul(c, r, norm);
    cofactor(h);
    EC(tate_real_power)(r, c, h, TATE_COFACTOR_BITS);
    mc_wipe(c, sizeof c);
    mc_wipe(norm, sizeof norm);
}

mc_word EC(tate_value_mask_in_group)(const fp2 *a)
{
    static const MC_FLASH mc_word order[TATE_ORDER_WORDS] = TATE_ORDER;
    mc_word k[TATE_ORDER_WORDS], norm[FP_WORDS], one[FP_WORDS], mask;
    for (uint8_t i = 0; i < TATE_ORDER_WORDS; i++)
        k[i] = order[i];
    FP(set_small)(one, 1);
    fp2_norm(norm, a);
    mask = FP(mask_equal)(norm, one);
    EC(tate_real_power)(norm, a->c0, k, TATE_ORDER_BITS);
    mask &= FP(mask_equal)(norm, one);
    mc_wipe(norm, sizeof norm);
    return mask;
}
