/* In the place of src/fp/fp.h: elements that are expressions. */
#ifndef MC_FP_H
#define MC_FP_H

#include "symbolic.h"

#define FP(name) EC(name)
#define FP_WORDS EC_WORDS
#define FP_UNROLL
#define FP_NATIVE_MONTGOMERY 0
#define FP_IS_LIKE_ORDER     0
#define FP_HAS_SQUARING      1
#define fp_add               EC(symbolic_add)
#define fp_sub               EC(symbolic_sub)
#define fp_mul               EC(symbolic_mul)
#define fp_sqr               EC(symbolic_sqr)
#define fp_inv               EC(symbolic_inv)
#define fp_inv_var           EC(symbolic_inv)
#define fp_mul_small         EC(symbolic_mul_small)
void EC(neg)(mc_word *r, const mc_word *a);
void EC(symbolic_mul_small)(mc_word *r, const mc_word *a, uint32_t factor);
mc_word EC(symbolic_sqrt)(mc_word *r, const mc_word *a);
#define fp_sqrt EC(symbolic_sqrt)

#endif
