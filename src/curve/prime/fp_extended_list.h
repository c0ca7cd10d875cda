/* Additions on Edwards curves as a list of operations (curve/prime/fp_list.h), for images for size. */
#ifndef MC_CURVE_FP_EXTENDED_LIST_H
#define MC_CURVE_FP_EXTENDED_LIST_H

#include "curve/prime/fp_list.h"

#if FIELD_HAS_EDWARDS_CURVES

/* The sum by X, Y, Z and two factors of X Y/Z, so that doublings need no product for it; d of the curve; the summand by
 * x, y. A summand from a table has Z, and d X Y/Z, too. */
enum {
    SUM_X,
    SUM_Y,
    SUM_Z,
    SUM_E,
    SUM_H,
    EXTENDED_D,
    NEXT_X,
    NEXT_Y,
    EXTENDED_ELEMENTS,
    NEXT_Z = EXTENDED_ELEMENTS,
    NEXT_T,
    EXTENDED_TABLE_ELEMENTS
};

/* curve/prime/fp_extended_list.c; constant time. The sum is infinity. */
void EC(extended_list_begin)(mc_word (*e)[EC_WORDS], const MC_FLASH EC(curve) *curve);
/* The sum is doubled. */
void EC(extended_list_double)(mc_word (*e)[EC_WORDS], const MC_FLASH EC(curve) *curve);
/* Adds any p if the mask is ~0, infinity if it is 0. */
void EC(extended_list_add)(mc_word (*e)[EC_WORDS], const EC(affine) *p, mc_word mask, const MC_FLASH EC(curve) *curve);
/* Adds any summand that extended_list_keep has left there, or its negative, whose x and d X Y/Z are. */
void EC(extended_list_add_kept)(mc_word (*e)[EC_WORDS], const MC_FLASH EC(curve) *curve);
/* The sum as a summand of a table, in the place of one. */
void EC(extended_list_keep)(mc_word (*e)[EC_WORDS]);
/* ~0 if the sum times the cofactor, which it becomes, is infinity, else 0. */
mc_word EC(extended_list_mask_small_order)(mc_word (*e)[EC_WORDS], const MC_FLASH EC(curve) *curve);
/* r = the sum; wipes the elements. */
void EC(extended_list_end)(EC(affine) *r, mc_word (*e)[EC_WORDS]);

#endif
#endif
