/* Jacobian doublings and mixed additions as lists of operations, on six elements. */
#ifndef MC_CURVE_FP_JACOBIAN_LIST_H
#define MC_CURVE_FP_JACOBIAN_LIST_H

#include "curve/prime/fp_list.h"

/* The sum (X / Z^2, Y / Z^3), infinity for Z = 0; the summand, which an addition overwrites; room; where it is read,
 * -a. */
enum { SUM_X, SUM_Y, SUM_Z, ADD_X, ADD_Y, SUM_T, SUM_MINUS_A, SUM_ELEMENTS = SUM_MINUS_A + LIST_READS_A };

/* A program that is one file has lists that it does not run. */
#define SUM_LIST(name) static const MC_FLASH __attribute__((unused)) uint8_t name[]

/* With M = 3 X^2 + a Z^4, V = 4 X Y^2: Z' = 2 Y Z, X' = M^2 - 2 V, Y' = M (V - X') - 8 Y^4. Points of order 2, whose Y
 * is 0, and infinity become infinity. */

/* ADD_X = M, from Z^2 in ADD_Y. */
#if LIST_A_CLASS == MC_COEFFICIENT_MINUS_3
#define SUM_SLOPE                                                                                                      \
    LIST_ADD(ADD_X, SUM_X, ADD_Y), LIST_SUB(SUM_T, SUM_X, ADD_Y), LIST_MUL(ADD_X, ADD_X, SUM_T),                       \
        LIST_ADD(SUM_T, ADD_X, ADD_X), LIST_ADD(ADD_X, ADD_X, SUM_T)
#else
#define SUM_SLOPE                                                                                                      \
    LIST_MUL(ADD_X, ADD_Y, ADD_Y), LIST_MINUS_A_TIMES(ADD_Y, ADD_X, SUM_MINUS_A), LIST_MUL(ADD_X, SUM_X, SUM_X),       \
        LIST_ADD(SUM_T, ADD_X, ADD_X), LIST_ADD(ADD_X, ADD_X, SUM_T), LIST_SUB(ADD_X, ADD_X, ADD_Y)
#endif

/* X' and Y', from M in ADD_X, V in SUM_T and 8 Y^4 in SUM_Y. */
#define SUM_DOUBLED                                                                                                    \
    LIST_MUL(SUM_X, ADD_X, ADD_X), LIST_SUB(SUM_X, SUM_X, SUM_T), LIST_SUB(SUM_X, SUM_X, SUM_T),                       \
        LIST_SUB(SUM_T, SUM_T, SUM_X), LIST_MUL(ADD_X, ADD_X, SUM_T), LIST_SUB(SUM_Y, ADD_X, SUM_Y), LIST_END

SUM_LIST(sum_list_doubling) = {
    LIST_MUL(ADD_Y, SUM_Z, SUM_Z),
    LIST_ADD(SUM_T, SUM_Y, SUM_Y),
    LIST_MUL(SUM_Z, SUM_T, SUM_Z),
    LIST_MUL(SUM_Y, SUM_T, SUM_Y), /* 2 Y^2 */
    SUM_SLOPE,
    LIST_ADD(ADD_Y, SUM_Y, SUM_Y),
    LIST_MUL(SUM_T, SUM_X, ADD_Y),
    LIST_MUL(SUM_Y, SUM_Y, ADD_Y),
    SUM_DOUBLED,
};

/* The same where a square takes a good deal less than a product: 2 Y Z = (Y + Z)^2 - Y^2 - Z^2 (Bernstein and Lange,
 * Explicit-Formulas Database, dbl-2001-b) and 8 Y^4 = 2 (2 Y^2)^2. */
SUM_LIST(sum_list_doubling_by_squares) = {
    LIST_MUL(ADD_Y, SUM_Z, SUM_Z),
    LIST_ADD(SUM_Z, SUM_Y, SUM_Z),
    LIST_MUL(SUM_Y, SUM_Y, SUM_Y),
    LIST_MUL(SUM_Z, SUM_Z, SUM_Z),
    LIST_SUB(SUM_Z, SUM_Z, SUM_Y),
    LIST_SUB(SUM_Z, SUM_Z, ADD_Y),
    LIST_ADD(SUM_Y, SUM_Y, SUM_Y), /* 2 Y^2 */
    SUM_SLOPE,
    LIST_ADD(ADD_Y, SUM_Y, SUM_Y),
    LIST_MUL(SUM_T, SUM_X, ADD_Y),
    LIST_MUL(SUM_Y, SUM_Y, SUM_Y),
    LIST_ADD(SUM_Y, SUM_Y, SUM_Y),
    SUM_DOUBLED,
};

/* H = x Z^2 - X and R = y Z^3 - Y in place of the summand (x, y), both 0 where the points are equal. */
SUM_LIST(sum_list_difference) = {
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
SUM_LIST(sum_list_addition) = {
    LIST_MUL(SUM_Z, SUM_Z, ADD_X), LIST_MUL(SUM_T, ADD_X, ADD_X), LIST_MUL(ADD_X, ADD_X, SUM_T), /* H^3 */
    LIST_MUL(SUM_T, SUM_X, SUM_T),                                                               /* V */
    LIST_MUL(SUM_Y, SUM_Y, ADD_X), LIST_MUL(SUM_X, ADD_Y, ADD_Y), LIST_SUB(SUM_X, SUM_X, ADD_X),
    LIST_SUB(SUM_X, SUM_X, SUM_T), LIST_SUB(SUM_X, SUM_X, SUM_T), LIST_SUB(SUM_T, SUM_T, SUM_X),
    LIST_MUL(ADD_Y, ADD_Y, SUM_T), LIST_SUB(SUM_Y, ADD_Y, SUM_Y), LIST_END,
};

/* X = x, Y = y of the sum, from the inverse of its Z, which is 0 for infinity. */
SUM_LIST(sum_list_quotients) = {
    LIST_MUL(SUM_T, SUM_Z, SUM_Z),
    LIST_MUL(SUM_X, SUM_X, SUM_T),
    LIST_MUL(SUM_T, SUM_T, SUM_Z),
    LIST_MUL(SUM_Y, SUM_Y, SUM_T),
    LIST_END,
};

#endif
