#include "curve/prime/fp_extended_list.h"

#include <string.h>

#if FIELD_HAS_EDWARDS_CURVES

/* With A = X^2, B = Y^2: E = (X + Y)^2 - A - B, G = B + a A, H = B - a A, F = 2 Z^2 - G; X3 = E F, Y3 = G H, Z3 = F G,
 * and E H is X3 Y3/Z3 (as in fp_extended.c). PLUS_A and MINUS_A add or subtract, by the coefficient a. */
#define DOUBLING(PLUS_A, MINUS_A)                                                                                      \
    {                                                                                                                  \
        LIST_ADD(SUM_E, SUM_X, SUM_Y), LIST_MUL(SUM_E, SUM_E, SUM_E),                                                  \
        LIST_MUL(SUM_X, SUM_X, SUM_X), /* A */                                                                         \
        LIST_MUL(SUM_Y, SUM_Y, SUM_Y), /* B */                                                                         \
        LIST_MUL(SUM_Z, SUM_Z, SUM_Z), LIST_ADD(SUM_Z, SUM_Z, SUM_Z),                                                  \
        LIST_SUB(SUM_E, SUM_E, SUM_X), LIST_SUB(SUM_E, SUM_E, SUM_Y), /* E */                                          \
        MINUS_A(SUM_H, SUM_Y, SUM_X),                                 /* H */                                          \
        PLUS_A(SUM_Y, SUM_Y, SUM_X),                                  /* G */                                          \
        LIST_SUB(SUM_Z, SUM_Z, SUM_Y),                                /* F */                                          \
        LIST_MUL(SUM_X, SUM_E, SUM_Z), LIST_MUL(SUM_Z, SUM_Z, SUM_Y),                                                  \
        LIST_MUL(SUM_Y, SUM_Y, SUM_H), LIST_END,                                                                       \
    }

/* C = d (X1 Y1/Z1) x2 y2 for an addition, in the place of E. */
#define ADDITION_C                                                                                                     \
    LIST_MUL(SUM_E, SUM_E, SUM_H), LIST_MUL(SUM_E, SUM_E, EXTENDED_D), LIST_MUL(SUM_E, SUM_E, NEXT_X),                 \
        LIST_MUL(SUM_E, SUM_E, NEXT_Y)
#define ADDITION_C_BYTES 8

/* Of F in the place of x2, G in that of Z1, and E and H, in the places of H and E. */
#define ADDITION_PRODUCTS LIST_MUL(SUM_X, SUM_H, NEXT_X), LIST_MUL(SUM_Y, SUM_E, SUM_Z), LIST_MUL(SUM_Z, NEXT_X, SUM_Z)

/* For a = 1, with A = X1 x2, B = Y1 y2: E = (X1 + Y1)(x2 + y2) - A - B, F = Z1 - C, G = Z1 + C, H = B - A, and the
 * products as above, for any two points, equal ones included (Hisil, Wong, Carter and Dawson 2008, 3.1). */
static const MC_FLASH uint8_t addition_of_1[] = {
    ADDITION_C,
    LIST_ADD(SUM_H, SUM_X, SUM_Y),
    LIST_MUL(SUM_X, SUM_X, NEXT_X), /* A */
    LIST_MUL(SUM_Y, SUM_Y, NEXT_Y), /* B */
    LIST_ADD(NEXT_X, NEXT_X, NEXT_Y),
    LIST_MUL(SUM_H, SUM_H, NEXT_X),
    LIST_SUB(SUM_H, SUM_H, SUM_X),
    LIST_SUB(SUM_H, SUM_H, SUM_Y),  /* E */
    LIST_SUB(NEXT_X, SUM_Z, SUM_E), /* F */
    LIST_ADD(SUM_Z, SUM_Z, SUM_E),  /* G */
    LIST_SUB(SUM_E, SUM_Y, SUM_X),  /* H */
    ADDITION_PRODUCTS,
    LIST_END,
};

/* For a = -1 all four times two, by a product less. With A = (Y1 - X1)(y2 - x2), B = (Y1 + X1)(y2 + x2): E = B - A,
 * F = 2 Z1 - 2 C, G = 2 Z1 + 2 C, H = B + A. */
static const MC_FLASH uint8_t addition_of_minus_1[] = {
    ADDITION_C,
    LIST_SUB(SUM_H, SUM_Y, SUM_X),
    LIST_ADD(SUM_X, SUM_Y, SUM_X),
    LIST_SUB(SUM_Y, NEXT_Y, NEXT_X),
    LIST_MUL(SUM_Y, SUM_Y, SUM_H), /* A */
    LIST_ADD(NEXT_X, NEXT_Y, NEXT_X),
    LIST_MUL(SUM_X, SUM_X, NEXT_X), /* B */
    LIST_SUB(SUM_H, SUM_X, SUM_Y),  /* E */
    LIST_ADD(SUM_Z, SUM_Z, SUM_Z),
    LIST_ADD(SUM_E, SUM_E, SUM_E),
    LIST_SUB(NEXT_X, SUM_Z, SUM_E), /* F */
    LIST_ADD(SUM_Z, SUM_Z, SUM_E),  /* G */
    LIST_ADD(SUM_E, SUM_X, SUM_Y),  /* H */
    ADDITION_PRODUCTS,
    LIST_END,
};

static const MC_FLASH uint8_t doubling_of_minus_1[] = DOUBLING(LIST_SUB, LIST_ADD),
                              doubling_of_1[] = DOUBLING(LIST_ADD, LIST_SUB);

#define OF_A(curve, name)                                                                                              \
    (EC_CURVE_A_CLASS(curve) == MC_COEFFICIENT_MINUS_1 ? MC_CONCATENATE(name, _of_minus_1)                             \
                                                       : MC_CONCATENATE(name, _of_1))

/* A summand with a Z: Z1 becomes Z1 Z2, and C = (X1 Y1/Z1) (d X2 Y2/Z2). */
static const MC_FLASH uint8_t kept_summand[] = {
    LIST_MUL(SUM_Z, SUM_Z, NEXT_Z),
    LIST_MUL(SUM_E, SUM_E, SUM_H),
    LIST_MUL(SUM_E, SUM_E, NEXT_T),
    LIST_END,
};
static const MC_FLASH uint8_t kept_t[] = {
    LIST_MUL(NEXT_T, SUM_E, SUM_H),
    LIST_MUL(NEXT_T, NEXT_T, EXTENDED_D),
    LIST_END,
};

void EC(extended_list_begin)(mc_word (*e)[EC_WORDS], const MC_FLASH EC(curve) *curve)
{
    field_set_small(e[SUM_X], 0);
    field_set_small(e[SUM_Y], 1);
    field_set_small(e[SUM_Z], 1);
    field_set_small(e[SUM_E], 0);
    field_set_small(e[SUM_H], 0);
    field_from_flash(e[EXTENDED_D], curve->d);
}

void EC(extended_list_double)(mc_word (*e)[EC_WORDS], const MC_FLASH EC(curve) *curve)
{
    (void)curve;
    EC(list_run)(e, OF_A(curve, doubling));
}

void EC(extended_list_add)(mc_word (*e)[EC_WORDS], const EC(affine) *p, mc_word mask, const MC_FLASH EC(curve) *curve)
{
    (void)curve;
    field_set_small(e[NEXT_X], 0);
    field_set_small(e[NEXT_Y], 1);
    field_select(e[NEXT_X], p->x, mask);
    field_select(e[NEXT_Y], p->y, mask);
    EC(list_run)(e, OF_A(curve, addition));
}

void EC(extended_list_add_kept)(mc_word (*e)[EC_WORDS], const MC_FLASH EC(curve) *curve)
{
    (void)curve;
    EC(list_run)(e, kept_summand);
    EC(list_run)(e, OF_A(curve, addition) + ADDITION_C_BYTES);
}

void EC(extended_list_keep)(mc_word (*e)[EC_WORDS])
{
    EC(list_run)(e, kept_t);
    memcpy(e[NEXT_X], e[SUM_X], 3 * sizeof e[0]);
}

mc_word EC(extended_list_mask_small_order)(mc_word (*e)[EC_WORDS], const MC_FLASH EC(curve) *curve)
{
    for (uint32_t h = EC_CURVE_COFACTOR(curve); h > 1; h >>= 1)
        EC(extended_list_double)(e, curve);
    return field_mask_zero(e[SUM_X]) & field_mask_equal(e[SUM_Y], e[SUM_Z]);
}

void EC(extended_list_end)(EC(affine) *r, mc_word (*e)[EC_WORDS])
{
    fp_inv(e[SUM_Z], e[SUM_Z]);
    fp_mul(r->x, e[SUM_X], e[SUM_Z]);
    fp_mul(r->y, e[SUM_Y], e[SUM_Z]);
    mc_wipe(e, EXTENDED_ELEMENTS * sizeof e[0]);
}

#endif
