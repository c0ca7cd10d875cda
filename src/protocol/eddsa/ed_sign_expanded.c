/* Signatures of EdDSA with an expanded key (motecurve/eddsa.h): the private key's hash, the public key, and a check of
 * both, which is keyed by the first. */
#include "protocol/eddsa/ed_solve.h"

#if FIELD_HAS_EDDSA_CURVES

#define PUBLIC_KEY_AT ED_HASH_BYTES
#define CHECK_AT      (PUBLIC_KEY_AT + ED_BYTES)

mc_status EC(ed_eddsa_key_expand)(uint8_t *expanded_key, const uint8_t *private_key, size_t private_key_bytes,
                                  const MC_FLASH EC(curve) *curve)
{
    uint8_t hash[ED_HASH_BYTES], own[CHECK_AT];
    mc_word k[EC_SCALAR_WORDS];
    if (private_key_bytes != ED_BYTES)
        return MC_ERROR_LENGTH;
    EC(ed_hash_key)(own, private_key);
    EC(clamped_scalar)(k, own, EC_CURVE_COFACTOR(curve));
    const mc_status status = EC(ed_encode_multiple)(own + PUBLIC_KEY_AT, k, curve);
    EC(ed_hash_expanded)(hash, own);
    memcpy(expanded_key, own, CHECK_AT);
    memcpy(expanded_key + CHECK_AT, hash, MC_EDDSA_CHECK_BYTES);
    mc_wipe(hash, sizeof hash);
    mc_wipe(own, sizeof own);
    mc_wipe(k, sizeof k);
    EC_WIPE_SPILLED();
    return status;
}

/* MC_ERROR_FAULT for a key that ed_eddsa_key_expand did not make. Its scalar and hash become those of `own`. */
static mc_status ed_take_expanded(ed_signing *own, const uint8_t *expanded_key, const MC_FLASH EC(curve) *curve)
{
    EC(ed_hash_expanded)(own->hash, expanded_key);
    if (!mc_octets_equal(own->hash, expanded_key + CHECK_AT, MC_EDDSA_CHECK_BYTES))
        return MC_ERROR_FAULT;
    memcpy(own->hash, expanded_key, ED_HASH_BYTES);
    EC(clamped_scalar)(own->scalar, own->hash, EC_CURVE_COFACTOR(curve));
    return MC_OK;
}

mc_status EC(ed_eddsa_sign_expanded)(uint8_t *signature, const uint8_t *expanded_key, const uint8_t *message,
                                     const uint8_t *context, size_t expanded_key_bytes, size_t message_bytes,
                                     size_t context_bytes, const MC_FLASH EC(curve) *curve)
{
    const ed_message what = {
        .context = context, .context_bytes = context_bytes, .octets = message, .bytes = message_bytes};
    uint8_t nonce_point[ED_BYTES];
    ed_signing own;
    mc_status status = expanded_key_bytes == ED_EXPANDED_BYTES ? EC(ed_check)(&what) : MC_ERROR_LENGTH;
    if (status != MC_OK)
        return status;
    status = ed_take_expanded(&own, expanded_key, curve);
    if (status == MC_OK)
        status = EC(ed_hash_message)(own.nonce, own.hash + ED_BYTES, NULL, &what, curve);
    if (status == MC_OK)
        status = EC(ed_encode_multiple)(nonce_point, own.nonce, curve);
    if (status == MC_OK)
        status = ed_finish(signature, nonce_point, expanded_key + PUBLIC_KEY_AT, &own, &what, curve);
    mc_wipe(&own, sizeof own);
    EC_WIPE_SPILLED();
    return status;
}

#endif
