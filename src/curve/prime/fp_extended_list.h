/* Additions on Edwards curves as a list of operations (curve/prime/fp_list.h), for images for size. */
#ifndef MC_CURVE_FP_EXTENDED_LIST_H
#define MC_CURVE_FP_EXTENDED_LIST_H

#include "curve/prime/fp_list.h"

#if FIELD_HAS_EDWARDS_CURVES

/* The sum by X, Y, Z and T = X Y/Z; the summand by x, y; d of the curve; room. */
enum { SUM_X, SUM_Y, SUM_Z, SUM_T, NEXT_X, NEXT_Y, EXTENDED_D, EXTENDED_ROOM, EXTENDED_ELEMENTS };

/* curve/prime/fp_extended_list.c; constant time. The sum is infinity. */
void EC(extended_list_begin)(mc_word (*e)[EC_WORDS], const MC_FLASH EC(curve) *curve);
/* The sum is doubled. */
void EC(extended_list_double)(mc_word (*e)[EC_WORDS], const MC_FLASH EC(curve) *curve);
/* Adds any p if the mask is ~0, infinity if it is 0. */
void EC(extended_list_add)(mc_word (*e)[EC_WORDS], const EC(affine) *p, mc_word mask, const MC_FLASH EC(curve) *curve);
/* r = the sum; wipes the elements. */
void EC(extended_list_end)(EC(affine) *r, mc_word (*e)[EC_WORDS]);

#endif
#endif
