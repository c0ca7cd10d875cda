/*---
name: composed
family: ladder-step
summary: a step of the ladder by the field's bound operations
source: Montgomery 1987, Section 10.3.1; RFC 7748, Section 5
domain: coordinates below p
curves: montgomery
requires: FIELD_HAS_MONTGOMERY_CURVES
constant_time: same-trace-and-addresses
uses: fp-mul-reduce, fp-sqr-reduce, fp-mul-small
---*/
#include "scalar/scalar.h"

#if FIELD_HAS_MONTGOMERY_CURVES

/* In RFC 7748 A is X2 + Z2, B is X2 - Z2, C is X3 + Z3, D is X3 - Z3, AA is A^2, BB is B^2, E is AA - BB. If the points
 * are exchanged, so are A with C and B with D: DA + CB stays, and the sign of DA - CB is lost in its square. Only A and
 * B are selected. */
void EC(ladder_step_composed)(mc_word *points, const mc_word *x, mc_word swap, uint32_t a24)
{
    mc_word *const x2 = points, *const z2 = x2 + EC_WORDS, *const x3 = z2 + EC_WORDS, *const z3 = x3 + EC_WORDS,
                   *const s = z3 + EC_WORDS, *const t = s + EC_WORDS;
    const mc_word mask = mc_word_barrier((mc_word)(0 - swap));
    fp_add(s, x2, z2);
    fp_sub(z2, x2, z2);
    fp_add(x2, x3, z3);
    fp_sub(z3, x3, z3);
    fp_mul(x3, z3, s); /* DA */
    fp_mul(t, x2, z2); /* CB */
    field_select(s, x2, mask);
    field_select(z2, z3, mask);
    fp_sub(z3, x3, t);
    fp_add(x3, x3, t);
    fp_sqr(x3, x3);
    fp_sqr(z3, z3);
    fp_mul(z3, z3, x);
    fp_sqr(s, s);   /* AA */
    fp_sqr(z2, z2); /* BB */
    fp_mul(x2, s, z2);
    fp_sub(z2, s, z2); /* E */
    fp_mul_small(t, z2, a24);
    fp_add(s, s, t);
    fp_mul(z2, z2, s);
}

#endif
