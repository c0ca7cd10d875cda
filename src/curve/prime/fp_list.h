/* Formulas as lists of operations, which a loop reads: two bytes for each, where code takes five to ten times as many.
 * The list is public, and so is the trace. */
#ifndef MC_CURVE_FP_LIST_H
#define MC_CURVE_FP_LIST_H

#include "curve/curve.h"

/* Operations on the elements with the numbers r, a, b < 16: r = a b, a + b, a - b. */
#define LIST_MUL(r, a, b) 0x00 | (r), (a) << 4 | (b)
#define LIST_ADD(r, a, b) 0x10 | (r), (a) << 4 | (b)
#define LIST_SUB(r, a, b) 0x20 | (r), (a) << 4 | (b)
#define LIST_END          0x30

/* r = -a v, and r += a v in which v is lost, by 3 v for a = -3; the number of the element that holds -a for other a is
 * `coefficient`. r apart from v. */
#ifdef MC_SINGLE_CURVE
#define LIST_A_CLASS EC_CURVE_A_CLASS(curve)
#else
#define LIST_A_CLASS MC_COEFFICIENT_GENERAL
#endif
#if LIST_A_CLASS == MC_COEFFICIENT_MINUS_3
#define LIST_MINUS_A_TIMES(r, v, coefficient) LIST_ADD(r, v, v), LIST_ADD(r, r, v)
#define LIST_PLUS_A_TIMES(r, v, coefficient)  LIST_SUB(r, r, v), LIST_SUB(r, r, v), LIST_SUB(r, r, v)
#elif LIST_A_CLASS == 0
#define LIST_MINUS_A_TIMES(r, v, coefficient) LIST_SUB(r, v, v)
#define LIST_PLUS_A_TIMES(r, v, coefficient)  LIST_SUB(v, v, v)
#else
#define LIST_MINUS_A_TIMES(r, v, coefficient) LIST_MUL(r, v, coefficient)
#define LIST_PLUS_A_TIMES(r, v, coefficient)  LIST_MUL(v, v, coefficient), LIST_SUB(r, r, v)
#endif
#define LIST_READS_A (LIST_A_CLASS == MC_COEFFICIENT_GENERAL)

#if FIELD_IS_PRIME
/* Executes a list, of one operation at least, up to its end. has_squares: products of equal elements are squares. */
MC_INLINE void list_run_by(mc_word (*elements)[EC_WORDS], const MC_FLASH uint8_t *list, uint8_t has_squares)
{
    do {
        mc_word *r = elements[list[0] & 15];
        const mc_word *a = elements[list[1] >> 4], *b = elements[list[1] & 15];
        if (has_squares && list[0] < 0x10 && a == b)
            fp_sqr(r, a);
        else if (list[0] < 0x10)
            fp_mul(r, a, b);
        else if (list[0] < 0x20)
            fp_add(r, a, b);
        else
            fp_sub(r, a, b);
        list += 2;
    } while (list[0] < LIST_END);
}
#endif

/* curve/prime/fp_list.c: the same, with squares if a routine of its own makes them. */
void EC(list_run)(mc_word (*elements)[EC_WORDS], const MC_FLASH uint8_t *list);

#endif
