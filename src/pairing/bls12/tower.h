/* The tower of BLS12 over F_p2: F_p6 = F_p2(v), v^3 = 1 + u, and F_p12 = F_p6(w), w^2 = v. As in fp2.h, outputs may
 * alias inputs and every function is constant time. */
#ifndef MC_PAIRING_TOWER_H
#define MC_PAIRING_TOWER_H

#include "pairing/prime/fp2.h"

#include MC_STRINGIFY(pairing/data/MC_FIELD.h) /* generated: constants of the groups */

typedef struct {
    fp2 c0, c1, c2;
} fp6;

typedef struct {
    fp6 c0, c1;
} fp12;

/* What a line through points of G2 is at a point of G1: constant + v_term v + vw_term v w (miller.c). */
typedef struct {
    fp2 constant, v_term, vw_term;
} bls12_line;

#define fp6_mul               EC(fp6_mul)
#define fp6_mul_two           EC(fp6_mul_two)
#define fp6_inv               EC(fp6_inv)
#define fp12_mul              EC(fp12_mul)
#define fp12_sqr              EC(fp12_sqr)
#define fp12_mul_line         EC(fp12_mul_line)
#define fp12_set_lines        EC(fp12_set_lines)
#define fp12_mul_lines        EC(fp12_mul_lines)
#define fp12_inv              EC(fp12_inv)
#define fp12_frobenius        EC(fp12_frobenius)
#define fp12_sqr_cyclotomic   EC(fp12_sqr_cyclotomic)
#define fp12_power_cyclotomic EC(fp12_power_cyclotomic)
#define fp12_is_one           EC(fp12_is_one)

void fp6_mul(fp6 *r, const fp6 *a, const fp6 *b);
void fp6_mul_two(fp6 *r, const fp6 *a, const fp2 *b0, const fp2 *b1); /* a (b0 + b1 v) */
void fp6_inv(fp6 *r, const fp6 *a);                                   /* the inverse of 0 is 0 */

void fp12_mul(fp12 *r, const fp12 *a, const fp12 *b);
void fp12_sqr(fp12 *r, const fp12 *a);
void fp12_mul_line(fp12 *r, const bls12_line *line);                    /* r = r line */
void fp12_set_lines(fp12 *r, const bls12_line *a, const bls12_line *b); /* r = a b */
void fp12_mul_lines(fp12 *r, const bls12_line *a, const bls12_line *b); /* r = r a b */
void fp12_inv(fp12 *r, const fp12 *a);
void fp12_frobenius(fp12 *r, const fp12 *a, uint8_t times); /* a^(p^times), times 1 or 2 */
mc_word fp12_is_one(const fp12 *a);                         /* ~0 if a = 1, else 0 */

/* cyclotomic.c: of elements of order dividing p^4 - p^2 + 1, whose inverse is the conjugate over F_p6. */
void fp12_sqr_cyclotomic(fp12 *r, const fp12 *a);
void fp12_power_cyclotomic(fp12 *r, const fp12 *a); /* a^x for the parameter x, which is negative; r apart from a */

MC_INLINE void fp6_neg(fp6 *r, const fp6 *a)
{
    fp2_neg(&r->c0, &a->c0);
    fp2_neg(&r->c1, &a->c1);
    fp2_neg(&r->c2, &a->c2);
}

#if MC_FP2_KERNELS /* of src/pairing/host */
/* r0 + r1 s = (a0 + a1 s)^2 with s^2 = 1 + u, elements of F_p2 as 12 words; r0 and r1 apart from a0 and a1. */
void FP(fp4_sqr_bound)(mc_word *r0, mc_word *r1, const mc_word *a0, const mc_word *a1);
#endif

/* r = a v. */
MC_INLINE void fp6_mul_v(fp6 *r, const fp6 *a)
{
    fp2 highest;
    fp2_mul_1_u(&highest, &a->c2);
    r->c2 = a->c1;
    r->c1 = a->c0;
    r->c0 = highest;
}

/* r = the conjugate over F_p6, a^(p^6). */
MC_INLINE void fp12_conjugate(fp12 *r, const fp12 *a)
{
    r->c0 = a->c0;
    fp6_neg(&r->c1, &a->c1);
}

MC_INLINE void fp12_set_one(fp12 *r)
{
    *r = (fp12){.c0 = {.c0 = {.c0 = {0}}}};
    FP(set_small)(r->c0.c0.c0, 1);
}

#endif
