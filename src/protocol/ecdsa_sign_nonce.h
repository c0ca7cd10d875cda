/* The signature of a nonce, with or without its extension: what the two files that include this share. */
#ifndef MC_ECDSA_SIGN_NONCE_H
#define MC_ECDSA_SIGN_NONCE_H

#include "protocol/protocol.h"

#include <string.h>

#include "encoding/encoding.h"
#include "protocol/extension.h"
#include "scalar/scalar.h"

/* r = x(k G) mod n. Each step of a signature has a frame of its own, so that none adds to another's memory. */
MC_NOINLINE mc_status nonce_point(mc_word *r, const mc_word *k, const MC_FLASH EC(curve) *curve)
{
    EC(affine) p;
    mc_status status = ec_scalar_mult_base(&p, k, curve);
    EC(x_mod_order)(r, p.x, curve);
    mc_wipe(&p, sizeof p);
    return status;
}

#if !FIELD_HAS_EDWARDS_CURVES
/* The same and the extension. */
MC_NOINLINE mc_status nonce_point_extended(mc_word *r, uint8_t *extension, const mc_word *k,
                                           const MC_FLASH EC(curve) *curve)
{
    EC(affine) p;
    mc_status status = ec_scalar_mult_base(&p, k, curve);
    EC(x_mod_order)(r, p.x, curve);
    EC(extension_encode)(extension, &p, curve);
    mc_wipe(&p, sizeof p);
    return status;
}
#endif

/* s = (e + d r) / k mod n. */
MC_NOINLINE void solve(mc_word *s, const mc_word *r, const mc_word *d, const mc_word *e, const mc_word *k,
                       const MC_FLASH ORDER(modulus) *m)
{
    mc_word inverse[EC_SCALAR_WORDS];
    ORDER(to_form)(s, d, m);
    order_mul(s, s, r, m);
    order_add(s, s, e, m);
    ORDER(to_form)(inverse, k, m);
    order_inv(inverse, inverse, m);
    order_mul(s, s, inverse, m);
    mc_wipe(inverse, sizeof inverse);
}

/* Inlined, so that signing without extension, which is then null, is without their code. */
MC_INLINE mc_status ecdsa_sign_by_nonce(uint8_t *signature, uint8_t *extension, const mc_word *d, const mc_word *e,
                                        const mc_word *k, const MC_FLASH EC(curve) *curve)
{
    mc_word r[EC_SCALAR_WORDS], s[EC_SCALAR_WORDS];
    size_t bytes = EC_SCALAR_BYTES(curve);
    memset(signature, 0, 2 * bytes);
#if FIELD_HAS_EDWARDS_CURVES
    (void)extension;
    mc_status status = nonce_point(r, k, curve);
#else
    mc_status status = extension ? nonce_point_extended(r, extension, k, curve) : nonce_point(r, k, curve);
#endif
    if (status != MC_OK)
        return status;
    solve(s, r, d, e, k, EC_CURVE_MODULUS(curve));
    if (ORDER(mask_zero)(r) | ORDER(mask_zero)(s)) {
        mc_wipe(s, sizeof s); /* of an unused nonce, it is an equation for the private key */
        return MC_ERROR_SIGNATURE;
    }
    mc_words_to_octets(signature, bytes, r);
    mc_words_to_octets(signature + bytes, bytes, s);
    return MC_OK;
}

#endif
