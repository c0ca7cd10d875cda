#include "protocol/protocol.h"

#include "encoding/encoding.h"
#include "protocol/verdict/verdict.h"
#include "scalar/scalar.h"

mc_status EC(schnorr_verification_point)(EC(affine) *point, const uint8_t *signature, const uint8_t *public_key,
                                         size_t signature_bytes, size_t public_key_bytes,
                                         const mc_schnorr_message *message, const MC_FLASH EC(curve) *curve,
                                         EC(affine) *q)
{
    mc_word e[EC_SCALAR_WORDS], s[EC_SCALAR_WORDS];
    const size_t s_bytes = EC_SCALAR_BYTES(curve);
    if (!message->hash || message->form > MC_SCHNORR_OPTIMISED)
        return MC_ERROR_UNSUPPORTED;
    const size_t r_bytes = mc_hash_digest_bytes(message->hash);
    if (signature_bytes != r_bytes + s_bytes)
        return MC_ERROR_LENGTH;
    ORDER(from_octets)(e, signature, r_bytes, curve->order_bits, EC_CURVE_MODULUS(curve));
    if (ORDER(mask_zero)(e))
        return MC_ERROR_SCALAR_ZERO;
    mc_status status = EC(scalar_decode)(s, signature + r_bytes, s_bytes, curve);
    if (status == MC_OK)
        status = EC(public_key_decode)(q, public_key, public_key_bytes, curve);
    if (status != MC_OK)
        return status;
    EC(affine_negate)(q, q);
    return ec_scalar_mult_double(point, s, e, q, curve);
}

uint32_t EC(schnorr_differences)(const uint8_t *r, const EC(affine) *point, const mc_schnorr_message *message)
{
    uint8_t octets[MC_HASH_MAX_DIGEST_BYTES];
    if (EC(affine_mask_infinity)(point))
        return 1;
    EC(schnorr_challenge)(octets, point, message);
    return mc_verdict_differs(octets, r, mc_hash_digest_bytes(message->hash));
}

mc_status EC(schnorr_verify)(const uint8_t *signature, const uint8_t *public_key, const uint8_t *message,
                             size_t signature_bytes, size_t public_key_bytes, size_t message_bytes,
                             mc_schnorr_form form, const mc_hash *hash, const MC_FLASH EC(curve) *curve)
{
    EC(affine) point;
    const mc_schnorr_message what = {message, message_bytes, form, hash};
    const mc_status status = EC(schnorr_verification_point)(&point, signature, public_key, signature_bytes,
                                                            public_key_bytes, &what, curve, &point);
    if (status != MC_OK)
        return status;
    return EC(schnorr_differences)(signature, &point, &what) ? MC_ERROR_SIGNATURE : MC_OK;
}
