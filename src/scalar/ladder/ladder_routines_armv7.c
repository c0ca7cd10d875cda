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
/* Which x need no case of their own: ladder_montgomery.c. The kernel is codegen/armv7/ladder.py's. */
#include "scalar/blinding.h"
#include "scalar/scalar.h"

#if FIELD_HAS_MONTGOMERY_CURVES && MC_HAS_LADDER_ROUTINES

#define KERNEL MC_CONCATENATE(MC_CONCATENATE(mc_, MC_FIELD), _ladder_routines_armv7)

void KERNEL(mc_word *points, const mc_word *x, const mc_word *k, uint32_t a24);

/* j p = (X0 : Z0), (j + 1) p = (X1 : Z1), and room. */
enum { X0, Z0, X1, Z1, ROOM, ELEMENTS = ROOM + 2 };

mc_status EC(scalar_mult_x_ladder_routines_armv7)(mc_word *r, const mc_word *k, const mc_word *x,
                                                  const MC_FLASH EC(montgomery_curve) *curve)
{
    mc_word e[ELEMENTS][EC_WORDS];
    EC(blinding) blinding;
    mc_status status = EC(scalar_status)(k);
    ec_blinding_begin(&blinding, &status);
    if (status != MC_OK) {
        field_set_small(r, 0);
        return status;
    }
    field_set_small(e[X0], 1);
    field_set_small(e[Z0], 0);
    field_copy(e[X1], x);
    field_set_small(e[Z1], 1);
    ec_blind_quotient(e[X0], e[Z0], &blinding);
    ec_blind_quotient(e[X1], e[Z1], &blinding);
    ec_blinding_end(&blinding);
    KERNEL(e[0], x, k, curve->a24);
    field_copy(r, e[X0]);
    mc_wipe(e, sizeof e);
    return MC_OK;
}

#endif
