#include "protocol/protocol.h"

#include <string.h>

#include "encoding/encoding.h"
#include "scalar/blinding.h"
#include "scalar/scalar.h"

/* r and e of R = k G. Each step has a frame of its own, so that none adds to another's memory. */
MC_NOINLINE mc_status commit(uint8_t *r, mc_word *e, const mc_word *k, const mc_schnorr_message *message,
                             const MC_FLASH EC(curve) *curve)
{
    EC(affine) p;
    mc_status status = ec_scalar_mult_base(&p, k, curve);
    EC(schnorr_challenge)(r, &p, message);
    ORDER(from_octets)(e, r, mc_hash_digest_bytes(message->hash), curve->order_bits, EC_CURVE_MODULUS(curve));
    return status;
}

#if MC_BLINDS_SCALARS
/* s = d e + k by shares of d; the status is MC_OK or stays. */
MC_NOINLINE mc_status schnorr_solve(mc_word *s, const mc_word *d, const mc_word *e, const mc_word *k, mc_status status,
                                    const MC_FLASH EC(curve) *curve)
{
    mc_word secret[EC_SCALAR_WORDS];
    ORDER(copy)(s, k);
    ORDER(copy)(secret, d);
    const mc_status drawn = EC(blinded_product)(s, secret, e, curve);
    return status == MC_OK ? drawn : status;
}
#endif

mc_status EC(schnorr_sign_nonce)(uint8_t *signature, const mc_word *d, const mc_word *k,
                                 const mc_schnorr_message *message, const MC_FLASH EC(curve) *curve)
{
    mc_word e[EC_SCALAR_WORDS], s[EC_SCALAR_WORDS];
    uint8_t r[MC_HASH_MAX_DIGEST_BYTES]; /* the message may lie in the signature, and is read again for another nonce */
    const size_t r_bytes = mc_hash_digest_bytes(message->hash), s_bytes = EC_SCALAR_BYTES(curve);
    mc_status status = commit(r, e, k, message, curve);
#if MC_BLINDS_SCALARS
    status = schnorr_solve(s, d, e, k, status, curve);
#else
    const MC_FLASH ORDER(modulus) *m = EC_CURVE_MODULUS(curve);
    ORDER(to_form)(s, d, m);
    order_mul(s, s, e, m);
    order_add(s, s, k, m);
#endif
    if (status == MC_OK && (ORDER(mask_zero)(e) | ORDER(mask_zero)(s)))
        status = MC_ERROR_SIGNATURE;
    if (status == MC_OK) {
        memcpy(signature, r, r_bytes);
        mc_words_to_octets(signature + r_bytes, s_bytes, s);
    }
    mc_wipe(s, sizeof s); /* of an unused nonce, it is an equation for the private key */
    return status;
}
