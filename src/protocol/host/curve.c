/* The public functions on hosts: a curve is found by name, and its descriptor holds what to call. */
#include "word/config.h"

#ifndef MC_SINGLE_CURVE
#include "protocol/host/descriptor.h"

#include <string.h>

#include "motecurve/ecdh.h"
#include "motecurve/ecdsa.h"
#include "motecurve/key.h"
#include "motecurve/point.h"

#define DECLARED(curve) extern const struct mc_curve mc_##curve##_descriptor;
MC_CURVES(DECLARED)
#ifdef MC_TINY_FIELDS
MC_TINY_CURVES(DECLARED)
#endif

#define LISTED(curve) &mc_##curve##_descriptor,
static const mc_curve *const curves[] = {MC_CURVES(LISTED)
#ifdef MC_TINY_FIELDS
                                             MC_TINY_CURVES(LISTED)
#endif
};

size_t mc_curve_count(void)
{
    return sizeof curves / sizeof *curves;
}

const mc_curve *mc_curve_at(size_t index)
{
    return index < mc_curve_count() ? curves[index] : NULL;
}

const mc_curve *mc_curve_find(const char *name)
{
    for (size_t i = 0; i < mc_curve_count(); i++)
        for (const char *const *known = curves[i]->names; *known; known++)
            if (strcmp(*known, name) == 0)
                return curves[i];
    return NULL;
}

const char *mc_curve_name(const mc_curve *curve)
{
    return curve->names[0];
}

size_t mc_curve_field_bytes(const mc_curve *curve)
{
    return curve->field_bytes;
}

size_t mc_curve_scalar_bytes(const mc_curve *curve)
{
    return curve->scalar_bytes;
}

size_t mc_curve_public_key_bytes(const mc_curve *curve)
{
    return curve->public_key_bytes;
}

size_t mc_curve_signature_bytes(const mc_curve *curve)
{
    return curve->signature_bytes;
}

mc_status mc_key_generate(uint8_t *private_key, uint8_t *public_key, mc_random random, void *context,
                          const mc_curve *curve)
{
    if (!curve || !curve->functions->key_generate)
        return MC_ERROR_UNSUPPORTED;
    return curve->functions->key_generate(private_key, public_key, random, context, curve->parameters);
}

mc_status mc_public_key(uint8_t *public_key, const uint8_t *private_key, size_t private_key_bytes,
                        const mc_curve *curve)
{
    if (!curve || !curve->functions->public_key)
        return MC_ERROR_UNSUPPORTED;
    return curve->functions->public_key(public_key, private_key, private_key_bytes, curve->parameters);
}

mc_status mc_public_key_validate(const uint8_t *public_key, size_t public_key_bytes, const mc_curve *curve)
{
    if (!curve || !curve->functions->public_key_validate)
        return MC_ERROR_UNSUPPORTED;
    return curve->functions->public_key_validate(public_key, public_key_bytes, curve->parameters);
}

mc_status mc_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key, size_t private_key_bytes,
                  size_t peer_key_bytes, const mc_curve *curve)
{
    if (!curve || !curve->functions->ecdh)
        return MC_ERROR_UNSUPPORTED;
    return curve->functions->ecdh(secret, private_key, peer_key, private_key_bytes, peer_key_bytes, curve->parameters);
}

mc_status mc_ecdh_cofactor(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key,
                           size_t private_key_bytes, size_t peer_key_bytes, const mc_curve *curve)
{
    if (!curve || !curve->functions->ecdh_cofactor)
        return MC_ERROR_UNSUPPORTED;
    return curve->functions->ecdh_cofactor(secret, private_key, peer_key, private_key_bytes, peer_key_bytes,
                                           curve->parameters);
}

mc_status mc_ecdsa_sign_digest(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                               size_t private_key_bytes, size_t digest_bytes, const mc_curve *curve)
{
    if (!curve || !curve->functions->ecdsa_sign_digest)
        return MC_ERROR_UNSUPPORTED;
    return curve->functions->ecdsa_sign_digest(signature, private_key, digest, private_key_bytes, digest_bytes,
                                               curve->parameters);
}

mc_status mc_ecdsa_sign_digest_random(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                                      size_t private_key_bytes, size_t digest_bytes, mc_random random, void *context,
                                      const mc_curve *curve)
{
    if (!curve || !curve->functions->ecdsa_sign_digest_random)
        return MC_ERROR_UNSUPPORTED;
    return curve->functions->ecdsa_sign_digest_random(signature, private_key, digest, private_key_bytes, digest_bytes,
                                                      random, context, curve->parameters);
}

mc_status mc_ecdsa_verify_digest(const uint8_t *signature, const uint8_t *public_key, const uint8_t *digest,
                                 size_t signature_bytes, size_t public_key_bytes, size_t digest_bytes,
                                 const mc_curve *curve)
{
    if (!curve || !curve->functions->ecdsa_verify_digest)
        return MC_ERROR_UNSUPPORTED;
    return curve->functions->ecdsa_verify_digest(signature, public_key, digest, signature_bytes, public_key_bytes,
                                                 digest_bytes, curve->parameters);
}

mc_status mc_ecdsa_signature_validate(const uint8_t *signature, size_t signature_bytes, const mc_curve *curve)
{
    if (!curve || !curve->functions->ecdsa_signature_validate)
        return MC_ERROR_UNSUPPORTED;
    return curve->functions->ecdsa_signature_validate(signature, signature_bytes, curve->parameters);
}

mc_status mc_point_encode(uint8_t *encoded, const uint8_t *point, mc_point_form form, size_t point_bytes,
                          const mc_curve *curve)
{
    if (!curve || !curve->functions->point_encode)
        return MC_ERROR_UNSUPPORTED;
    return curve->functions->point_encode(encoded, point, form, point_bytes, curve->parameters);
}

mc_status mc_point_decode(uint8_t *point, const uint8_t *encoded, size_t encoded_bytes, const mc_curve *curve)
{
    if (!curve || !curve->functions->point_decode)
        return MC_ERROR_UNSUPPORTED;
    return curve->functions->point_decode(point, encoded, encoded_bytes, curve->parameters);
}

#endif
