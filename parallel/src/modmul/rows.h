/* Rows and columns of products, word by word. */
#ifndef MC_PARALLEL_ROWS_H
#define MC_PARALLEL_ROWS_H

#include "limbs/limbs.h"

/* t += a b + q M, n + 1 limbs, with q such that t[0] becomes 0. t[n] need not be set; `carry`, 0 or 1, is added to it.
 * Returns the carry out of t[n], 0 or 1: both rows give at most r - 1 each, and 2 (r - 1) + 1 < 2 r. */
static inline mp_limb_t mc_parallel_double_row(mp_limb_t *t, const mp_limb_t *a, mp_limb_t b, const mp_limb_t *m,
                                               mp_limb_t mu, size_t n, mp_limb_t carry)
{
    mp_limb_t high = mpn_addmul_1(t, a, (mp_size_t)n, b);
    mc_limb_pair sum = (mc_limb_pair)high + mpn_addmul_1(t, m, (mp_size_t)n, t[0] * mu) + carry;
    t[n] = (mp_limb_t)sum;
    return (mp_limb_t)(sum >> GMP_NUMB_BITS);
}

/* The sum of a column, three limbs. */
typedef struct {
    mc_limb_pair low;
    mp_limb_t high;
} mc_column;

static inline void mc_column_add(mc_column *sum, mp_limb_t a, mp_limb_t b)
{
    mc_limb_pair product = (mc_limb_pair)a * b;
    sum->low += product;
    sum->high += sum->low < product;
}

static inline void mc_column_add_twice(mc_column *sum, const mc_column *column)
{
    for (int i = 0; i < 2; i++) {
        sum->low += column->low;
        sum->high += column->high + (sum->low < column->low);
    }
}

/* The lowest limb, which is taken off. */
static inline mp_limb_t mc_column_shift(mc_column *sum)
{
    mp_limb_t lowest = (mp_limb_t)sum->low;
    sum->low = sum->low >> GMP_NUMB_BITS | (mc_limb_pair)sum->high << GMP_NUMB_BITS;
    sum->high = 0;
    return lowest;
}

#endif
