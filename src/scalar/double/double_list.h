/* Jacobian doublings and mixed additions as lists of operations (curve/prime/fp_list.h), on six elements. */
#ifndef MC_SCALAR_DOUBLE_LIST_H
#define MC_SCALAR_DOUBLE_LIST_H

#include "curve/prime/fp_list.h"
#include "scalar/scalar.h"

#include <string.h>

#if FIELD_IS_PRIME && !FIELD_HAS_EDWARDS_CURVES

/* The sum (X / Z^2, Y / Z^3), infinity for Z = 0; the summand, which an addition overwrites; room; where it is read,
 * -a. */
enum { SUM_X, SUM_Y, SUM_Z, ADD_X, ADD_Y, SUM_T, SUM_MINUS_A, SUM_ELEMENTS = SUM_MINUS_A + LIST_READS_A };

#define DOUBLE_LIST(name) static const MC_FLASH uint8_t name[]

/* With M = 3 X^2 + a Z^4, V = 4 X Y^2: Z' = 2 Y Z, X' = M^2 - 2 V, Y' = M (V - X') - 8 Y^4. Points of order 2, whose Y
 * is 0, and infinity become infinity. */
DOUBLE_LIST(double_list_doubling) = {
#if LIST_A_CLASS == MC_COEFFICIENT_MINUS_3
    LIST_MUL(SUM_T, SUM_Z, SUM_Z), LIST_ADD(ADD_X, SUM_X, SUM_T), LIST_SUB(SUM_T, SUM_X, SUM_T),
    LIST_MUL(ADD_X, ADD_X, SUM_T), LIST_ADD(SUM_T, ADD_X, ADD_X), LIST_ADD(ADD_X, ADD_X, SUM_T), /* M */
#else
    LIST_MUL(ADD_X, SUM_Z, SUM_Z), LIST_MUL(ADD_X, ADD_X, ADD_X), LIST_MINUS_A_TIMES(ADD_Y, ADD_X, SUM_MINUS_A),
    LIST_MUL(ADD_X, SUM_X, SUM_X), LIST_ADD(SUM_T, ADD_X, ADD_X), LIST_ADD(ADD_X, ADD_X, SUM_T),
    LIST_SUB(ADD_X, ADD_X, ADD_Y), /* M */
#endif
    LIST_MUL(SUM_Z, SUM_Y, SUM_Z), LIST_ADD(SUM_Z, SUM_Z, SUM_Z), LIST_MUL(SUM_Y, SUM_Y, SUM_Y),
    LIST_MUL(SUM_T, SUM_X, SUM_Y), LIST_ADD(SUM_T, SUM_T, SUM_T), LIST_ADD(SUM_T, SUM_T, SUM_T), /* V */
    LIST_MUL(SUM_X, ADD_X, ADD_X), LIST_SUB(SUM_X, SUM_X, SUM_T), LIST_SUB(SUM_X, SUM_X, SUM_T),
    LIST_SUB(SUM_T, SUM_T, SUM_X), LIST_MUL(ADD_X, ADD_X, SUM_T), LIST_ADD(SUM_Y, SUM_Y, SUM_Y),
    LIST_MUL(SUM_Y, SUM_Y, SUM_Y), /* 4 Y^4 */
    LIST_ADD(SUM_Y, SUM_Y, SUM_Y), LIST_SUB(SUM_Y, ADD_X, SUM_Y), LIST_END,
};

/* H = x Z^2 - X and R = y Z^3 - Y in place of the summand (x, y), both 0 where the points are equal. */
DOUBLE_LIST(double_list_difference) = {
    LIST_MUL(SUM_T, SUM_Z, SUM_Z),
    LIST_MUL(ADD_X, ADD_X, SUM_T),
    LIST_MUL(SUM_T, SUM_Z, SUM_T),
    LIST_MUL(ADD_Y, ADD_Y, SUM_T),
    LIST_SUB(ADD_X, ADD_X, SUM_X),
    LIST_SUB(ADD_Y, ADD_Y, SUM_Y),
    LIST_END,
};

/* With V = X H^2: Z' = Z H, X' = R^2 - H^3 - 2 V, Y' = R (V - X') - Y H^3. Opposite points, of which H is 0, become
 * infinity. */
DOUBLE_LIST(double_list_addition) = {
    LIST_MUL(SUM_Z, SUM_Z, ADD_X), LIST_MUL(SUM_T, ADD_X, ADD_X),
    LIST_MUL(SUM_X, SUM_X, SUM_T), /* V */
    LIST_MUL(ADD_X, ADD_X, SUM_T), LIST_MUL(SUM_Y, SUM_Y, ADD_X),
    LIST_MUL(SUM_T, ADD_Y, ADD_Y), LIST_SUB(SUM_T, ADD_X, SUM_T),
    LIST_ADD(SUM_T, SUM_T, SUM_X), LIST_ADD(ADD_X, SUM_X, SUM_X),
    LIST_ADD(SUM_T, SUM_T, ADD_X), /* V - X' */
    LIST_SUB(SUM_X, SUM_X, SUM_T), LIST_MUL(ADD_Y, ADD_Y, SUM_T),
    LIST_SUB(SUM_Y, ADD_Y, SUM_Y), LIST_END,
};

/* X = x, Y = y of the sum, from the inverse of its Z, which is 0 for infinity. */
DOUBLE_LIST(double_list_quotients) = {
    LIST_MUL(SUM_T, SUM_Z, SUM_Z),
    LIST_MUL(SUM_X, SUM_X, SUM_T),
    LIST_MUL(SUM_T, SUM_T, SUM_Z),
    LIST_MUL(SUM_Y, SUM_Y, SUM_T),
    LIST_END,
};

/* Adds the summand, not infinity, to the sum. */
static void double_list_add(mc_word (*e)[EC_WORDS])
{
    if (field_mask_zero(e[SUM_Z])) {
        memcpy(e, e[ADD_X], 2 * sizeof *e);
        field_set_small(e[SUM_Z], 1);
        return;
    }
    EC(list_run)(e, double_list_difference);
    EC(list_run)(e,
                 EC(affine_mask_infinity)((const EC(affine) *)e[ADD_X]) ? double_list_doubling : double_list_addition);
}

/* The sum is infinity. */
static void double_list_begin(mc_word (*e)[EC_WORDS], const MC_FLASH EC(curve) *curve)
{
    (void)curve;
    memset(e, 0, SUM_ELEMENTS * sizeof *e);
#if LIST_READS_A
    field_from_flash(e[SUM_T], curve->a);
    field_negate(e[SUM_MINUS_A], e[SUM_T]);
#endif
}

/* The sum = k G + l q; q is not infinity. */
typedef void double_list_sum(mc_word (*e)[EC_WORDS], const mc_word *k, const mc_word *l, const EC(affine) *q,
                             const MC_FLASH EC(curve) *curve);

/* q's x and y = X and Z^2 of k G + l q. */
MC_INLINE void double_list_fraction(EC(affine) *q, const mc_word *k, const mc_word *l, const MC_FLASH EC(curve) *curve,
                                    double_list_sum sum)
{
    mc_word e[SUM_ELEMENTS][EC_WORDS];
    sum(e, k, l, q, curve);
    field_copy(q->x, e[SUM_X]);
    fp_sqr(q->y, e[SUM_Z]);
}

/* r = k G + l q, for any q; MC_ERROR_SCALAR_RANGE. */
MC_INLINE mc_status double_list_multiply(EC(affine) *r, const mc_word *k, const mc_word *l, const EC(affine) *q,
                                         const MC_FLASH EC(curve) *curve, double_list_sum sum)
{
    const mc_word none[EC_SCALAR_WORDS] = {0};
    if (EC(scalar_status)(k) != MC_OK || EC(scalar_status)(l) != MC_OK) {
        EC(affine_set_infinity)(r);
        return MC_ERROR_SCALAR_RANGE;
    }
    mc_word e[SUM_ELEMENTS][EC_WORDS];
    sum(e, k, EC(affine_mask_infinity)(q) ? none : l, q, curve);
    field_inv_var(e[SUM_Z], e[SUM_Z]);
    EC(list_run)(e, double_list_quotients);
    memcpy(r, e[SUM_X], sizeof *r);
    return MC_OK;
}

#endif
#endif
