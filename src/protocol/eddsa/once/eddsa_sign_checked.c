#include "motecurve/eddsa.h"
#include "protocol/release.h"

mc_status mc_eddsa_sign_checked(uint8_t *signature, const uint8_t *private_key, const uint8_t *public_key,
                                const uint8_t *message, size_t private_key_bytes, size_t public_key_bytes,
                                size_t message_bytes, const mc_curve *curve)
{
    uint8_t own[MC_MAX_SIGNATURE_BYTES], verified[MC_MAX_SIGNATURE_BYTES];
    const size_t bytes = curve ? mc_curve_signature_bytes(curve) : 0;
    mc_status status = mc_eddsa_sign(own, private_key, message, private_key_bytes, message_bytes, curve);
    if (status == MC_OK) {
        memcpy(verified, own, bytes);
        status = mc_eddsa_verify(verified, public_key, message, bytes, public_key_bytes, message_bytes, curve);
        if (status == MC_ERROR_SIGNATURE || status == MC_ERROR_SCALAR_RANGE)
            status = MC_ERROR_FAULT;
    }
    return release_verified(signature, own, verified, bytes, sizeof verified, status);
}
