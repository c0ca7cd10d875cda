/* What hosts know of a curve at run time: its names, its sizes, and the functions of its field. */
#ifndef MC_DESCRIPTOR_H
#define MC_DESCRIPTOR_H

#include "motecurve/curve.h"
#include "motecurve/point.h"
#include "motecurve/random.h"

/* One field's functions of protocol/protocol.h; parameters is the field's own type of curve. Null is what a curve is
 * not for. */
typedef struct {
    mc_status (*key_generate)(uint8_t *private_key, uint8_t *public_key, mc_random random, void *context,
                              const void *parameters);
    mc_status (*public_key)(uint8_t *public_key, const uint8_t *private_key, size_t private_key_bytes,
                            const void *parameters);
    mc_status (*public_key_validate)(const uint8_t *public_key, size_t public_key_bytes, const void *parameters);
    mc_status (*ecdh)(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key, size_t private_key_bytes,
                      size_t peer_key_bytes, const void *parameters);
    mc_status (*ecdh_cofactor)(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key,
                               size_t private_key_bytes, size_t peer_key_bytes, const void *parameters);
    mc_status (*ecdsa_sign_digest)(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                                   size_t private_key_bytes, size_t digest_bytes, const void *parameters);
    mc_status (*ecdsa_sign_digest_random)(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                                          size_t private_key_bytes, size_t digest_bytes, mc_random random,
                                          void *context, const void *parameters);
    mc_status (*ecdsa_verify_digest)(const uint8_t *signature, const uint8_t *public_key, const uint8_t *digest,
                                     size_t signature_bytes, size_t public_key_bytes, size_t digest_bytes,
                                     const void *parameters);
    mc_status (*ecdsa_signature_validate)(const uint8_t *signature, size_t signature_bytes, const void *parameters);
    mc_status (*point_encode)(uint8_t *encoded, const uint8_t *point, mc_point_form form, size_t point_bytes,
                              const void *parameters);
    mc_status (*point_decode)(uint8_t *point, const uint8_t *encoded, size_t encoded_bytes, const void *parameters);
} mc_field_functions;

struct mc_curve {
    const char *const *names; /* the curve's name, then aliases and OIDs, then null */
    size_t field_bytes, scalar_bytes, public_key_bytes, signature_bytes;
    const mc_field_functions *functions;
    const void *parameters;
};

/* The descriptor of a curve with the functions of this object. */
#define MC_LISTED(name) name,
#define MC_DESCRIPTOR(curve, functions)                                                                                \
    static const char *const curve##_names[] = {MC_NAMES_##curve(MC_LISTED) NULL};                                     \
    const struct mc_curve mc_##curve##_descriptor = {                                                                  \
        curve##_names,                                                                                                 \
        MC_FIELD_BYTES_##curve,                                                                                        \
        MC_SCALAR_BYTES_##curve,                                                                                       \
        MC_PUBLIC_KEY_BYTES_##curve,                                                                                   \
        MC_SIGNATURE_BYTES_##curve,                                                                                    \
        &functions,                                                                                                    \
        &mc_##curve,                                                                                                   \
    };

#endif
