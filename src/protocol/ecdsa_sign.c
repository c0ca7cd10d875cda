/* ECDSA with the nonce of RFC 6979, by HMAC-SHA-256. */
#include "protocol/ecdsa_sign.h"

MC_INLINE mc_status deterministic_nonce(ecdsa_signing *own, uint8_t skipped, const void *source,
                                        const MC_FLASH EC(curve) *curve)
{
    (void)source;
    return EC(nonce_rfc6979)(own->k, own->d, own->e, skipped, curve);
}

mc_status EC(ecdsa_sign_digest)(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                                size_t private_key_bytes, size_t digest_bytes, const MC_FLASH EC(curve) *curve)
{
    return ecdsa_sign(signature, private_key, digest, private_key_bytes, digest_bytes, deterministic_nonce, NULL,
                      curve);
}
