/* The parts that all regular multiplications share (scalar/tau/regular.h): what comes before and after the additions,
 * and the sum of points by their slopes. Always inlined: `window` is a constant. */
#ifndef MC_SCALAR_TAU_REGULAR_FRAME_H
#define MC_SCALAR_TAU_REGULAR_FRAME_H

#include "scalar/blinding.h"
#include "scalar/scalar.h"
#include "scalar/tau/regular.h"

#if !FIELD_IS_PRIME

#include "curve/binary/fb_formulas.h"

/* Begins the blinding of k p if the curve, k and p allow a multiplication. p is NULL for the generator, whose order
 * needs no check. */
MC_INLINE mc_status EC(regular_begin)(EC(blinding) *blinding, const mc_word *k, const EC(affine) *p,
                                      const MC_FLASH EC(curve) *curve)
{
    (void)blinding; /* builds without blinding have none to begin */
    mc_status status = EC_CURVE_KOBLITZ(curve) ? EC(scalar_status)(k) : MC_ERROR_UNSUPPORTED;
    if (status == MC_OK && p && !EC(affine_mask_subgroup)(p, curve))
        status = MC_ERROR_SUBGROUP;
    ec_blinding_begin(blinding, &status);
    return status;
}

/* Wipes what depends on k. */
#define REGULAR_END(blinding, digits, point, sum)                                                                      \
    do {                                                                                                               \
        ec_blinding_end(&(blinding));                                                                                  \
        mc_wipe(digits, sizeof(digits));                                                                               \
        mc_wipe(&(point), sizeof(point));                                                                              \
        mc_wipe(&(sum), sizeof(sum));                                                                                  \
    } while (0)

/* The sign of a digit as a mask. */
MC_INLINE mc_word EC(regular_negative)(uint8_t digit)
{
    return mc_word_barrier((mc_word)(0 - (mc_word)(digit & 1)));
}

/* The addition of digit i; the sum begins, blinded, with the top digit's point. */
MC_INLINE void EC(regular_add)(ec_projective *sum, const EC(affine) *point, uint8_t i, uint8_t window,
                               const EC(blinding) *blinding, const MC_FLASH EC(curve) *curve)
{
    (void)blinding; /* builds that blind the scalar alone */
    if (i < REGULAR_DIGITS(window) - 1) {
        EC(wtnaf_regular_add)(sum, point, i, window, curve);
        return;
    }
    ec_from_affine(sum, point);
    if (MC_BLINDS_COORDINATES)
        ec_blind_point(sum, blinding, curve);
}

/* The same of points by their slopes, in lambda coordinates. */
MC_INLINE void EC(regular_add_slope)(EC(lambda) *sum, const EC(affine_slope) *point, uint8_t i, uint8_t window,
                                     const EC(blinding) *blinding, const MC_FLASH EC(curve) *curve)
{
    (void)blinding;
    if (i < REGULAR_DIGITS(window) - 1) {
        EC(wtnaf_regular_add_slope)(sum, point, i, window, curve);
        return;
    }
    EC(lambda_from_slope)(sum, point);
#if MC_BLINDS_COORDINATES
    EC(lambda_scale)(sum, blinding->factor, curve);
#endif
}

/* r = sum, which is destroyed. */
MC_INLINE void EC(regular_sum_of_slopes)(EC(affine) *r, EC(lambda) *sum)
{
    field_inv(sum->z, sum->z);
    EC(lambda_to_affine_by_inverse)(r, sum->x, sum->y, sum->z);
}

#endif
#endif
