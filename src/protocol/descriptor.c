/* Descriptors of the curves over one field, for hosts; a mote image has none. */
#include "word/config.h"

#ifndef MC_SINGLE_CURVE
#include "encoding/encoding.h"
#include "protocol/host/descriptor.h"
#include "protocol/protocol.h"

#if FIELD_HAS_EDWARDS_CURVES

/* Neither ECDH nor ECDSA is for these curves. */
static const mc_field_functions functions = {NULL};

#else

static mc_status key_generate(uint8_t *private_key, uint8_t *public_key, mc_random random, void *context,
                              const void *parameters)
{
    return EC(key_generate)(private_key, public_key, random, context, parameters);
}

static mc_status public_key(uint8_t *public_key, const uint8_t *private_key, size_t private_key_bytes,
                            const void *parameters)
{
    return EC(public_key)(public_key, private_key, private_key_bytes, parameters);
}

static mc_status public_key_validate(const uint8_t *public_key, size_t public_key_bytes, const void *parameters)
{
    EC(affine) q;
    return EC(public_key_decode)(&q, public_key, public_key_bytes, parameters);
}

static mc_status ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key, size_t private_key_bytes,
                      size_t peer_key_bytes, const void *parameters)
{
    return EC(ecdh)(secret, private_key, peer_key, private_key_bytes, peer_key_bytes, parameters);
}

static mc_status ecdh_cofactor(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key,
                               size_t private_key_bytes, size_t peer_key_bytes, const void *parameters)
{
    return EC(ecdh_cofactor)(secret, private_key, peer_key, private_key_bytes, peer_key_bytes, parameters);
}

static mc_status ecdsa_sign_digest(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                                   size_t private_key_bytes, size_t digest_bytes, const void *parameters)
{
    return EC(ecdsa_sign_digest)(signature, private_key, digest, private_key_bytes, digest_bytes, parameters);
}

static mc_status ecdsa_sign_digest_random(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                                          size_t private_key_bytes, size_t digest_bytes, mc_random random,
                                          void *context, const void *parameters)
{
    return EC(ecdsa_sign_digest_random)(signature, private_key, digest, private_key_bytes, digest_bytes, random,
                                        context, parameters);
}

static mc_status ecdsa_verify_digest(const uint8_t *signature, const uint8_t *public_key, const uint8_t *digest,
                                     size_t signature_bytes, size_t public_key_bytes, size_t digest_bytes,
                                     const void *parameters)
{
    return EC(ecdsa_verify_digest)(signature, public_key, digest, signature_bytes, public_key_bytes, digest_bytes,
                                   parameters);
}

static mc_status ecdsa_signature_validate(const uint8_t *signature, size_t signature_bytes, const void *parameters)
{
    return EC(ecdsa_signature_validate)(signature, signature_bytes, parameters);
}

static mc_status point_encode(uint8_t *encoded, const uint8_t *point, mc_point_form form, size_t point_bytes,
                              const void *parameters)
{
    return EC(point_encode_form)(encoded, point, form, point_bytes, parameters);
}

static mc_status point_decode(uint8_t *point, const uint8_t *encoded, size_t encoded_bytes, const void *parameters)
{
    return EC(point_decode_form)(point, encoded, encoded_bytes, parameters);
}

static const mc_field_functions functions = {
    .key_generate = key_generate,
    .public_key = public_key,
    .public_key_validate = public_key_validate,
    .ecdh = ecdh,
    .ecdh_cofactor = ecdh_cofactor,
    .ecdsa_sign_digest = ecdsa_sign_digest,
    .ecdsa_sign_digest_random = ecdsa_sign_digest_random,
    .ecdsa_verify_digest = ecdsa_verify_digest,
    .ecdsa_signature_validate = ecdsa_signature_validate,
    .point_encode = point_encode,
    .point_decode = point_decode,
};

#endif

#define DESCRIPTOR(curve) MC_DESCRIPTOR(curve, functions)
EC_CURVES(DESCRIPTOR)

#endif
