#include "protocol/protocol.h"

#include <string.h>

#include "encoding/encoding.h"
#include "protocol/verdict.h"
#include "scalar/scalar.h"

/* point = s G - r Q, by the steps of schnorr_verify, in a frame of its own. */
MC_NOINLINE mc_status schnorr_nonce_point(EC(affine) *point, const uint8_t *signature, const uint8_t *public_key,
                                          size_t r_bytes, size_t public_key_bytes, const MC_FLASH EC(curve) *curve)
{
    EC(affine) q;
    mc_word e[EC_SCALAR_WORDS], s[EC_SCALAR_WORDS];
    ORDER(from_octets)(e, signature, r_bytes, curve->order_bits, EC_CURVE_MODULUS(curve));
    if (ORDER(mask_zero)(e))
        return MC_ERROR_SCALAR_ZERO;
    mc_status status = EC(scalar_decode)(s, signature + r_bytes, EC_SCALAR_BYTES(curve), curve);
    if (status == MC_OK)
        status = EC(public_key_decode)(&q, public_key, public_key_bytes, curve);
    if (status != MC_OK)
        return status;
    EC(affine_negate)(&q, &q);
    status = ec_scalar_mult_double(point, s, e, &q, curve);
    return status == MC_OK && EC(affine_mask_infinity)(point) ? MC_ERROR_SIGNATURE : status;
}

MC_NOINLINE uint32_t schnorr_differences(const uint8_t *r, const EC(affine) *point, const mc_schnorr_message *message)
{
    uint8_t octets[MC_HASH_MAX_DIGEST_BYTES];
    EC(schnorr_challenge)(octets, point, message);
    const uint32_t differs = octets_differ(octets, r, (uint8_t)mc_hash_digest_bytes(message->hash));
    return EC(affine_mask_infinity)(point) ? 1 : differs;
}

MC_NOINLINE mc_status schnorr_compared(mc_status status, const uint8_t *r, const EC(affine) *point,
                                       const mc_schnorr_message *message)
{
    uint8_t octets[MC_HASH_MAX_DIGEST_BYTES];
    if (status != MC_OK)
        return status;
    EC(schnorr_challenge)(octets, point, message);
    return memcmp(octets, r, mc_hash_digest_bytes(message->hash)) == 0 ? MC_OK : MC_ERROR_SIGNATURE;
}

/* A call that is skipped leaves the point at infinity. */
mc_status EC(schnorr_verify_verdict)(uint8_t *verdict, const uint8_t *signature, const uint8_t *public_key,
                                     const uint8_t *message, size_t signature_bytes, size_t public_key_bytes,
                                     size_t message_bytes, mc_schnorr_form form, const mc_hash *hash,
                                     const MC_FLASH EC(curve) *curve)
{
    EC(affine) point;
    const mc_schnorr_message signed_message = {message, message_bytes, form, hash};
    if (!hash || form > MC_SCHNORR_OPTIMISED)
        return MC_ERROR_UNSUPPORTED;
    const size_t r_bytes = mc_hash_digest_bytes(hash);
    if (signature_bytes != r_bytes + EC_SCALAR_BYTES(curve))
        return MC_ERROR_LENGTH;
    memset(&point, 0, sizeof point);
    mc_status status = schnorr_nonce_point(&point, signature, public_key, r_bytes, public_key_bytes, curve);
    status = schnorr_compared(status, signature, &point, &signed_message);
    const uint32_t differs = schnorr_differences(signature, &point, &signed_message);
    put(verdict, MC_VERDICT_VALID ^ (uint32_t)status * SPREAD);
    put(verdict + 4, ~MC_VERDICT_VALID ^ differs * SPREAD);
    return status == MC_OK && differs ? MC_ERROR_SIGNATURE : status;
}
