/* Builds of one field's curve/ and scalar/ that count the operations that they execute
 * (lab/motelab/measure/counting.py): the end of curve/curve.h includes this file if -DMC_COUNTING_HEADER names it.
 *
 * Field operations are bound by macros. This file binds them again, to functions of counting.c that count and call
 * the members that the library binds; so they are counted in both folders. Point operations are functions of curve/:
 * the linker redirects calls from other files to counting.c (--wrap), so a doubling within an addition counts as part
 * of it. */
#ifndef MC_COUNTING_H
#define MC_COUNTING_H

/* Inversions, products of elements, squares, products by a coefficient of the curve, sums and differences; products
 * after the first by one factor, which M counts too; roots; operations on points. */
#define MC_COUNTERS(X)                                                                                                 \
    X(I)                                                                                                               \
    X(M)                                                                                                               \
    X(S)                                                                                                               \
    X(C)                                                                                                               \
    X(A)                                                                                                               \
    X(shared)                                                                                                          \
    X(square_roots) X(half_traces) X(doublings) X(additions) X(halvings) X(frobenius_maps) X(triplings) X(quintuplings)

#define MC_COUNTER_OF(name) uint64_t name;
typedef struct {
    MC_COUNTERS(MC_COUNTER_OF)
} mc_counts;
extern mc_counts mc_counted;          /* the reader resets it */
extern const char mc_counted_names[]; /* the members' names, each followed by a blank */

void EC(counted_mul)(mc_word *r, const mc_word *a, const mc_word *b);
void EC(counted_mul_coefficient)(mc_word *r, const mc_word *a, const mc_word *b);
void EC(counted_sqr)(mc_word *r, const mc_word *a);
void EC(counted_add)(mc_word *r, const mc_word *a, const mc_word *b);
void EC(counted_inv)(mc_word *r, const mc_word *a);
void EC(counted_inv_var)(mc_word *r, const mc_word *a);
#if FIELD_IS_PRIME
void EC(counted_sub)(mc_word *r, const mc_word *a, const mc_word *b);
void EC(counted_mul_small)(mc_word *r, const mc_word *a, uint32_t c);
#else
void EC(counted_mul_each)(mc_word *r, const mc_word *a, const mc_word *b, uint8_t count);
void EC(counted_sqr_times)(mc_word *r, const mc_word *a, unsigned count);
void EC(counted_inv_each_var)(mc_word (*values)[EC_WORDS], mc_word (*scratch)[EC_WORDS], uint8_t count);
void EC(counted_sqrt)(mc_word *r, const mc_word *a);
void EC(counted_half_trace)(mc_word *r, const mc_word *a);
#endif

#ifdef MC_COUNTING_HEADER
#undef field_mul_coefficient
#define field_mul_coefficient EC(counted_mul_coefficient)
#undef ec_counts_as
#define ec_counts_as(doubled, added) (mc_counted.doublings += (doubled), mc_counted.additions += (added))
#if FIELD_IS_PRIME
#undef fp_add
#undef fp_sub
#undef fp_mul
#undef fp_sqr
#undef fp_inv
#undef fp_inv_var
#undef fp_mul_small
#define fp_add       EC(counted_add)
#define fp_sub       EC(counted_sub)
#define fp_mul       EC(counted_mul)
#define fp_sqr       EC(counted_sqr)
#define fp_inv       EC(counted_inv)
#define fp_inv_var   EC(counted_inv_var)
#define fp_mul_small EC(counted_mul_small)
#else
#undef fb_add
#undef fb_mul
#undef fb_sqr
#undef fb_mul_each
#undef fb_sqr_times
#undef fb_inv
#undef fb_inv_var
#undef field_inv_each_var
#undef fb_sqrt
#undef fb_half_trace
#define fb_add             EC(counted_add)
#define fb_mul             EC(counted_mul)
#define fb_sqr             EC(counted_sqr)
#define fb_mul_each        EC(counted_mul_each)
#define fb_sqr_times       EC(counted_sqr_times)
#define fb_inv             EC(counted_inv)
#define fb_inv_var         EC(counted_inv_var)
#define field_inv_each_var EC(counted_inv_each_var)
#define fb_sqrt            EC(counted_sqrt)
#define fb_half_trace      EC(counted_half_trace)
#endif
#endif

#endif
