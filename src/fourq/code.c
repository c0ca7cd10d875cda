/* Points as bytes (draft-ladd-cfrg-4q, 3 and Appendix B): y, little-endian, and in the highest bit the sign of x, which
 * is bit 126 of its first coefficient, or of the second if the first is 0. */
#include "fourq/fourq.h"

/* power: a^(2^125 - 1), as (p - 3) / 4 = 2^125 - 1. */
#define CHAIN_SQUARINGS(r, count) fourq_sqr_times(r, r, (uint8_t)(count))
#include "fp/inversion/root_chain.h"

#define SIGN_BYTE (2 * EC_BYTES - 1)

static void reduce(fp2 *r)
{
    FP(reduce_once)(r->c0, r->c0, 0);
    FP(reduce_once)(r->c1, r->c1, 0);
}

void EC(fourq_from_form)(fp2 *r)
{
    reduce(r);
#if FOURQ_HALVES
    fp2_halve(r, r);
#endif
}

/* With the norm n, n^(p - 2) = n (n^(2^125 - 1))^4. Of twice an element that gives half of its inverse. */
void EC(fourq_invert)(fp2 *r, const fp2 *a)
{
    mc_word norm[FP_WORDS], inverse[FP_WORDS];
    fp2_norm(norm, a);
    power(inverse, norm);
    fourq_sqr_times(inverse, inverse, 2);
    fp_mul(inverse, inverse, norm);
    fp2_conjugate(r, a);
    fp2_mul_fp(r, r, inverse);
    fourq_to_form(r);
    fourq_to_form(r);
    mc_wipe(norm, sizeof norm);
    mc_wipe(inverse, sizeof inverse);
}

void EC(fourq_encode_element)(uint8_t *octets, const fp2 *a)
{
    mc_words_to_octets_little(octets, EC_BYTES, a->c0);
    mc_words_to_octets_little(octets + EC_BYTES, EC_BYTES, a->c1);
}

/* 0 or 1: the sign of a reduced element. */
static mc_word sign_of(const fp2 *a)
{
    mc_word top = a->c0[FP_WORDS - 1];
    top = (mc_word)(top ^ ((top ^ a->c1[FP_WORDS - 1]) & FP(mask_zero)(a->c0)));
    return (mc_word)(top >> (126 % MC_WORD_BITS) & 1);
}

void EC(fourq_encode)(uint8_t *octets, const EC(fourq_affine) *p)
{
    EC(fourq_encode_element)(octets, &p->y);
    octets[SIGN_BYTE] |= (uint8_t)(sign_of(&p->x) << 7);
}

/* A root of u/v, in no form, of some element if that is no square. With the norm n of v, u/v = (a + b i)/n, and with
 * the root s of a^2 + b^2, t = 2 (a + s) is 4 n times the square of the first coefficient of a root x, or minus that.
 * For w = (t n^3)^((p - 3)/4), t n w/2 and b n w are the coefficients; if t n^3 is no square, then in the other order,
 * and the second one times -1. For t = 0, 2 (a - s) takes its place. */
static void root_of_quotient(fp2 *x, const fp2 *u, const fp2 *v)
{
    mc_word n[FP_WORDS], t[FP_WORDS], w[FP_WORDS];
    fp2 ab;
    fp2_norm(n, v);
    fp2_conjugate(&ab, v);
    fourq_mul(&ab, &ab, u);
    fourq_to_form(&ab);
    fp2_norm(w, &ab);
    fourq_sqr_times(w, w, 125);
    fp_add(t, ab.c0, w);
    fp_sub(w, ab.c0, w);
    FP(reduce_once)(t, t, 0);
    FP(select)(t, w, FP(mask_zero)(t));
    fp_add(t, t, t);
    fp_sqr(x->c0, n);
    fp_mul(x->c0, x->c0, n);
    fp_mul(x->c0, x->c0, t);
    power(w, x->c0);
    fp_mul(w, w, n);
    fp_mul(x->c0, t, w);
    fp_mul(x->c1, ab.c1, w);
    /* (2 x0)^2 n = t for a square */
    fp_sqr(w, x->c0);
    fp_mul(w, w, n);
    fp_sub(w, w, t);
    FP(reduce_once)(w, w, 0);
    const mc_word other = (mc_word)~FP(mask_zero)(w);
    FP(reduce_once)(x->c0, x->c0, 0);
    fp_halve(x->c0, x->c0);
    FP(swap)(x->c0, x->c1, other);
    FP(neg)(w, x->c1);
    FP(select)(x->c1, w, other);
}

mc_status EC(fourq_decode)(EC(fourq_affine) *r, const uint8_t *octets)
{
    static const MC_FLASH fp2 d = FOURQ_D;
    fp2 u, v, one;
    const mc_word sign = octets[SIGN_BYTE] >> 7;
    mc_words_from_octets_little(r->y.c0, FP_WORDS, octets, EC_BYTES);
    mc_words_from_octets_little(r->y.c1, FP_WORDS, octets + EC_BYTES, EC_BYTES);
    r->y.c1[FP_WORDS - 1] &= (mc_word) ~((mc_word)1 << (FP_BITS % MC_WORD_BITS));
    if (!(FP(mask_below)(r->y.c0) & FP(mask_below)(r->y.c1)))
        return MC_ERROR_COORDINATE_RANGE;
    fourq_set_one(&one);
    fp2_from_flash(&v, &d);
    u = r->y;
    fourq_to_form(&u);
    fourq_sqr(&u, &u);
    fourq_mul(&v, &v, &u);
    fourq_sub(&u, &u, &one);
    fourq_add(&v, &v, &one);
    root_of_quotient(&r->x, &u, &v);
    reduce(&r->x);
    one = r->x;
    fourq_to_form(&one);
    fourq_sqr(&one, &one);
    fourq_mul(&one, &one, &v);
    fourq_sub(&one, &one, &u);
    reduce(&one);
    if (!fp2_mask_zero(&one))
        return MC_ERROR_NOT_ON_CURVE;
    if (sign_of(&r->x) != sign) {
        fp2_neg(&r->x, &r->x);
        reduce(&r->x);
        return fp2_mask_zero(&r->x) ? MC_ERROR_Y_BIT : MC_OK;
    }
    return MC_OK;
}
