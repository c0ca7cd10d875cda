/* The public functions of a mote image whose one curve has Montgomery form: direct calls, and no signatures. */
#include "word/config.h"

#ifdef MC_SINGLE_CURVE
#include "motecurve/ecdh.h"
#include "motecurve/ecdsa.h"
#include "motecurve/key.h"
#include "protocol/protocol.h"

#if MC_SINGLE_CURVE_FORM == MC_FORM_MONTGOMERY

#define THE_PARAMETERS (&MC_CONCATENATE(mc_, MC_SINGLE_CURVE))

mc_status mc_key_generate(uint8_t *private_key, uint8_t *public_key, mc_random random, void *context,
                          const mc_curve *curve)
{
    return curve ? EC(x_key_generate)(private_key, public_key, random, context, THE_PARAMETERS) : MC_ERROR_UNSUPPORTED;
}

mc_status mc_public_key(uint8_t *public_key, const uint8_t *private_key, size_t private_key_bytes,
                        const mc_curve *curve)
{
    return curve ? EC(x_public_key)(public_key, private_key, private_key_bytes, THE_PARAMETERS) : MC_ERROR_UNSUPPORTED;
}

mc_status mc_public_key_validate(const uint8_t *public_key, size_t public_key_bytes, const mc_curve *curve)
{
    return curve ? EC(x_public_key_validate)(public_key, public_key_bytes, THE_PARAMETERS) : MC_ERROR_UNSUPPORTED;
}

mc_status mc_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key, size_t private_key_bytes,
                  size_t peer_key_bytes, const mc_curve *curve)
{
    if (!curve)
        return MC_ERROR_UNSUPPORTED;
    return EC(x_ecdh)(secret, private_key, peer_key, private_key_bytes, peer_key_bytes, THE_PARAMETERS);
}

/* The scalar is a multiple of the cofactor as it is. */
mc_status mc_ecdh_cofactor(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key,
                           size_t private_key_bytes, size_t peer_key_bytes, const mc_curve *curve)
{
    return mc_ecdh(secret, private_key, peer_key, private_key_bytes, peer_key_bytes, curve);
}

mc_status mc_ecdsa_sign_digest(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                               size_t private_key_bytes, size_t digest_bytes, const mc_curve *curve)
{
    (void)signature, (void)private_key, (void)digest, (void)private_key_bytes, (void)digest_bytes, (void)curve;
    return MC_ERROR_UNSUPPORTED;
}

mc_status mc_ecdsa_sign_digest_random(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                                      size_t private_key_bytes, size_t digest_bytes, mc_random random, void *context,
                                      const mc_curve *curve)
{
    (void)random, (void)context;
    return mc_ecdsa_sign_digest(signature, private_key, digest, private_key_bytes, digest_bytes, curve);
}

mc_status mc_ecdsa_verify_digest(const uint8_t *signature, const uint8_t *public_key, const uint8_t *digest,
                                 size_t signature_bytes, size_t public_key_bytes, size_t digest_bytes,
                                 const mc_curve *curve)
{
    (void)signature, (void)public_key, (void)digest, (void)signature_bytes, (void)public_key_bytes;
    (void)digest_bytes, (void)curve;
    return MC_ERROR_UNSUPPORTED;
}

#endif
#endif
