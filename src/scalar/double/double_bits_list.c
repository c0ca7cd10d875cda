/*---
name: bits-list
family: scalar-mult-double
summary: bits of both scalars from the left, complete additions as a list of operations that a loop reads, doublings
  by the same list; little code, no table
source: Renes, Costello and Batina 2016 Algorithm 1; Straus 1964
domain: any curve, any q, 0 <= k, l < 2^l; on curves of even order it is `separate`
curves: prime
requires: FIELD_IS_PRIME && !FIELD_HAS_EDWARDS_CURVES
constant_time: no
uses: fp-mul-reduce, fp-sqr-reduce, fp-inv, scalar-mult
---*/
#include "curve/prime/fp_list.h"
#include "scalar/scalar.h"

#include <string.h>

#if FIELD_IS_PRIME && !FIELD_HAS_EDWARDS_CURVES

/* The sum, the summand, 3 b and, where it is read, -a; room. */
enum { X1, Y1, Z1, X2, Y2, Z2, B3, T0, T1, T2, T3, T4, T5, MINUS_A, ADDITION_ELEMENTS = MINUS_A + LIST_READS_A };

/* (X1 : Y1 : Z1) += (X2 : Y2 : Z2), any points of a curve of odd order, equal ones included. With XX = X1 X2,
 * XY = X1 Y2 + X2 Y1 and so on, L = 3 b ZZ + a XZ, M = 3 XX + a ZZ, N = 3 b XZ + a (XX - a ZZ):
 *   X3 = XY (YY - L) - YZ N, Y3 = (YY + L)(YY - L) + M N, Z3 = YZ (YY + L) + XY M. */
static const MC_FLASH uint8_t double_bits_addition[] = {
    LIST_MUL(T0, X1, X2), /* XX */
    LIST_MUL(T1, Y1, Y2), /* YY */
    LIST_MUL(T2, Z1, Z2), /* ZZ */
    LIST_ADD(T3, X1, Y1),
    LIST_ADD(T4, X2, Y2),
    LIST_MUL(T3, T3, T4),
    LIST_ADD(T4, T0, T1),
    LIST_SUB(T3, T3, T4), /* XY */
    LIST_ADD(T4, X1, Z1),
    LIST_ADD(T5, X2, Z2),
    LIST_MUL(T4, T4, T5),
    LIST_ADD(T5, T0, T2),
    LIST_SUB(T4, T4, T5), /* XZ */
    LIST_ADD(T5, Y1, Z1),
    LIST_ADD(X1, Y2, Z2),
    LIST_MUL(T5, T5, X1),
    LIST_ADD(X1, T1, T2),
    LIST_SUB(T5, T5, X1), /* YZ */
    LIST_MINUS_A_TIMES(Z1, T2, MINUS_A),
    LIST_MINUS_A_TIMES(X1, T4, MINUS_A),
    LIST_MUL(Y1, B3, T2),
    LIST_SUB(X1, Y1, X1), /* L */
    LIST_MUL(T4, B3, T4),
    LIST_ADD(T2, T0, Z1),
    LIST_MINUS_A_TIMES(Y1, T2, MINUS_A),
    LIST_SUB(T4, T4, Y1), /* N */
    LIST_ADD(T2, T0, T0),
    LIST_ADD(T2, T2, T0),
    LIST_SUB(T2, T2, Z1), /* M */
    LIST_SUB(T0, T1, X1),
    LIST_ADD(X1, T1, X1),
    LIST_MUL(Y1, X1, T0),
    LIST_MUL(Z1, T2, T4),
    LIST_ADD(Y1, Y1, Z1),
    LIST_MUL(Z1, T5, X1),
    LIST_MUL(T2, T3, T2),
    LIST_ADD(Z1, Z1, T2),
    LIST_MUL(T0, T3, T0),
    LIST_MUL(T1, T5, T4),
    LIST_SUB(X1, T0, T1),
    LIST_END,
};

/* e[X2] and behind = the sum itself, q or G; returns whether it is to be added for the bits of that place. */
static uint8_t double_bits_summand(mc_word (*e)[EC_WORDS], uint8_t which, uint8_t k_bit, uint8_t l_bit,
                                   const EC(affine) *q, const MC_FLASH EC(curve) *curve)
{
    if (which == 2) {
        memcpy(e[X2], e[X1], 3 * sizeof e[0]);
        return 1;
    }
    field_set_small(e[Z2], 1);
    if (which) {
        memcpy(e[X2], q, sizeof *q);
        return l_bit && !EC(affine_mask_infinity)(q);
    }
    EC(affine_generator)((EC(affine) *)e[X2], curve);
    return k_bit;
}

static void double_bits_sum(mc_word (*e)[EC_WORDS], const mc_word *k, const mc_word *l, const EC(affine) *q,
                            const MC_FLASH EC(curve) *curve)
{
    for (uint16_t i = EC_SCALAR_BITS; i--;) {
        const uint8_t k_bit = EC(scalar_bit)(k, i), l_bit = EC(scalar_bit)(l, i);
        for (uint8_t which = 3; which--;)
            if (double_bits_summand(e, which, k_bit, l_bit, q, curve))
                EC(list_run)(e, double_bits_addition);
    }
}

mc_status EC(scalar_mult_double_bits_list_var)(EC(affine) *r, const mc_word *k, const mc_word *l, const EC(affine) *q,
                                               const MC_FLASH EC(curve) *curve)
{
    if (EC_CURVE_COFACTOR(curve) % 2 == 0)
        return EC(scalar_mult_double_separate_var)(r, k, l, q, curve);
    if (EC(scalar_status)(k) != MC_OK || EC(scalar_status)(l) != MC_OK) {
        EC(affine_set_infinity)(r);
        return MC_ERROR_SCALAR_RANGE;
    }
    mc_word e[ADDITION_ELEMENTS][EC_WORDS];
    field_from_flash(e[T0], curve->b);
    fp_add(e[B3], e[T0], e[T0]);
    fp_add(e[B3], e[B3], e[T0]);
#if LIST_READS_A
    field_from_flash(e[T0], curve->a);
    field_negate(e[MINUS_A], e[T0]);
#endif
    field_set_small(e[X1], 0);
    field_set_small(e[Y1], 1);
    field_set_small(e[Z1], 0);
    double_bits_sum(e, k, l, q, curve);
    field_inv_var(e[Z1], e[Z1]); /* of 0 it is 0: infinity becomes (0, 0) */
    fp_mul(r->x, e[X1], e[Z1]);
    fp_mul(r->y, e[Y1], e[Z1]);
    return MC_OK;
}

#endif
