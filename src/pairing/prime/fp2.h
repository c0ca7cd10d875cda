/* The quadratic extension F_p2 = F_p(u), u^2 = -1, of a prime field with p = 3 mod 4: c0 + c1 u.
 *
 * Files of pairing/ that include this are templates by field, as those of fp/. Elements are reduced in every input and
 * output, outputs may alias inputs, and every function is constant time unless its name says _var. */
#ifndef MC_PAIRING_FP2_H
#define MC_PAIRING_FP2_H

#include "curve/element.h"
#include "fp/fp.h"

/* Towers add nearly as often as they multiply: the kernels, where there are any. */
#if FP_NATIVE_MONTGOMERY && !MC_STEPWISE
#include "native/x86_64/montgomery.h"
#undef fp_add
#undef fp_sub
#define fp_add(r, a, b) MC_X86_64_CALL(mc_modular_add_, FP_WORDS, (r, a, b, FP_MODULUS->n))
#define fp_sub(r, a, b) MC_X86_64_CALL(mc_modular_sub_, FP_WORDS, (r, a, b, FP_MODULUS->n))
#endif

typedef struct {
    mc_word c0[FP_WORDS], c1[FP_WORDS];
} fp2;

/* A kernel of the slot fp2-mul or fp2-sqr, if this build binds one, takes elements as arrays. */
#ifdef MC_FP2_MUL
#define fp2_mul(r, a, b) FP(MC_FP2_MUL)((r)->c0, (a)->c0, (b)->c0)
#else
#define fp2_mul EC(fp2_mul)
void fp2_mul(fp2 *r, const fp2 *a, const fp2 *b);
#endif
#ifdef MC_FP2_SQR
#define fp2_sqr(r, a) FP(MC_FP2_SQR)((r)->c0, (a)->c0)
#else
#define fp2_sqr EC(fp2_sqr)
void fp2_sqr(fp2 *r, const fp2 *a);
#endif

#define fp2_mul_fp      EC(fp2_mul_fp)
#define fp2_inv         EC(fp2_inv)
#define fp2_mask_zero   EC(fp2_mask_zero)
#define fp2_mask_equal  EC(fp2_mask_equal)
#define fp2_norm        EC(fp2_norm)
#define fp2_sqrt        EC(fp2_sqrt)
#define fp2_sqrt_norm   EC(fp2_sqrt_norm)
#define fp_sqrt_inverse EC(fp_sqrt_inverse)
#define fp_halve        EC(fp_halve)
#define fp_to_octets    EC(fp_to_octets)
#define fp_from_octets  EC(fp_from_octets)
#define fp_mask_large   EC(fp_mask_large)
#define fp_mask_odd     EC(fp_mask_odd)

void fp2_mul_fp(fp2 *r, const fp2 *a, const mc_word *b); /* b of F_p */
void fp2_inv(fp2 *r, const fp2 *a);                      /* the inverse of 0 is 0 */
void fp2_norm(mc_word *r, const fp2 *a);                 /* c0^2 + c1^2; r apart from a */
mc_word fp2_mask_zero(const fp2 *a);                     /* ~0 if a = 0, else 0 */
mc_word fp2_mask_equal(const fp2 *a, const fp2 *b);

/* fp2_sqrt.c: the result is ~0 if a is a square, then r^2 = a. If not, r^2 = -a in F_p. inverse = 1 / r, and 0 for 0;
 * it is apart from r and a. */
mc_word fp_sqrt_inverse(mc_word *r, mc_word *inverse, const mc_word *a);
mc_word fp2_sqrt(fp2 *r, const fp2 *a);
void fp2_sqrt_norm(fp2 *r, const fp2 *a, const mc_word *root); /* of a square, from a root of its norm */
/* fp_halve.c: a / 2 mod p */
void fp_halve(mc_word *r, const mc_word *a);

/* fp_octets.c: an element as EC_BYTES big-endian bytes; the result of reading is ~0 if the number is below p. Masks:
 * whether the number of an element is above (p - 1) / 2, and whether it is odd. */
void fp_to_octets(uint8_t *octets, const mc_word *a);
mc_word fp_from_octets(mc_word *r, const uint8_t *octets);
mc_word fp_mask_large(const mc_word *a);
mc_word fp_mask_odd(const mc_word *a);

MC_INLINE void fp2_add(fp2 *r, const fp2 *a, const fp2 *b)
{
    fp_add(r->c0, a->c0, b->c0);
    fp_add(r->c1, a->c1, b->c1);
}

MC_INLINE void fp2_sub(fp2 *r, const fp2 *a, const fp2 *b)
{
    fp_sub(r->c0, a->c0, b->c0);
    fp_sub(r->c1, a->c1, b->c1);
}

MC_INLINE void fp2_neg(fp2 *r, const fp2 *a)
{
    FP(neg)(r->c0, a->c0);
    FP(neg)(r->c1, a->c1);
}

/* r = c0 - c1 u, the p-th power. */
MC_INLINE void fp2_conjugate(fp2 *r, const fp2 *a)
{
    FP(copy)(r->c0, a->c0);
    FP(neg)(r->c1, a->c1);
}

/* r = a (1 + u). */
MC_INLINE void fp2_mul_1_u(fp2 *r, const fp2 *a)
{
    mc_word sum[FP_WORDS];
    fp_add(sum, a->c0, a->c1);
    fp_sub(r->c0, a->c0, a->c1);
    FP(copy)(r->c1, sum);
}

MC_INLINE void fp2_halve(fp2 *r, const fp2 *a)
{
    fp_halve(r->c0, a->c0);
    fp_halve(r->c1, a->c1);
}

/* r = mask ? a : r; mask 0 or ~0. */
MC_INLINE void fp2_select(fp2 *r, const fp2 *a, mc_word mask)
{
    FP(select)(r->c0, a->c0, mask);
    FP(select)(r->c1, a->c1, mask);
}

MC_INLINE void fp2_set_small(fp2 *r, mc_word value)
{
    FP(set_small)(r->c0, value);
    FP(set_small)(r->c1, 0);
}

/* r = a constant. */
MC_INLINE void fp2_from_flash(fp2 *r, const MC_FLASH fp2 *a)
{
    FP(from_flash)(r->c0, a->c0);
    FP(from_flash)(r->c1, a->c1);
}

#endif
