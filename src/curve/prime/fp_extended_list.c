#include "curve/prime/fp_extended_list.h"

#include <string.h>

#if FIELD_HAS_EDWARDS_CURVES

/* With A = X1 X2, B = Y1 Y2, C = d T1 T2, D = Z1 Z2: E = (X1 + Y1)(X2 + Y2) - A - B, F = D - C, G = D + C, H = B - a A;
 * X3 = E F, Y3 = G H, Z3 = F G, T3 = E H, for any two points, equal ones included (Hisil, Wong, Carter and Dawson 2008,
 * 3.1). MINUS_A_TIMES adds or subtracts. */
#define ADDITION(MINUS_A_TIMES)                                                                                        \
    {                                                                                                                  \
        LIST_ADD(EXTENDED_ROOM, SUM_X, SUM_Y),                                                                         \
        LIST_MUL(SUM_X, SUM_X, NEXT_X), /* A */                                                                        \
        LIST_MUL(SUM_Y, SUM_Y, NEXT_Y), /* B */                                                                        \
        LIST_ADD(NEXT_X, NEXT_X, NEXT_Y),                                                                              \
        LIST_MUL(EXTENDED_ROOM, EXTENDED_ROOM, NEXT_X),                                                                \
        LIST_SUB(EXTENDED_ROOM, EXTENDED_ROOM, SUM_X),                                                                 \
        LIST_SUB(EXTENDED_ROOM, EXTENDED_ROOM, SUM_Y), /* E */                                                         \
        MINUS_A_TIMES(SUM_Y, SUM_Y, SUM_X),            /* H */                                                         \
        LIST_MUL(SUM_T, SUM_T, NEXT_T),                                                                                \
        LIST_MUL(SUM_T, SUM_T, EXTENDED_D), /* C */                                                                    \
        LIST_MUL(SUM_Z, SUM_Z, NEXT_Z),     /* D */                                                                    \
        LIST_SUB(NEXT_X, SUM_Z, SUM_T),     /* F */                                                                    \
        LIST_ADD(SUM_Z, SUM_Z, SUM_T),      /* G */                                                                    \
        LIST_MUL(SUM_X, EXTENDED_ROOM, NEXT_X),                                                                        \
        LIST_MUL(SUM_T, EXTENDED_ROOM, SUM_Y),                                                                         \
        LIST_MUL(SUM_Y, SUM_Y, SUM_Z),                                                                                 \
        LIST_MUL(SUM_Z, SUM_Z, NEXT_X),                                                                                \
        LIST_END,                                                                                                      \
    }
static const MC_FLASH uint8_t addition_of_minus_1[] = ADDITION(LIST_ADD), addition_of_1[] = ADDITION(LIST_SUB);

static void add_next(mc_word (*e)[EC_WORDS], const MC_FLASH EC(curve) *curve)
{
    (void)curve;
    if (EC_CURVE_A_CLASS(curve) == MC_COEFFICIENT_MINUS_1)
        EC(list_run)(e, addition_of_minus_1);
    else
        EC(list_run)(e, addition_of_1);
}

void EC(extended_list_begin)(mc_word (*e)[EC_WORDS], const MC_FLASH EC(curve) *curve)
{
    field_set_small(e[SUM_X], 0);
    field_set_small(e[SUM_Y], 1);
    field_set_small(e[SUM_Z], 1);
    field_set_small(e[SUM_T], 0);
    field_from_flash(e[EXTENDED_D], curve->d);
}

void EC(extended_list_double)(mc_word (*e)[EC_WORDS], const MC_FLASH EC(curve) *curve)
{
    memcpy(e[NEXT_X], e[SUM_X], 4 * sizeof e[0]);
    add_next(e, curve);
}

void EC(extended_list_add)(mc_word (*e)[EC_WORDS], const EC(affine) *p, mc_word mask, const MC_FLASH EC(curve) *curve)
{
    field_set_small(e[NEXT_X], 0);
    field_set_small(e[NEXT_Y], 1);
    field_set_small(e[NEXT_Z], 1);
    field_select(e[NEXT_X], p->x, mask);
    field_select(e[NEXT_Y], p->y, mask);
    fp_mul(e[NEXT_T], e[NEXT_X], e[NEXT_Y]);
    add_next(e, curve);
}

void EC(extended_list_end)(EC(affine) *r, mc_word (*e)[EC_WORDS])
{
    fp_inv(e[SUM_Z], e[SUM_Z]);
    fp_mul(r->x, e[SUM_X], e[SUM_Z]);
    fp_mul(r->y, e[SUM_Y], e[SUM_Z]);
    mc_wipe(e, EXTENDED_ELEMENTS * sizeof e[0]);
}

#endif
