/* Descriptors of the Montgomery curves over one field, for hosts; a mote image has none. */
#include "word/config.h"

#ifndef MC_SINGLE_CURVE
#include "protocol/host/descriptor.h"
#include "protocol/protocol.h"

#if FIELD_HAS_MONTGOMERY_CURVES

static mc_status key_generate(uint8_t *private_key, uint8_t *public_key, mc_random random, void *context,
                              const void *parameters)
{
    return EC(x_key_generate)(private_key, public_key, random, context, parameters);
}

static mc_status public_key(uint8_t *public_key, const uint8_t *private_key, size_t private_key_bytes,
                            const void *parameters)
{
    return EC(x_public_key)(public_key, private_key, private_key_bytes, parameters);
}

static mc_status public_key_validate(const uint8_t *public_key, size_t public_key_bytes, const void *parameters)
{
    return EC(x_public_key_validate)(public_key, public_key_bytes, parameters);
}

static mc_status ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key, size_t private_key_bytes,
                      size_t peer_key_bytes, const void *parameters)
{
    return EC(x_ecdh)(secret, private_key, peer_key, private_key_bytes, peer_key_bytes, parameters);
}

/* The scalar is a multiple of the cofactor. No signatures. */
static const mc_field_functions x_functions = {
    .key_generate = key_generate,
    .public_key = public_key,
    .public_key_validate = public_key_validate,
    .ecdh = ecdh,
    .ecdh_cofactor = ecdh,
};

#define X_DESCRIPTOR(curve) MC_DESCRIPTOR(curve, x_functions)
EC_MONTGOMERY_CURVES(X_DESCRIPTOR)

#endif
#endif
