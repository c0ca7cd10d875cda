/* Multiplications on curves with an efficient endomorphism, phi(x, y) = (beta x, y) = lambda (x, y) (Gallant, Lambert
 * and Vanstone 2001): k p = k0 p + k1 phi(p), with k0 and k1 of half the size of k, and so half the doublings. A
 * multiple of phi(p) is that of p with its x times beta.
 *
 * No sum of these multiplications meets equal or opposite points: with u and v the numbers that it has so far of p and
 * phi(p), its value is infinity, or plus or minus a summand d p, only if (u, v) or (u +- d, v) is in the lattice, and
 * the like for v. They are smaller than any vector of it but 0 (codegen/glv.py, which refuses other curves), and u and
 * v are not 0 together: the members say why. */
#ifndef MC_SCALAR_GLV_H
#define MC_SCALAR_GLV_H

#include "scalar/lattice.h"
#include "scalar/recode/digits.h"

#ifdef FP_GLV_BITS

/* scalar/glv/split.c: sizes below 2^FP_GLV_BITS and signs, ~0 for negative ones, else 0, of k0 and k1; k < 2^l.
 * Constant time. */
void EC(glv_split)(mc_word (*sizes)[EC_HALF_WORDS], mc_word *negative, const mc_word *k, const MC_FLASH EC(glv) *glv);

/* The digits of k0 or k1. */
typedef struct {
    EC(mof_digits) of_size;
    uint8_t is_image, negative;
} EC(glv_digits);

static inline void EC(glv_digits_next)(EC(glv_digits) *r)
{
    EC(mof_digits_next)(&r->of_size);
}

/* The digits of both halves. */
static inline void EC(glv_digits_begin)(EC(glv_digits) *r, mc_word (*sizes)[EC_HALF_WORDS], const mc_word *negative,
                                        uint8_t window)
{
    for (uint8_t i = 0; i < 2; i++, r++) {
        r->of_size.k = sizes[i];
        r->of_size.place = FP_GLV_BITS + 1;
        r->of_size.window = window;
        r->is_image = i;
        r->negative = negative[i] & 1;
        EC(glv_digits_next)(r);
    }
}

/* The place in a table of odd multiples that the digit stands for, and the image and the sign of the point there. */
static inline uint8_t EC(glv_digits_index)(const EC(glv_digits) *r)
{
    return EC(mof_digits_index)(&r->of_size);
}

static inline void EC(glv_digits_apply)(EC(affine) *point, const EC(glv_digits) *r, const mc_word *beta)
{
    if (r->is_image)
        fp_mul(point->x, point->x, beta);
    if ((r->of_size.digit < 0) != r->negative)
        EC(affine_negate)(point, point);
}

#endif
#endif
