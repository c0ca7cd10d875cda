/* The ladder on Curve25519 by a kernel of routines, of ladder_routines_<target>.c. Which x need no case of their own:
 * ladder_montgomery.c. */
#ifndef MC_LADDER_ROUTINES_H
#define MC_LADDER_ROUTINES_H

#include "scalar/blinding.h"
#include "scalar/scalar.h"

#if FIELD_HAS_MONTGOMERY_CURVES && MC_HAS_LADDER_ROUTINES

typedef void ladder_kernel(mc_word *points, const mc_word *x, const mc_word *k, uint32_t a24);

/* j p = (X0 : Z0), (j + 1) p = (X1 : Z1), and room. */
enum { X0, Z0, X1, Z1, ROOM, ELEMENTS = ROOM + 2 };

MC_INLINE mc_status multiply_by_routines(mc_word *r, const mc_word *k, const mc_word *x,
                                         const MC_FLASH EC(montgomery_curve) *curve, ladder_kernel kernel)
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
    kernel(e[0], x, k, curve->a24);
    field_copy(r, e[X0]);
    mc_wipe(e, sizeof e);
    return MC_OK;
}

#endif

#endif
