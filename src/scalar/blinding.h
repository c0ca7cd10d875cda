/* Blinding of multiplications by secrets (docs/blinding.md): MC_BLINDING of word/config.h says what of it a build has,
 * and where it is 0 nothing of this is left.
 *
 * Members of scalar-mult, scalar-mult-base and scalar-mult-x in constant time draw a random factor before they begin, and
 * multiply Z of their first point by it: so all coordinates that follow differ from call to call, and are those of the
 * same points. */
#ifndef MC_SCALAR_BLINDING_H
#define MC_SCALAR_BLINDING_H

#include "curve/curve.h"

typedef struct {
#if MC_BLINDS_COORDINATES
    mc_word factor[EC_WORDS]; /* not 0 */
#endif
} EC(blinding);

#if MC_BLINDS_COORDINATES

/* scalar/blinding.c: MC_ERROR_RANDOM, and zeros, if the source fails or gives only zeros. */
mc_status EC(blinding_draw)(EC(blinding) *blinding);

static inline void EC(blinding_wipe)(EC(blinding) *blinding)
{
    mc_wipe(blinding, sizeof *blinding);
}

static inline void EC(blind_point)(ec_projective *p, const EC(blinding) *blinding, const MC_FLASH EC(curve) *curve)
{
    ec_scale(p, blinding->factor, curve);
}

/* Numerator and denominator of x = X/Z, infinity included. */
static inline void EC(blind_quotient)(mc_word *x, mc_word *z, const EC(blinding) *blinding)
{
    field_mul(x, x, blinding->factor);
    field_mul(z, z, blinding->factor);
}

/* scalar/blinding.c: X and Y of two points with the same Z (scalar/co_z.h), and Z, unless it is null, for a Z times the
 * factor: X times its square, Y times its cube. */
void EC(blind_co_z)(EC(affine) *p, EC(affine) *q, mc_word *z, const EC(blinding) *blinding);

#else

static inline mc_status EC(blinding_draw)(EC(blinding) *blinding)
{
    (void)blinding;
    return MC_OK;
}

static inline void EC(blinding_wipe)(EC(blinding) *blinding)
{
    (void)blinding;
}

static inline void EC(blind_point)(ec_projective *p, const EC(blinding) *blinding, const MC_FLASH EC(curve) *curve)
{
    (void)p, (void)blinding, (void)curve;
}

static inline void EC(blind_quotient)(mc_word *x, mc_word *z, const EC(blinding) *blinding)
{
    (void)x, (void)z, (void)blinding;
}

static inline void EC(blind_co_z)(EC(affine) *p, EC(affine) *q, mc_word *z, const EC(blinding) *blinding)
{
    (void)p, (void)q, (void)z, (void)blinding;
}

#endif
#endif
