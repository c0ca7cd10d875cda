/* Random numbers below a group order, and products with a secret in shares. */
#include "scalar/blinding.h"

#include "motecurve/random.h"

#if MC_BLINDS_SCALARS

/* Numbers of the bits of a scalar modulo n: those below 2^l mod n come a little oftener. */
mc_status EC(blinding_number)(mc_word *r, const MC_FLASH EC(curve) *curve)
{
    for (uint8_t draws = 0; draws < EC_BLINDING_DRAWS; draws++) {
        if (mc_blinding_random((uint8_t *)r, EC_SCALAR_WORDS * sizeof *r) != 0)
            break;
        r[EC_SCALAR_WORDS - 1] &= TOP_SCALAR_MASK;
        ORDER(mod)(r, r, curve->order_bits, EC_CURVE_MODULUS(curve));
        if (!ORDER(mask_zero)(r))
            return MC_OK;
    }
    mc_wipe(r, EC_SCALAR_WORDS * sizeof *r);
    return MC_ERROR_RANDOM;
}

/* (secret - b) factor + b factor for a random b. */
mc_status EC(blinded_product)(mc_word *sum, mc_word *secret, const mc_word *factor, const MC_FLASH EC(curve) *curve)
{
    const MC_FLASH ORDER(modulus) *m = EC_CURVE_MODULUS(curve);
    mc_word share[EC_SCALAR_WORDS];
    const mc_status status = EC(blinding_number)(share, curve);
    if (status == MC_OK) {
        order_add(secret, secret, share, m);
        ORDER(neg)(share, share, m);
        ORDER(to_form)(secret, secret, m);
        ORDER(to_form)(share, share, m);
        order_mul(secret, secret, factor, m);
        order_mul(share, share, factor, m);
        order_add(sum, sum, share, m);
        order_add(sum, sum, secret, m);
    } else {
        mc_wipe(sum, EC_SCALAR_WORDS * sizeof *sum);
    }
    mc_wipe(secret, EC_SCALAR_WORDS * sizeof *secret);
    mc_wipe(share, sizeof share);
    return status;
}

#endif
