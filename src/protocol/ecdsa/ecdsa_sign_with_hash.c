/* ECDSA with the nonce of RFC 6979, by HMAC with any hash function. */
#include "protocol/ecdsa/ecdsa_sign.h"

MC_INLINE mc_status nonce_by_hash(ecdsa_signing *own, uint8_t skipped, const void *source,
                                  const MC_FLASH EC(curve) *curve)
{
    return EC(nonce_rfc6979_with_hash)(own->k, own->d, own->e, skipped, source, curve);
}

mc_status EC(ecdsa_sign_digest_with_hash)(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                                          size_t private_key_bytes, size_t digest_bytes, const mc_hash *hash,
                                          const MC_FLASH EC(curve) *curve)
{
    if (!hash)
        return MC_ERROR_UNSUPPORTED;
    return ecdsa_sign(signature, private_key, digest, private_key_bytes, digest_bytes, nonce_by_hash, hash, curve);
}
