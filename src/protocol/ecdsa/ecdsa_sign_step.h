/* The signature of a nonce: EC(ecdsa_sign_nonce), which images for size have in line. */
#ifndef MC_ECDSA_SIGN_STEP_H
#define MC_ECDSA_SIGN_STEP_H

#include "protocol/ecdsa/ecdsa_sign_parts.h"

/* r = x(k G) mod n. */
#ifdef ec_scalar_mult_x_fraction
#include "scalar/ladder/x_fraction.h"

#define BASE_IS_GENERIC_scalar_mult_base_generic 1
#define TAKES_FRACTION                           MC_CONCATENATE(BASE_IS_GENERIC_, MC_SCALAR_MULT_BASE)
#else
#define TAKES_FRACTION 0
#endif
#if TAKES_FRACTION

/* put_x in the memory of the ladder, where numbers modulo the order fit. */
MC_INLINE void put_x_within(uint8_t *signature, EC(ladder_room) *ladder, const MC_FLASH EC(curve) *curve)
{
    if (EC_WORDS != EC_SCALAR_WORDS || EC_CURVE_COFACTOR(curve) != 1) {
        put_x(signature, ladder->x, curve);
        return;
    }
    field_from_form(ladder->z, ladder->x);
    ORDER(reduce_once)(ladder->z, ladder->z, 0, EC_CURVE_MODULUS(curve));
    mc_words_to_octets(signature, EC_SCALAR_BYTES(curve), ladder->z);
}

MC_NOINLINE mc_status nonce_point(uint8_t *signature, const mc_word *k, const MC_FLASH EC(curve) *curve)
{
    EC(ladder_room) ladder;
    field_from_flash(ladder.q.x, curve->generator_x);
#if EC_TAKES_DIFFERENCES
    field_from_flash(ladder.q.y, curve->generator_y);
#endif
    mc_status status = ec_scalar_mult_x_fraction(&ladder, k, curve);
    if (status == MC_OK) {
        field_inv(ladder.z, ladder.z);
        field_mul(ladder.x, ladder.x, ladder.z);
        put_x_within(signature, &ladder, curve);
    }
    mc_wipe(&ladder, sizeof ladder);
    return status;
}

#else

MC_NOINLINE mc_status nonce_point(uint8_t *signature, const mc_word *k, const MC_FLASH EC(curve) *curve)
{
    EC(affine) p;
    mc_status status = ec_scalar_mult_base(&p, k, curve);
    if (status == MC_OK)
        put_x(signature, p.x, curve);
    mc_wipe(&p, sizeof p);
    return status;
}

#endif

MC_INLINE mc_status sign_with_nonce(uint8_t *signature, const mc_word *d, const mc_word *e, const mc_word *k,
                                    const MC_FLASH EC(curve) *curve)
{
    memset(signature, 0, 2 * EC_SCALAR_BYTES(curve));
    mc_status status = nonce_point(signature, k, curve);
    return status == MC_OK ? solve_blinded(signature, d, e, k, curve) : status;
}

#endif
