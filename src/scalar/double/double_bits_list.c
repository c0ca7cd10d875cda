/*---
name: bits-list
family: scalar-mult-double
summary: bits of both scalars from the left, Jacobian doublings and mixed additions as lists of operations that a loop
  reads, on six elements; little code, no table
source: Straus 1964; formulas: hankerson2004 Section 3.2.2
domain: any curve, any q, 0 <= k, l < 2^l
curves: prime
requires: FIELD_IS_PRIME && !FIELD_HAS_EDWARDS_CURVES
constant_time: no
uses: fp-mul-reduce, fp-sqr-reduce, fp-inv
---*/
#include "curve/prime/fp_list.h"
#include "scalar/scalar.h"

#include <string.h>

#if FIELD_IS_PRIME && !FIELD_HAS_EDWARDS_CURVES

/* The sum (X / Z^2, Y / Z^3), infinity for Z = 0; the summand, which an addition overwrites; room; where it is read,
 * -a. */
enum { X, Y, Z, X2, Y2, T, MINUS_A, SUM_ELEMENTS = MINUS_A + LIST_READS_A };

#define LIST(name) static const MC_FLASH uint8_t name[]

/* With M = 3 X^2 + a Z^4, V = 4 X Y^2: Z' = 2 Y Z, X' = M^2 - 2 V, Y' = M (V - X') - 8 Y^4. Points of order 2, whose Y
 * is 0, and infinity become infinity. */
LIST(double_bits_doubling) = {
#if LIST_A_CLASS == MC_COEFFICIENT_MINUS_3
    LIST_MUL(T, Z, Z),   LIST_ADD(X2, X, T),  LIST_SUB(T, X, T), LIST_MUL(X2, X2, T),
    LIST_ADD(T, X2, X2), LIST_ADD(X2, X2, T), /* M */
#else
    LIST_MUL(X2, Z, Z),   LIST_MUL(X2, X2, X2), LIST_MINUS_A_TIMES(Y2, X2, MINUS_A),
    LIST_MUL(X2, X, X),   LIST_ADD(T, X2, X2),  LIST_ADD(X2, X2, T),
    LIST_SUB(X2, X2, Y2), /* M */
#endif
    LIST_MUL(Z, Y, Z),   LIST_ADD(Z, Z, Z),   LIST_MUL(Y, Y, Y), LIST_MUL(T, X, Y),
    LIST_ADD(T, T, T),   LIST_ADD(T, T, T), /* V */
    LIST_MUL(X, X2, X2), LIST_SUB(X, X, T),   LIST_SUB(X, X, T), LIST_SUB(T, T, X),
    LIST_MUL(X2, X2, T), LIST_ADD(Y, Y, Y),   LIST_MUL(Y, Y, Y), /* 4 Y^4 */
    LIST_ADD(Y, Y, Y),   LIST_SUB(Y, X2, Y),  LIST_END,
};

/* X2 = H = X2 Z^2 - X and Y2 = R = Y2 Z^3 - Y, both 0 where the points are equal. */
LIST(double_bits_difference) = {
    LIST_MUL(T, Z, Z),   LIST_MUL(X2, X2, T), LIST_MUL(T, Z, T), LIST_MUL(Y2, Y2, T),
    LIST_SUB(X2, X2, X), LIST_SUB(Y2, Y2, Y), LIST_END,
};

/* With V = X H^2: Z' = Z H, X' = R^2 - H^3 - 2 V, Y' = R (V - X') - Y H^3. Opposite points, of which H is 0, become
 * infinity. */
LIST(double_bits_addition) = {
    LIST_MUL(Z, Z, X2),  LIST_MUL(T, X2, X2), LIST_MUL(X, X, T), /* V */
    LIST_MUL(X2, X2, T), LIST_MUL(Y, Y, X2),  LIST_MUL(T, Y2, Y2), LIST_SUB(T, X2, T),
    LIST_ADD(T, T, X),   LIST_ADD(X2, X, X),  LIST_ADD(T, T, X2), /* V - X' */
    LIST_SUB(X, X, T),   LIST_MUL(Y2, Y2, T), LIST_SUB(Y, Y2, Y),  LIST_END,
};

/* X = x, Y = y of the sum, from the inverse of its Z, which is 0 for infinity. */
LIST(double_bits_quotients) = {
    LIST_MUL(T, Z, Z), LIST_MUL(X, X, T), LIST_MUL(T, T, Z), LIST_MUL(Y, Y, T), LIST_END,
};

/* Adds the point (X2, Y2), not infinity, to the sum. */
static void double_bits_add(mc_word (*e)[EC_WORDS])
{
    if (field_mask_zero(e[Z])) {
        memcpy(e, e[X2], 2 * sizeof *e);
        field_set_small(e[Z], 1);
        return;
    }
    EC(list_run)(e, double_bits_difference);
    EC(list_run)(e, EC(affine_mask_infinity)((const EC(affine) *)e[X2]) ? double_bits_doubling : double_bits_addition);
}

/* The sum = k G + l q; q is not infinity. */
static void double_bits_sum(mc_word (*e)[EC_WORDS], const mc_word *k, const mc_word *l, const EC(affine) *q,
                            const MC_FLASH EC(curve) *curve)
{
    memset(e, 0, SUM_ELEMENTS * sizeof *e);
#if LIST_READS_A
    field_from_flash(e[T], curve->a);
    field_negate(e[MINUS_A], e[T]);
#endif
    for (uint16_t i = EC_SCALAR_BITS; i--;) {
        EC(list_run)(e, double_bits_doubling);
        if (EC(scalar_bit)(k, i)) {
            EC(affine_generator)((EC(affine) *)e[X2], curve);
            double_bits_add(e);
        }
        if (EC(scalar_bit)(l, i)) {
            memcpy(e[X2], q, sizeof *q);
            double_bits_add(e);
        }
    }
}

void EC(scalar_mult_double_fraction_var)(EC(affine) *q, const mc_word *k, const mc_word *l,
                                         const MC_FLASH EC(curve) *curve)
{
    mc_word e[SUM_ELEMENTS][EC_WORDS];
    double_bits_sum(e, k, l, q, curve);
    field_copy(q->x, e[X]);
    fp_sqr(q->y, e[Z]);
}

mc_status EC(scalar_mult_double_bits_list_var)(EC(affine) *r, const mc_word *k, const mc_word *l, const EC(affine) *q,
                                               const MC_FLASH EC(curve) *curve)
{
    const mc_word none[EC_SCALAR_WORDS] = {0};
    if (EC(scalar_status)(k) != MC_OK || EC(scalar_status)(l) != MC_OK) {
        EC(affine_set_infinity)(r);
        return MC_ERROR_SCALAR_RANGE;
    }
    mc_word e[SUM_ELEMENTS][EC_WORDS];
    double_bits_sum(e, k, EC(affine_mask_infinity)(q) ? none : l, q, curve);
    field_inv_var(e[Z], e[Z]);
    EC(list_run)(e, double_bits_quotients);
    memcpy(r, e[X], sizeof *r);
    return MC_OK;
}

#endif
