/* Field elements by names that are the same for both kinds of fields, as all above fb/ and fp/ calls them. What each
 * does, its ranges and aliasing: fb/fb.h, fp/fp.h. Those without FIELD_IS_PRIME are of either kind. */
#ifndef MC_CURVE_ELEMENT_H
#define MC_CURVE_ELEMENT_H

#include "field/field.h"
#include "fp/order.h"

#if FIELD_IS_PRIME
#define field_add     fp_add
#define field_sub     fp_sub
#define field_mul     fp_mul
#define field_sqr     fp_sqr
#define field_inv     fp_inv
#define field_inv_var fp_inv_var
#else
#define field_add     fb_add
#define field_sub     fb_add
#define field_mul     fb_mul
#define field_sqr     fb_sqr
#define field_inv     fb_inv
#define field_inv_var fb_inv_var
#endif

/* A multiplication by a coefficient of the curve, which cost tables count apart. */
#define field_mul_coefficient field_mul

/* In an image for size they are those of numbers modulo the order, where these serve both. */
#if MC_PREFER_SIZE && defined(MC_SINGLE_CURVE) && FIELD_IS_PRIME
#include "fp/fp.h"
#define FIELD_IS_LIKE_ORDER FP_IS_LIKE_ORDER
#else
#define FIELD_IS_LIKE_ORDER 0
#endif
#define MC_IS_AS_ORDER_mul_reduce_as_order 1
#if FIELD_IS_LIKE_ORDER
#define field_copy                     ORDER(copy)
#define field_from_flash               ORDER(from_flash)
#define field_set_small(r, value)      ORDER(set_small)(r, value, FP_PRIME_AS_ORDER)
#define field_select                   ORDER(select)
#define field_swap                     ORDER(swap)
#define field_mask_zero                ORDER(mask_zero)
#define field_mask_equal               ORDER(mask_equal)
#define field_negate(r, a)             ORDER(neg)(r, a, FP_PRIME_AS_ORDER)
#define field_mask_below(a)            ORDER(mask_below)(a, FP_PRIME_AS_ORDER)
#define field_reduce_once(r, a, carry) ORDER(reduce_once)(r, a, carry, FP_PRIME_AS_ORDER)
#if MC_CONCATENATE(MC_IS_AS_ORDER_, MC_FP_MUL_REDUCE)
#define field_to_form(r, a)   ORDER(to_form)(r, a, FP_PRIME_AS_ORDER)
#define field_from_form(r, a) ORDER(from_form)(r, a, FP_PRIME_AS_ORDER)
#else /* the product modulo the order may be nowhere else */
#define field_to_form   FP(to_form)
#define field_from_form FP(from_form)
#endif
#else
#define field_copy       EC(copy)       /* r = a */
#define field_from_flash EC(from_flash) /* r = a constant */
#define field_set_small  EC(set_small)  /* r = a small number */
#define field_select     EC(select)     /* r = mask ? a : r; mask 0 or ~0 */
#define field_swap       EC(swap)       /* mask ? (b, a) : (a, b) */
#define field_mask_zero  EC(mask_zero)  /* ~0 if a = 0, else 0 */
#define field_mask_equal EC(mask_equal) /* ~0 if a = b, else 0 */

#if FIELD_IS_PRIME
#define field_negate      FP(neg)
#define field_mask_below  FP(mask_below)  /* ~0 if a < p, else 0 */
#define field_reduce_once FP(reduce_once) /* of a number below 2 p */
#if MC_PREFER_SIZE && !FP_MONTGOMERY      /* no form: a call in place is none */
#define field_to_form(r, a)   ((r) == (a) ? (void)0 : FP(copy)(r, a))
#define field_from_form(r, a) ((r) == (a) ? (void)0 : FP(copy)(r, a))
#else
#define field_to_form   FP(to_form) /* from a number below p to the form of the field's elements */
#define field_from_form FP(from_form)
#endif
#else
#define field_add_masked      FB(add_masked) /* r += a if mask is ~0, not if 0 */
#define field_mul_z           FB(mul_z)      /* r = a z */
#define field_trace           FB(trace)      /* 0 or 1 */
#define field_solve_quadratic FB(solve_quadratic)
#endif
#endif

/* curve/inv_each.c: values[i] = 1 / values[i] for i < count, count > 0, with one inversion; no value is 0; scratch:
 * count elements. */
#define field_inv_each_var EC(inv_each_var)
void field_inv_each_var(mc_word (*values)[EC_WORDS], mc_word (*scratch)[EC_WORDS], uint8_t count);

#endif
