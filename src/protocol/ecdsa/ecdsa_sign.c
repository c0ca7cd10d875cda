/* ECDSA with the nonce of RFC 6979, by HMAC-SHA-256. */
#include "protocol/ecdsa/ecdsa_sign.h"

mc_status EC(ecdsa_sign_digest)(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                                size_t private_key_bytes, size_t digest_bytes, const MC_FLASH EC(curve) *curve)
{
    return ecdsa_sign(signature, private_key, digest, private_key_bytes, digest_bytes, ecdsa_rfc6979_nonce, NULL,
                      curve);
}
