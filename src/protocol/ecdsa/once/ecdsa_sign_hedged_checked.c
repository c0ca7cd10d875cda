#include "protocol/ecdsa/once/ecdsa_release.h"

mc_status mc_ecdsa_sign_digest_hedged_checked(uint8_t *signature, const uint8_t *private_key, const uint8_t *public_key,
                                              const uint8_t *digest, size_t private_key_bytes, size_t public_key_bytes,
                                              size_t digest_bytes, mc_random random, void *context,
                                              const mc_curve *curve)
{
    uint8_t own[MC_MAX_SIGNATURE_BYTES];
    mc_status status =
        mc_ecdsa_sign_digest_hedged(own, private_key, digest, private_key_bytes, digest_bytes, random, context, curve);
    return ecdsa_release(signature, own, status, public_key, digest, public_key_bytes, digest_bytes, curve);
}
