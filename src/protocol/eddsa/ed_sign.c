/* Signatures of EdDSA (RFC 8032, 5.1.6 and 5.2.6). */
#include "protocol/eddsa/ed_solve.h"

#if FIELD_HAS_EDDSA_CURVES

static mc_status ed_sign_hashed(uint8_t *signature, ed_signing *own, const ed_message *message,
                                const MC_FLASH EC(curve) *curve)
{
    uint8_t nonce_point[ED_BYTES], public_key[ED_BYTES]; /* R, A */
    mc_status status = EC(ed_hash_message)(own->nonce, own->hash + ED_BYTES, NULL, message, curve);
#ifdef ec_scalar_mult_base_pair
    if (status == MC_OK)
        status = EC(ed_encode_multiples)(nonce_point, public_key, own->nonce, own->scalar, curve);
#else
    if (status == MC_OK)
        status = EC(ed_encode_multiple)(nonce_point, own->nonce, curve);
    if (status == MC_OK)
        status = EC(ed_encode_multiple)(public_key, own->scalar, curve);
#endif
    return status == MC_OK ? ed_finish(signature, nonce_point, public_key, own, message, curve) : status;
}

static mc_status ed_sign_as(uint8_t *signature, const uint8_t *private_key, size_t private_key_bytes,
                            const ed_message *message, const MC_FLASH EC(curve) *curve)
{
    ed_signing own;
    mc_status status = private_key_bytes == ED_BYTES ? EC(ed_check)(message) : MC_ERROR_LENGTH;
    if (status != MC_OK)
        return status;
    EC(ed_hash_key)(own.hash, private_key);
    EC(clamped_scalar)(own.scalar, own.hash, EC_CURVE_COFACTOR(curve));
    status = ed_sign_hashed(signature, &own, message, curve);
    mc_wipe(&own, sizeof own);
    EC_WIPE_SPILLED();
    return status;
}

mc_status EC(ed_eddsa_sign)(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                            size_t private_key_bytes, size_t message_bytes, const MC_FLASH EC(curve) *curve)
{
    const ed_message what = {.octets = message, .bytes = message_bytes};
    return ed_sign_as(signature, private_key, private_key_bytes, &what, curve);
}

mc_status EC(ed_eddsa_sign_context)(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                                    const uint8_t *context, size_t private_key_bytes, size_t message_bytes,
                                    size_t context_bytes, const MC_FLASH EC(curve) *curve)
{
    const ed_message what = {
        .context = context, .context_bytes = context_bytes, .octets = message, .bytes = message_bytes};
    return ed_sign_as(signature, private_key, private_key_bytes, &what, curve);
}

mc_status EC(ed_eddsa_sign_digest)(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                                   const uint8_t *context, size_t private_key_bytes, size_t digest_bytes,
                                   size_t context_bytes, const MC_FLASH EC(curve) *curve)
{
    const ed_message what = {
        .context = context, .context_bytes = context_bytes, .octets = digest, .bytes = digest_bytes, .is_digest = 1};
    return ed_sign_as(signature, private_key, private_key_bytes, &what, curve);
}

mc_status EC(ed_eddsa_sign_read)(uint8_t *signature, const uint8_t *private_key, const uint8_t *context,
                                 size_t private_key_bytes, size_t message_bytes, size_t context_bytes, mc_reader reader,
                                 void *reader_context, const MC_FLASH EC(curve) *curve)
{
    const ed_message what = {.context = context,
                             .context_bytes = context_bytes,
                             .bytes = message_bytes,
                             .reader = reader,
                             .reader_context = reader_context};
    return ed_sign_as(signature, private_key, private_key_bytes, &what, curve);
}

#endif
