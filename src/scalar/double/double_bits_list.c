/*---
name: bits-list
family: scalar-mult-double
summary: bits of both scalars from the left, Jacobian doublings and mixed additions as lists of operations that a loop
  reads, on six elements; little code, no table
source: Straus 1964; formulas: hankerson2004 Section 3.2.2
domain: any curve, any q, 0 <= k, l < 2^l
curves: prime
requires: FIELD_IS_PRIME && !FIELD_HAS_EDWARDS_CURVES
constant_time: no
uses: fp-mul-reduce, fp-sqr-reduce, fp-inv
---*/
#include "scalar/double/double_list.h"

#if FIELD_IS_PRIME && !FIELD_HAS_EDWARDS_CURVES

/* The sum = k G + l q; q is not infinity. */
static void double_bits_sum(mc_word (*e)[EC_WORDS], const mc_word *k, const mc_word *l, const EC(affine) *q,
                            const MC_FLASH EC(curve) *curve)
{
    double_list_begin(e, curve);
    for (uint16_t i = EC_SCALAR_BITS; i--;) {
        EC(list_run)(e, double_list_doubling);
        if (EC(scalar_bit)(k, i)) {
            EC(affine_generator)((EC(affine) *)e[ADD_X], curve);
            double_list_add(e);
        }
        if (EC(scalar_bit)(l, i)) {
            memcpy(e[ADD_X], q, sizeof *q);
            double_list_add(e);
        }
    }
}

void EC(scalar_mult_double_fraction_var)(EC(affine) *q, const mc_word *k, const mc_word *l,
                                         const MC_FLASH EC(curve) *curve)
{
    double_list_fraction(q, k, l, curve, double_bits_sum);
}

mc_status EC(scalar_mult_double_bits_list_var)(EC(affine) *r, const mc_word *k, const mc_word *l, const EC(affine) *q,
                                               const MC_FLASH EC(curve) *curve)
{
    return double_list_multiply(r, k, l, q, curve, double_bits_sum);
}

#endif
