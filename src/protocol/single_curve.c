/* The public functions of a mote image: direct calls for its one curve, of Weierstrass form (x_single_curve.c is for
 * those of Montgomery form). */
#include "word/config.h"

#ifdef MC_SINGLE_CURVE
#include "motecurve/ecdh.h"
#include "motecurve/ecdsa.h"
#include "motecurve/key.h"
#include "protocol/protocol.h"

#if MC_SINGLE_CURVE_FORM == MC_FORM_WEIERSTRASS

#define THE_PARAMETERS (&MC_CONCATENATE(mc_, MC_SINGLE_CURVE))

mc_status mc_key_generate(uint8_t *private_key, uint8_t *public_key, mc_random random, void *context,
                          const mc_curve *curve)
{
    return curve ? EC(key_generate)(private_key, public_key, random, context, THE_PARAMETERS) : MC_ERROR_UNSUPPORTED;
}

mc_status mc_public_key(uint8_t *public_key, const uint8_t *private_key, size_t private_key_bytes,
                        const mc_curve *curve)
{
    return curve ? EC(public_key)(public_key, private_key, private_key_bytes, THE_PARAMETERS) : MC_ERROR_UNSUPPORTED;
}

mc_status mc_public_key_validate(const uint8_t *public_key, size_t public_key_bytes, const mc_curve *curve)
{
    EC(affine) q;
    return curve ? EC(public_key_decode)(&q, public_key, public_key_bytes, THE_PARAMETERS) : MC_ERROR_UNSUPPORTED;
}

mc_status mc_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key, size_t private_key_bytes,
                  size_t peer_key_bytes, const mc_curve *curve)
{
    return curve ? EC(ecdh)(secret, private_key, peer_key, private_key_bytes, peer_key_bytes, THE_PARAMETERS)
                 : MC_ERROR_UNSUPPORTED;
}

mc_status mc_ecdh_cofactor(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key,
                           size_t private_key_bytes, size_t peer_key_bytes, const mc_curve *curve)
{
    return curve ? EC(ecdh_cofactor)(secret, private_key, peer_key, private_key_bytes, peer_key_bytes, THE_PARAMETERS)
                 : MC_ERROR_UNSUPPORTED;
}

mc_status mc_ecdsa_sign_digest(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                               size_t private_key_bytes, size_t digest_bytes, const mc_curve *curve)
{
    if (!curve)
        return MC_ERROR_UNSUPPORTED;
    return EC(ecdsa_sign_digest)(signature, private_key, digest, private_key_bytes, digest_bytes, THE_PARAMETERS);
}

mc_status mc_ecdsa_sign_digest_random(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                                      size_t private_key_bytes, size_t digest_bytes, mc_random random, void *context,
                                      const mc_curve *curve)
{
    if (!curve)
        return MC_ERROR_UNSUPPORTED;
    return EC(ecdsa_sign_digest_random)(signature, private_key, digest, private_key_bytes, digest_bytes, random,
                                        context, THE_PARAMETERS);
}

mc_status mc_ecdsa_verify_digest(const uint8_t *signature, const uint8_t *public_key, const uint8_t *digest,
                                 size_t signature_bytes, size_t public_key_bytes, size_t digest_bytes,
                                 const mc_curve *curve)
{
    if (!curve)
        return MC_ERROR_UNSUPPORTED;
    return EC(ecdsa_verify_digest)(signature, public_key, digest, signature_bytes, public_key_bytes, digest_bytes,
                                   THE_PARAMETERS);
}

#endif
#endif
