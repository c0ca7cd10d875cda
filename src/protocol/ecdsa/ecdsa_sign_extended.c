/* Extended signatures (include/motecurve/batch.h) with the nonce of RFC 6979, by HMAC-SHA-256. */
#include "protocol/ecdsa/ecdsa_sign_parts.h"

#include "protocol/ecdsa/ecdsa_sign.h"
#include "protocol/batch/extension.h"

#if !FIELD_HAS_EDWARDS_CURVES

/* r = x(k G) mod n and the extension. */
MC_NOINLINE mc_status nonce_point_extended(uint8_t *signature, uint8_t *extension, const mc_word *k,
                                           const MC_FLASH EC(curve) *curve)
{
    EC(affine) p;
    mc_status status = ec_scalar_mult_base(&p, k, curve);
    if (status == MC_OK)
        put_x(signature, p.x, curve);
    EC(extension_encode)(extension, &p, curve);
    mc_wipe(&p, sizeof p);
    return status;
}

static mc_status sign_nonce_extended(uint8_t *extended, const mc_word *d, const mc_word *e, const mc_word *k,
                                     const MC_FLASH EC(curve) *curve)
{
    const size_t bytes = 2 * EC_SCALAR_BYTES(curve);
    memset(extended, 0, bytes);
    mc_status status = nonce_point_extended(extended, extended + bytes, k, curve);
    if (status == MC_OK)
        status = solve_blinded(extended, d, e, k, curve);
    if (status != MC_OK)
        mc_wipe(extended + bytes, EC(extension_bytes)(curve)); /* of an unused nonce */
    return status;
}

mc_status EC(ecdsa_sign_digest_extended)(uint8_t *extended, const uint8_t *private_key, const uint8_t *digest,
                                         size_t private_key_bytes, size_t digest_bytes, const MC_FLASH EC(curve) *curve)
{
    return ecdsa_sign_each(extended, private_key, digest, private_key_bytes, digest_bytes, ecdsa_rfc6979_nonce, NULL,
                           sign_nonce_extended, curve);
}

#endif
