/* ECDSA with the nonce of RFC 6979, by HMAC-SHA-256, that depends on random bytes, too. */
#include "protocol/ecdsa/ecdsa_sign.h"

MC_INLINE mc_status hedged_nonce(ecdsa_signing *own, uint8_t skipped, const void *source,
                                 const MC_FLASH EC(curve) *curve)
{
    return EC(nonce_hedged)(own->k, own->d, own->e, skipped, source, curve);
}

mc_status EC(ecdsa_sign_digest_hedged)(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                                       size_t private_key_bytes, size_t digest_bytes, mc_random random, void *context,
                                       const MC_FLASH EC(curve) *curve)
{
    uint8_t hedge[MC_NONCE_HEDGE_BYTES];
    mc_status status = MC_ERROR_RANDOM;
    if (random && random(context, hedge, sizeof hedge) == 0)
        status =
            ecdsa_sign(signature, private_key, digest, private_key_bytes, digest_bytes, hedged_nonce, hedge, curve);
    mc_wipe(hedge, sizeof hedge);
    return status;
}
