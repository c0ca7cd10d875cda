/*---
name: ladder-routines
family: scalar-mult-x
summary: the ladder and its last quotient as one kernel, whose products, squares and sums are routines; little code
source: Montgomery 1987, Section 10.3.1; RFC 7748, Section 5; the arithmetic is ours
domain: any x < 2^255, of points of the curve and of its twist, 0 <= k < 2^l
curves: montgomery
requires: FIELD_HAS_MONTGOMERY_CURVES && MC_HAS_LADDER_ROUTINES
constant_time: same-trace-and-addresses
doublings: l
additions: l
backend: asm
target: armv7
field: fp255
---*/
#include "scalar/ladder/ladder_routines.h"

#if FIELD_HAS_MONTGOMERY_CURVES && MC_HAS_LADDER_ROUTINES

/* The kernel is codegen/armv7/ladder.py's. */
#define LADDER_KERNEL_ARMV7 MC_CONCATENATE(MC_CONCATENATE(mc_, MC_FIELD), _ladder_routines_armv7)
ladder_kernel LADDER_KERNEL_ARMV7;

mc_status EC(scalar_mult_x_ladder_routines_armv7)(mc_word *r, const mc_word *k, const mc_word *x,
                                                  const MC_FLASH EC(montgomery_curve) *curve)
{
    return multiply_by_routines(r, k, x, curve, LADDER_KERNEL_ARMV7);
}

#endif
