/* Blinding of multiplications by secrets (docs/protection/blinding.md): MC_BLINDING of word/config.h says which kinds a
 * build has, and where it is 0 nothing of this is left.
 *
 * Members of scalar-mult, scalar-mult-base and scalar-mult-x in constant time draw a random factor before they begin,
 * and multiply Z of their first point by it: so all coordinates that follow differ from call to call, and are those of
 * the same points (Coron 1999, Section 5.3). */
#ifndef MC_SCALAR_BLINDING_H
#define MC_SCALAR_BLINDING_H

#include "curve/curve.h"

/* Without members where nothing is blinded, which GCC and clang take. */
__extension__ typedef struct {
#if MC_BLINDS_COORDINATES
    mc_word factor[EC_WORDS]; /* not 0 */
#endif
} EC(blinding) __attribute__((unused));

/* A working source gives 0 once in as many times as the field has elements, or the group: of the tiny ones of the
 * tests, now and then. */
#define EC_BLINDING_DRAWS 32

#if MC_BLINDS_SCALARS
/* The bits that a scalar has in its highest word. */
#define TOP_SCALAR_MASK ((mc_word) ~(mc_word)0 >> (EC_SCALAR_WORDS * MC_WORD_BITS - EC_SCALAR_BITS))

/* scalar/blinding_number.c: r = a random number from 1 to n - 1; MC_ERROR_RANDOM, and zeros, if the source fails or
 * gives only zeros. */
mc_status EC(blinding_number)(mc_word *r, const MC_FLASH EC(curve) *curve);
/* scalar/blinding_number.c: sum = sum + secret factor mod n, as two products with shares of the secret, which is
 * destroyed; all are below n. MC_ERROR_RANDOM, and a zero sum, if the source fails. */
mc_status EC(blinded_product)(mc_word *sum, mc_word *secret, const mc_word *factor, const MC_FLASH EC(curve) *curve);
#endif

#if MC_BLINDS_COORDINATES

/* The last parameter of functions that take it, and the argument for it. */
#define BLINDING_PARAMETER      , const EC(blinding) *blinding
#define BLINDING_PASS(blinding) , blinding

#define ec_blinding_begin EC(blinding_begin)
#define ec_blinding_end   EC(blinding_end)
#define ec_blind_point    EC(blind_point)
#define ec_blind_quotient EC(blind_quotient)
#define ec_blind_co_z     EC(blind_co_z)

/* scalar/blinding.c: draws, if the status is MC_OK, which becomes MC_ERROR_RANDOM if the source fails or gives only
 * zeros. */
void EC(blinding_begin)(EC(blinding) *blinding, mc_status *status);

static inline void EC(blinding_end)(EC(blinding) *blinding)
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

/* scalar/blinding.c: X and Y of two points with the same Z (scalar/ladder/co_z.h), and Z, unless it is null, for a Z
 * times the factor: X times its square, Y times its cube. */
void EC(blind_co_z)(EC(affine) *p, EC(affine) *q, mc_word *z, const EC(blinding) *blinding);

#else

#define BLINDING_PARAMETER
#define BLINDING_PASS(blinding)

#define ec_blinding_begin(blinding, status) ((void)0)
#define ec_blinding_end(blinding)           ((void)0)
#define ec_blind_point(p, blinding, curve)  ((void)0)
#define ec_blind_quotient(x, z, blinding)   ((void)0)
#define ec_blind_co_z(p, q, z, blinding)    ((void)0)

#endif
#endif
