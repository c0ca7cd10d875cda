/*---
name: naf-list
family: scalar-mult-double
summary: non-adjacent forms of both scalars from the left, points as in bits-list; little code, no table
source: Straus 1964; Reitwiesner 1960 for the form; formulas: hankerson2004 Section 3.2.2
domain: any curve, any q, 0 <= k, l < 2^l
curves: prime
requires: FIELD_IS_PRIME && !FIELD_HAS_EDWARDS_CURVES
constant_time: no
uses: fp-mul-reduce, fp-sqr-reduce, fp-inv
---*/
/* 2 k is 3 k - k, whose bits differ at no two neighbouring places: digit i of the form of k is bit i + 1 of 3 k less
 * bit i + 1 of k. A third of the digits is not 0, where half of the bits is. */
#include "scalar/double/double_list.h"

#if FIELD_IS_PRIME && !FIELD_HAS_EDWARDS_CURVES

#define NAF_LIST_BITS (EC_SCALAR_BITS + 2) /* of 3 k */

/* 3 k */
static void naf_list_triple(mc_word *triple, const mc_word *k)
{
    const mc_word above = ORDER(sum)(triple, k, k, 1);
    triple[EC_SCALAR_WORDS] = (mc_word)(above + ORDER(sum)(triple, triple, k, 1));
}

/* The digit of the form of k at bit `i` of 3 k. */
static int8_t naf_list_digit(const mc_word *triple, const mc_word *k, uint16_t i)
{
    return (int8_t)(EC(scalar_bit)(triple, i) - (i < EC_SCALAR_BITS ? EC(scalar_bit)(k, i) : 0));
}

/* The sum += the digit, which is not 0, times the summand. */
static void naf_list_add(mc_word (*e)[EC_WORDS], int8_t digit)
{
    if (digit < 0)
        field_negate(e[ADD_Y], e[ADD_Y]);
    double_list_add(e);
}

/* The sum = k G + l q; q is not infinity. */
static void double_naf_sum(mc_word (*e)[EC_WORDS], const mc_word *k, const mc_word *l, const EC(affine) *q,
                           const MC_FLASH EC(curve) *curve)
{
    mc_word triple_k[EC_SCALAR_WORDS + 1], triple_l[EC_SCALAR_WORDS + 1];
    naf_list_triple(triple_k, k);
    naf_list_triple(triple_l, l);
    double_list_begin(e, curve);
    for (uint16_t i = NAF_LIST_BITS; --i;) {
        const int8_t first = naf_list_digit(triple_k, k, i), second = naf_list_digit(triple_l, l, i);
        EC(list_run)(e, double_list_doubling);
        if (first) {
            EC(affine_generator)((EC(affine) *)e[ADD_X], curve);
            naf_list_add(e, first);
        }
        if (second) {
            memcpy(e[ADD_X], q, sizeof *q);
            naf_list_add(e, second);
        }
    }
}

/* Infinity has X = 0 only before the first point is added: opposite points, with H = 0, have X' = R^2, which is not 0,
 * and the double of infinity has X^4, as Y^2 = X^3 there. That of a point of order 2 has M^2. */
void EC(scalar_mult_double_naf_fraction_var)(EC(affine) *q, const mc_word *k, const mc_word *l,
                                             const MC_FLASH EC(curve) *curve)
{
    double_list_fraction(q, k, l, curve, double_naf_sum);
}

mc_status EC(scalar_mult_double_naf_list_var)(EC(affine) *r, const mc_word *k, const mc_word *l, const EC(affine) *q,
                                              const MC_FLASH EC(curve) *curve)
{
    return double_list_multiply(r, k, l, q, curve, double_naf_sum);
}

#endif
