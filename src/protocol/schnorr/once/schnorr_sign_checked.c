#include "motecurve/schnorr.h"
#include "protocol/release.h"

mc_status mc_schnorr_sign_checked(uint8_t *signature, const uint8_t *private_key, const uint8_t *public_key,
                                  const uint8_t *message, size_t private_key_bytes, size_t public_key_bytes,
                                  size_t message_bytes, mc_schnorr_form form, const mc_hash *hash,
                                  const mc_curve *curve)
{
    uint8_t own[MC_MAX_SCHNORR_SIGNATURE_BYTES], verified[MC_MAX_SCHNORR_SIGNATURE_BYTES];
    const size_t bytes = curve && hash ? mc_hash_digest_bytes(hash) + mc_curve_scalar_bytes(curve) : 0;
    mc_status status = mc_schnorr_sign(own, private_key, message, private_key_bytes, message_bytes, form, hash, curve);
    if (status == MC_OK) {
        memcpy(verified, own, bytes);
        status =
            mc_schnorr_verify(verified, public_key, message, bytes, public_key_bytes, message_bytes, form, hash, curve);
        if (status == MC_ERROR_SIGNATURE || status == MC_ERROR_SCALAR_ZERO || status == MC_ERROR_SCALAR_RANGE)
            status = MC_ERROR_FAULT;
    }
    return release_verified(signature, own, verified, bytes, sizeof verified, status);
}
