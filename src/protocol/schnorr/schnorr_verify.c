#include "protocol/protocol.h"

#include <string.h>

#include "encoding/encoding.h"
#include "scalar/scalar.h"

mc_status EC(schnorr_verify)(const uint8_t *signature, const uint8_t *public_key, const uint8_t *message,
                             size_t signature_bytes, size_t public_key_bytes, size_t message_bytes,
                             mc_schnorr_form form, const mc_hash *hash, const MC_FLASH EC(curve) *curve)
{
    EC(affine) q;
    mc_word e[EC_SCALAR_WORDS], s[EC_SCALAR_WORDS];
    uint8_t r[MC_HASH_MAX_DIGEST_BYTES];
    const mc_schnorr_message signed_message = {message, message_bytes, form, hash};
    const size_t s_bytes = EC_SCALAR_BYTES(curve);
    if (!hash || form > MC_SCHNORR_OPTIMISED)
        return MC_ERROR_UNSUPPORTED;
    const size_t r_bytes = mc_hash_digest_bytes(hash);
    if (signature_bytes != r_bytes + s_bytes)
        return MC_ERROR_LENGTH;
    ORDER(from_octets)(e, signature, r_bytes, curve->order_bits, EC_CURVE_MODULUS(curve));
    if (ORDER(mask_zero)(e))
        return MC_ERROR_SCALAR_ZERO;
    mc_status status = EC(scalar_decode)(s, signature + r_bytes, s_bytes, curve);
    if (status == MC_OK)
        status = EC(public_key_decode)(&q, public_key, public_key_bytes, curve);
    if (status != MC_OK)
        return status;
    EC(affine_negate)(&q, &q);
    status = ec_scalar_mult_double(&q, s, e, &q, curve); /* R = s G - r Q */
    if (status != MC_OK)
        return status;
    if (EC(affine_mask_infinity)(&q))
        return MC_ERROR_SIGNATURE;
    EC(schnorr_challenge)(r, &q, &signed_message);
    return memcmp(r, signature, r_bytes) == 0 ? MC_OK : MC_ERROR_SIGNATURE;
}
