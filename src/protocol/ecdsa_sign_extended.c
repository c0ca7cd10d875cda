/* Extended signatures (include/motecurve/batch.h) with the nonce of RFC 6979, by HMAC-SHA-256. */
#include "protocol/ecdsa_sign_nonce.h"

#include "protocol/ecdsa_sign.h"

#if !FIELD_HAS_EDWARDS_CURVES

static mc_status sign_nonce_extended(uint8_t *extended, const mc_word *d, const mc_word *e, const mc_word *k,
                                     const MC_FLASH EC(curve) *curve)
{
    uint8_t *extension = extended + 2 * EC_SCALAR_BYTES(curve);
    mc_status status = ecdsa_sign_by_nonce(extended, extension, d, e, k, curve);
    if (status != MC_OK)
        mc_wipe(extension, EC(extension_bytes)(curve)); /* of an unused nonce */
    return status;
}

MC_INLINE mc_status nonce_of_extended(ecdsa_signing *own, uint8_t skipped, const void *source,
                                      const MC_FLASH EC(curve) *curve)
{
    (void)source;
    return EC(nonce_rfc6979)(own->k, own->d, own->e, skipped, curve);
}

mc_status EC(ecdsa_sign_digest_extended)(uint8_t *extended, const uint8_t *private_key, const uint8_t *digest,
                                         size_t private_key_bytes, size_t digest_bytes, const MC_FLASH EC(curve) *curve)
{
    memset(extended, 0, 2 * EC_SCALAR_BYTES(curve) + EC(extension_bytes)(curve));
    return ecdsa_sign_each(extended, private_key, digest, private_key_bytes, digest_bytes, nonce_of_extended, NULL,
                           sign_nonce_extended, curve);
}

#endif
