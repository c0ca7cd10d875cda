/* Double multiplications by the lists of curve/prime/fp_jacobian_list.h. */
#ifndef MC_SCALAR_DOUBLE_LIST_H
#define MC_SCALAR_DOUBLE_LIST_H

#include "curve/prime/fp_jacobian_list.h"
#include "scalar/scalar.h"

#include <string.h>

#if FIELD_IS_PRIME && !FIELD_HAS_EDWARDS_CURVES

#define double_list_doubling (FP_HAS_SQUARING ? sum_list_doubling_by_squares : sum_list_doubling)

/* Adds the summand, not infinity, to the sum. */
static void double_list_add(mc_word (*e)[EC_WORDS])
{
    if (field_mask_zero(e[SUM_Z])) {
        memcpy(e, e[ADD_X], 2 * sizeof *e);
        field_set_small(e[SUM_Z], 1);
        return;
    }
    EC(list_run)(e, sum_list_difference);
    /* H is 0 for few points; its lowest word tells of most at once. */
    const uint8_t is_same = !e[ADD_X][0] && EC(affine_mask_infinity)((const EC(affine) *)e[ADD_X]);
    EC(list_run)(e, is_same ? double_list_doubling : sum_list_addition);
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
    EC(list_run)(e, sum_list_quotients);
    memcpy(r, e[SUM_X], sizeof *r);
    return MC_OK;
}

#endif
#endif
