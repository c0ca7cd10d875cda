/* Binary field F_2^m in polynomial basis: element layout, the names of a field's functions, and the
 * signatures that each family of algorithms implements.
 *
 * Files of fb/ curve/ scalar/ encoding/ protocol/ that include this are templates: each is compiled once
 * per field with -DMC_FIELD=<field>, and FB(f) makes its names (FB(mul_comb) is mc_fb163_mul_comb).
 *
 * An element is FB_WORDS words, least significant first, of degree below m: the bits from m on are zero
 * in every input and every output. */
#ifndef MC_FB_H
#define MC_FB_H

#include "field/field.h"
#include "native/api.h"
#include "word/pace.h"

/* The field's header has FB_M; FB_KMAX, the exponent of the next lower term; FB_TERMS, the exponents of all lower
 * terms; and constants that belong to them. */
#define FB(name) EC(name)
#define FB_WORDS MC_WORDS(FB_M)
#define FB_BYTES ((FB_M + 7) / 8)
/* Distance from z^m to the next lower term: a reduction by whole words needs it to be at least a word. */
#define FB_TOP_GAP (FB_M - FB_KMAX)
/* Whether the library has a normal basis of the field, fb/normal_basis/normal.h: arithmetic in it is for hosts. */
#define FB_HAS_NORMAL_BASIS (FB_NORMAL_TYPE && MC_HAS_DATA_CACHE)
/* Whether it has code for four elements side by side, fb/wide.h: in fields that few use, the gain is not worth the
 * time to compile it. */
#define FB_HAS_WIDE (MC_NATIVE_WIDE && FB_IS_COMMON)

#define FB_CONSTANT_ROWS 256 /* of the table for products by a constant: FB(constant_table), below */

#include "fb/algorithms.h" /* generated: prototypes of every member of every family */

/* Reduction: word after word where the field has room for it, by the whole quotient for the others. */
#ifndef MC_FB_REDUCE
#if FB_TOP_GAP >= MC_WORD_BITS
#define MC_FB_REDUCE reduce_words
#else
#define MC_FB_REDUCE reduce_barrett
#endif
#endif
#ifndef MC_FB_SQRT
#if FB_SQRT_Z_IS_SPARSE
#define MC_FB_SQRT sqrt_halves_shifts
#else
#define MC_FB_SQRT sqrt_halves
#endif
#endif
/* Reduced product and square: the compositions of MC_FB_MUL, MC_FB_SQR and MC_FB_REDUCE, or a fused kernel. Half-trace,
 * inversion of public values: by squarings where many in a row are fast. */
#if MC_NATIVE_CARRYLESS
#define FB_DEFAULT_MUL_REDUCE mul_reduce_carryless
#define FB_DEFAULT_SQR_REDUCE sqr_reduce_carryless
#define FB_DEFAULT_SQR_TIMES  sqr_times_carryless
#define FB_DEFAULT_HALF_TRACE half_trace_chain
#define FB_DEFAULT_INV_VAR    inv_itoh_tsujii
#else
#define FB_DEFAULT_MUL_REDUCE mul_reduce_composed
#define FB_DEFAULT_SQR_REDUCE sqr_reduce_composed
#define FB_DEFAULT_SQR_TIMES  sqr_times_composed
#define FB_DEFAULT_HALF_TRACE half_trace_squarings
#define FB_DEFAULT_INV_VAR    inv_euclid_var
#endif
#ifndef MC_FB_MUL_REDUCE
#define MC_FB_MUL_REDUCE FB_DEFAULT_MUL_REDUCE
#endif
#ifndef MC_FB_SQR_REDUCE
#define MC_FB_SQR_REDUCE FB_DEFAULT_SQR_REDUCE
#endif
/* Many squares in a row. */
#ifndef MC_FB_SQR_TIMES
#define MC_FB_SQR_TIMES FB_DEFAULT_SQR_TIMES
#endif
/* Four products at once, for any purpose. */
#ifndef MC_FB_MUL_FOUR
#if FB_HAS_WIDE
#define MC_FB_MUL_FOUR mul_four_vpclmul
#else
#define MC_FB_MUL_FOUR mul_four_composed
#endif
#endif
#ifndef MC_FB_ADD
#define MC_FB_ADD add_words
#endif
/* Products with a common factor. */
#ifndef MC_FB_MUL_EACH
#define MC_FB_MUL_EACH mul_each_composed
#endif
#ifndef MC_FB_HALF_TRACE
#define MC_FB_HALF_TRACE FB_DEFAULT_HALF_TRACE
#endif
#ifndef MC_FB_INV_VAR
#define MC_FB_INV_VAR FB_DEFAULT_INV_VAR
#endif

/* The members that this build binds (word/config.h). */
#define fb_mul_unreduced FB(MC_FB_MUL)
#define fb_sqr_unreduced FB(MC_FB_SQR)
#define fb_reduce        FB(MC_FB_REDUCE)
#define fb_add           FB(MC_FB_ADD) /* r = a + b; r may be a or b */
#define fb_mul           FB(MC_PACED(MC_FB_MUL_REDUCE, mul_paced))
#define fb_mul_each      FB(MC_PACED(MC_FB_MUL_EACH, mul_each_paced))
#define fb_sqr           FB(MC_FB_SQR_REDUCE)
#define fb_inv           FB(MC_PACED(MC_FB_INV, inv_paced))
#define fb_inv_var       FB(MC_PACED(MC_FB_INV_VAR, inv_paced_var))
#define fb_sqrt          FB(MC_FB_SQRT)
#define fb_half_trace    FB(MC_FB_HALF_TRACE) /* fields of odd degree */
#define fb_sqr_times     FB(MC_PACED(MC_FB_SQR_TIMES, sqr_times_paced))

#if FB_HAS_NORMAL_BASIS
#ifndef MC_FB_NORMAL_MUL
#define MC_FB_NORMAL_MUL normal_mul_ring
#endif
#ifndef MC_FB_NORMAL_INV
#define MC_FB_NORMAL_INV normal_inv_itoh_tsujii
#endif
#endif

/* Whether the curves over the field write elements, as bytes and as numbers, in normal basis (ANSI X9.62, c2onb...):
 * arithmetic is in polynomial basis, and encodings convert. fb_last_bit: the lowest bit of the element as it is
 * written; either a or a + 1 has it. */
#ifndef FB_ENCODED_NORMAL
#define FB_ENCODED_NORMAL 0
#endif
#if FB_ENCODED_NORMAL
mc_word FB(normal_last_bit)(const mc_word *a); /* fb/normal_basis/normal_convert.c; constant time */
#define fb_last_bit(a) FB(normal_last_bit)(a)
#else
#define fb_last_bit(a) ((a)[0] & 1)
#endif

/* fb/paced.c: the bound members, with places where a task may pause. (Single squares are so short that this would slow
 * them.) */
void FB(mul_paced)(mc_word *r, const mc_word *a, const mc_word *b);
void FB(mul_each_paced)(mc_word *r, const mc_word *a, const mc_word *b, uint8_t count);
void FB(sqr_times_paced)(mc_word *r, const mc_word *a, unsigned count);
void FB(inv_paced)(mc_word *r, const mc_word *a);
void FB(inv_paced_var)(mc_word *r, const mc_word *a);

/* fb/basic.c. Constant time; outputs may alias inputs. */
void FB(add_masked)(mc_word *r, const mc_word *a, mc_word mask); /* r += a if mask is ~0, not if 0 */
void FB(mul_z)(mc_word *r, const mc_word *a);                    /* r = a z */
void FB(copy)(mc_word *r, const mc_word *a);                     /* r = a */
void FB(set_small)(mc_word *r, mc_word value);                   /* r = value, a word below 2^m */
void FB(select)(mc_word *r, const mc_word *a, mc_word mask);     /* r = mask ? a : r; mask 0 or ~0 */
void FB(swap)(mc_word *a, mc_word *b, mc_word mask);             /* mask ? (b, a) : (a, b) */
mc_word FB(mask_zero)(const mc_word *a);                         /* ~0 if a = 0, else 0 */
mc_word FB(mask_equal)(const mc_word *a, const mc_word *b);      /* ~0 if a = b, else 0 */
mc_word FB(mask_bit)(const mc_word *a, unsigned e);              /* ~0 if a has z^e, else 0; e public */
mc_word FB(trace)(const mc_word *a);                             /* Tr(a), 0 or 1 */
#if MC_NATIVE_CARRYLESS
void FB(sqr_times_carryless)(mc_word *r, const mc_word *a, unsigned count); /* r = a^(2^count); count public */
#endif
void FB(from_flash)(mc_word *r, const MC_FLASH mc_word *a); /* r = a constant */

#if MC_HAS_DATA_CACHE
#define FB_BASIC extern inline __attribute__((gnu_inline))
#include "fb/add_words.h"
#include "fb/basic.h"
#undef FB_BASIC
#endif

/* fb/quadratic/solve_quadratic.c: solves r^2 + r = c and returns ~0; the other solution is r + 1. Returns 0 if no
 * solution exists, that is if Tr(c) = 1; r is then undefined. Constant time; r apart from c. */
mc_word FB(solve_quadratic)(mc_word *r, const mc_word *c);

/* fb/squaring/multi_sqr.c: a^(2^k) at the cost of m/4 additions, for many a and one k. The table for a k takes so many
 * elements; the addresses that multi_sqr_var reads depend on a, which must be public. r may be a. */
#define FB_MULTI_SQR_DIGITS ((FB_M + 3) / 4)
#define FB_MULTI_SQR_ROWS   (16 * FB_MULTI_SQR_DIGITS)
void FB(multi_sqr_table)(mc_word (*table)[FB_WORDS], unsigned k); /* k < m */
void FB(multi_sqr_var)(mc_word *r, const mc_word *a, const mc_word (*table)[FB_WORDS]);

/* fb/byte_shifts/constant_table.c: the factor b of fb-mul-constant as a table: row u is u b mod f for the 256
 * polynomials u of degree below 8. Constant time. */
void FB(constant_table)(mc_word (*table)[FB_WORDS], const mc_word *b);

#endif
