/* Scalar multiplication over binary curves. Every member of the family scalar-mult has the signature
 *
 *   mc_status FB(scalar_mult_<name>)(FB(affine) *r, const mc_word *k, const FB(affine) *p,
 *                                    const MC_FLASH FB(curve) *curve);
 *
 * and computes r = k p for p on the curve (any point, infinity and points outside the prime-order subgroup
 * included, unless its header says otherwise) and k of FB_WORDS words with 0 <= k < 2^m; larger k gives
 * MC_ERROR_SCALAR_RANGE and r zeroed. r may be p.
 *
 * A member of scalar-mult-base computes r = k G for the generator G, one of scalar-mult-double r = k G + l q for such k
 * and l and any q on the curve, unless its header says otherwise; r may be q:
 *
 *   mc_status FB(scalar_mult_base_<name>)(FB(affine) *r, const mc_word *k, const MC_FLASH FB(curve) *curve);
 *   mc_status FB(scalar_mult_double_<name>)(FB(affine) *r, const mc_word *k, const mc_word *l, const FB(affine) *q,
 *                                           const MC_FLASH FB(curve) *curve); */
#ifndef MC_SCALAR_H
#define MC_SCALAR_H

#include "curve/fb_curve.h"
#include "scalar/algorithms.h" /* generated: prototypes of every member */

#define fb_scalar_mult        FB(MC_SCALAR_MULT)
#define fb_scalar_mult_var    FB(MC_SCALAR_MULT_VAR)
#define fb_scalar_mult_base   FB(MC_SCALAR_MULT_BASE)
#define fb_scalar_mult_double FB(MC_SCALAR_MULT_DOUBLE)

/* Bit i of k; constant time in k. */
static inline uint8_t FB(scalar_bit)(const mc_word *k, uint16_t i)
{
    return k[i / MC_WORD_BITS] >> (i % MC_WORD_BITS) & 1;
}

/* MC_OK for k < 2^m, else MC_ERROR_SCALAR_RANGE. */
static inline mc_status FB(scalar_status)(const mc_word *k)
{
    return k[FB_WORDS - 1] >> (FB_M % MC_WORD_BITS) ? MC_ERROR_SCALAR_RANGE : MC_OK;
}

/* scalar/recode_wnaf.c: width-w non-adjacent form of k < 2^m, least significant digit first: digits are 0 or
 * odd and below 2^(window-1) in size, and at most one of `window` consecutive digits is not 0. Returns their
 * number, at most WNAF_DIGITS. */
#define WNAF_DIGITS (FB_M + 1)
uint16_t FB(recode_wnaf_var)(int8_t *digits, const mc_word *k, uint8_t window);

/* scalar/wnaf_table.c: table[i] = (2 i + 1) p for i < count <= 8; p is not infinity. scratch: 2 count elements. */
void FB(wnaf_table_var)(FB(affine) *table, uint8_t count, const FB(affine) *p, mc_word (*scratch)[FB_WORDS],
                        const MC_FLASH FB(curve) *curve);

#endif
