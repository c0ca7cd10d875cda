#include "curve/prime/fp_extended_list.h"

#if FIELD_HAS_EDWARDS_CURVES

/* With A = X^2, B = Y^2: E = (X + Y)^2 - A - B, G = B + a A, H = B - a A, F = 2 Z^2 - G; X3 = E F, Y3 = G H, Z3 = F G,
 * T3 = E H (as in fp_extended.c). PLUS_A and MINUS_A add or subtract, by the coefficient a. */
#define DOUBLING(PLUS_A, MINUS_A)                                                                                      \
    {                                                                                                                  \
        LIST_ADD(EXTENDED_ROOM, SUM_X, SUM_Y),                                                                         \
        LIST_MUL(EXTENDED_ROOM, EXTENDED_ROOM, EXTENDED_ROOM),                                                         \
        LIST_MUL(SUM_X, SUM_X, SUM_X), /* A */                                                                         \
        LIST_MUL(SUM_Y, SUM_Y, SUM_Y), /* B */                                                                         \
        LIST_MUL(SUM_Z, SUM_Z, SUM_Z),                                                                                 \
        LIST_ADD(SUM_Z, SUM_Z, SUM_Z),                                                                                 \
        LIST_SUB(EXTENDED_ROOM, EXTENDED_ROOM, SUM_X),                                                                 \
        LIST_SUB(EXTENDED_ROOM, EXTENDED_ROOM, SUM_Y), /* E */                                                         \
        PLUS_A(NEXT_X, SUM_Y, SUM_X),                  /* G */                                                         \
        MINUS_A(SUM_Y, SUM_Y, SUM_X),                  /* H */                                                         \
        LIST_SUB(SUM_Z, SUM_Z, NEXT_X),                /* F */                                                         \
        PRODUCTS(SUM_Z, NEXT_X),                                                                                       \
        LIST_END,                                                                                                      \
    }

/* With A = X1 x2, B = Y1 y2, C = d T1 x2 y2: E = (X1 + Y1)(x2 + y2) - A - B, F = Z1 - C, G = Z1 + C, H = B - a A, and
 * the products as above, for any two points, equal ones included (Hisil, Wong, Carter and Dawson 2008, 3.1). */
#define ADDITION(MINUS_A)                                                                                              \
    {                                                                                                                  \
        LIST_MUL(SUM_T, SUM_T, EXTENDED_D),                                                                            \
        LIST_MUL(SUM_T, SUM_T, NEXT_X),                                                                                \
        LIST_MUL(SUM_T, SUM_T, NEXT_Y), /* C */                                                                        \
        LIST_ADD(EXTENDED_ROOM, SUM_X, SUM_Y),                                                                         \
        LIST_MUL(SUM_X, SUM_X, NEXT_X), /* A */                                                                        \
        LIST_MUL(SUM_Y, SUM_Y, NEXT_Y), /* B */                                                                        \
        LIST_ADD(NEXT_X, NEXT_X, NEXT_Y),                                                                              \
        LIST_MUL(EXTENDED_ROOM, EXTENDED_ROOM, NEXT_X),                                                                \
        LIST_SUB(EXTENDED_ROOM, EXTENDED_ROOM, SUM_X),                                                                 \
        LIST_SUB(EXTENDED_ROOM, EXTENDED_ROOM, SUM_Y), /* E */                                                         \
        MINUS_A(SUM_Y, SUM_Y, SUM_X),                  /* H */                                                         \
        LIST_SUB(NEXT_X, SUM_Z, SUM_T),                /* F */                                                         \
        LIST_ADD(SUM_Z, SUM_Z, SUM_T),                 /* G */                                                         \
        PRODUCTS(NEXT_X, SUM_Z),                                                                                       \
        LIST_END,                                                                                                      \
    }

/* Of E in the room, H in SUM_Y, and of F and G, one of which is in SUM_Z. */
#define PRODUCTS(f, g)                                                                                                 \
    LIST_MUL(SUM_X, EXTENDED_ROOM, f), LIST_MUL(SUM_T, EXTENDED_ROOM, SUM_Y), LIST_MUL(SUM_Y, SUM_Y, g),               \
        LIST_MUL(SUM_Z, f, g)

static const MC_FLASH uint8_t doubling_of_minus_1[] = DOUBLING(LIST_SUB, LIST_ADD),
                              doubling_of_1[] = DOUBLING(LIST_ADD, LIST_SUB),
                              addition_of_minus_1[] = ADDITION(LIST_ADD), addition_of_1[] = ADDITION(LIST_SUB);

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
    (void)curve;
    EC(list_run)(e, EC_CURVE_A_CLASS(curve) == MC_COEFFICIENT_MINUS_1 ? doubling_of_minus_1 : doubling_of_1);
}

void EC(extended_list_add)(mc_word (*e)[EC_WORDS], const EC(affine) *p, mc_word mask, const MC_FLASH EC(curve) *curve)
{
    (void)curve;
    field_set_small(e[NEXT_X], 0);
    field_set_small(e[NEXT_Y], 1);
    field_select(e[NEXT_X], p->x, mask);
    field_select(e[NEXT_Y], p->y, mask);
    EC(list_run)(e, EC_CURVE_A_CLASS(curve) == MC_COEFFICIENT_MINUS_1 ? addition_of_minus_1 : addition_of_1);
}

void EC(extended_list_end)(EC(affine) *r, mc_word (*e)[EC_WORDS])
{
    fp_inv(e[SUM_Z], e[SUM_Z]);
    fp_mul(r->x, e[SUM_X], e[SUM_Z]);
    fp_mul(r->y, e[SUM_Y], e[SUM_Z]);
    mc_wipe(e, EXTENDED_ELEMENTS * sizeof e[0]);
}

#endif
