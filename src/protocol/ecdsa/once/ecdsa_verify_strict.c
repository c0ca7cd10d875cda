#include "motecurve/ecdsa.h"

mc_status mc_ecdsa_verify_digest_strict(const uint8_t *signature, const uint8_t *public_key, const uint8_t *digest,
                                        size_t signature_bytes, size_t public_key_bytes, size_t digest_bytes,
                                        const mc_curve *curve)
{
    mc_status status = mc_ecdsa_signature_validate_strict(signature, signature_bytes, curve);
    return status == MC_OK ? mc_ecdsa_verify_digest(signature, public_key, digest, signature_bytes, public_key_bytes,
                                                    digest_bytes, curve)
                           : status;
}
