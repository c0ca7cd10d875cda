/* Steps of the signature of a nonce, which has an extension or none: shared by the two files that include this. */
#ifndef MC_ECDSA_SIGN_PARTS_H
#define MC_ECDSA_SIGN_PARTS_H

#include "protocol/protocol.h"

#include <string.h>

#include "encoding/encoding.h"
#include "scalar/blinding.h"
#include "scalar/scalar.h"

/* Each step of a signature has a frame of its own, so that none adds to another's memory; between them r is in the
 * signature. */
MC_NOINLINE __attribute__((unused)) void put_x(uint8_t *signature, const mc_word *x, const MC_FLASH EC(curve) *curve)
{
    mc_word r[EC_SCALAR_WORDS];
    EC(x_mod_order)(r, x, curve);
    mc_words_to_octets(signature, EC_SCALAR_BYTES(curve), r);
}

/* s = (e + d r) / k mod n; MC_ERROR_SIGNATURE, and zeros, if r or s is 0. With products that divide by R, (e + d r) / R
 * times R^2 / k: the inverse of k, taken for a Montgomery form. */
MC_NOINLINE __attribute__((unused)) mc_status solve(uint8_t *signature, const mc_word *d, const mc_word *e,
                                                    const mc_word *k, const MC_FLASH EC(curve) *curve)
{
    const MC_FLASH ORDER(modulus) *m = EC_CURVE_MODULUS(curve);
    const size_t bytes = EC_SCALAR_BYTES(curve);
    mc_word r[EC_SCALAR_WORDS], s[EC_SCALAR_WORDS], inverse[EC_SCALAR_WORDS];
    mc_words_from_octets(r, EC_SCALAR_WORDS, signature, bytes);
    order_mul(s, d, r, m);
    ORDER(from_form)(inverse, e, m);
    order_add(s, s, inverse, m);
    order_inv(inverse, k, m);
    order_mul(s, s, inverse, m);
    mc_wipe(inverse, sizeof inverse);
    if (ORDER(mask_zero)(r) | ORDER(mask_zero)(s)) {
        mc_wipe(s, sizeof s); /* of an unused nonce, it is an equation for the private key */
        memset(signature, 0, 2 * bytes);
        return MC_ERROR_SIGNATURE;
    }
    mc_words_to_octets(signature + bytes, bytes, s);
    return MC_OK;
}

#if MC_BLINDS_SCALARS
/* The same with d, e and k times a random number, which the quotient does not depend on. */
MC_NOINLINE mc_status solve_blinded(uint8_t *signature, const mc_word *d, const mc_word *e, const mc_word *k,
                                    const MC_FLASH EC(curve) *curve)
{
    const MC_FLASH ORDER(modulus) *m = EC_CURVE_MODULUS(curve);
    mc_word factor[EC_SCALAR_WORDS], times[3][EC_SCALAR_WORDS];
    mc_status status = EC(blinding_number)(factor, curve);
    if (status == MC_OK) {
        ORDER(to_form)(factor, factor, m);
        order_mul(times[0], d, factor, m);
        order_mul(times[1], e, factor, m);
        order_mul(times[2], k, factor, m);
        status = solve(signature, times[0], times[1], times[2], curve);
    } else {
        memset(signature, 0, 2 * EC_SCALAR_BYTES(curve)); /* r is there */
    }
    mc_wipe(factor, sizeof factor);
    mc_wipe(times, sizeof times);
    return status;
}
#else
#define solve_blinded solve
#endif

#endif
