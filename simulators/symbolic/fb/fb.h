/* In the place of src/fb/fb.h: elements that are expressions. */
#ifndef MC_FB_H
#define MC_FB_H

#include "symbolic.h"

#define FB(name)            EC(name)
#define FB_WORDS            EC_WORDS
#define FB_BYTES            ((FB_M + 7) / 8)
#define FB_HAS_WIDE         0
#define FB_HAS_NORMAL_BASIS 0
#define fb_add              EC(symbolic_add)
#define fb_mul              EC(symbolic_mul)
#define fb_sqr              EC(symbolic_sqr)
#define fb_inv              EC(symbolic_inv)
#define fb_inv_var          EC(symbolic_inv)
#define fb_mul_each         EC(symbolic_mul_each)
#define fb_sqr_times        EC(symbolic_sqr_times)
#define fb_sqrt             EC(symbolic_sqrt)
#define fb_last_bit(a)      ((a)[0] & 1)
void EC(symbolic_mul_each)(mc_word *r, const mc_word *a, const mc_word *b, uint8_t count);
void EC(symbolic_sqr_times)(mc_word *r, const mc_word *a, unsigned count);
void EC(symbolic_sqrt)(mc_word *r, const mc_word *a);
void EC(add_masked)(mc_word *r, const mc_word *a, mc_word mask);
mc_word EC(trace)(const mc_word *a);
mc_word EC(solve_quadratic)(mc_word *r, const mc_word *c);

#endif
