#include "protocol/common/ecies.h"

#include <string.h>

/* An ephemeral key pair, with R as it is sent, and the secret shared with the public key. */
typedef struct {
    uint8_t private_key[MC_MAX_SCALAR_BYTES], secret[MC_MAX_FIELD_BYTES];
} ephemeral;

/* r = R in the form of the options; of R without compression. */
static mc_status encode(uint8_t *r, const uint8_t *point, const mc_ecies_options *options, const mc_curve *curve)
{
    if (options->compression)
        return options->compression->encode(r, point, curve);
    memcpy(r, point, mc_curve_public_key_bytes(curve));
    return MC_OK;
}

/* The secret of own->private_key, if the status is OK, and R = point. */
static mc_status agree(ephemeral *own, uint8_t *r, mc_status status, const uint8_t *point, const uint8_t *public_key,
                       size_t public_key_bytes, const mc_ecies_options *options, const mc_curve *curve)
{
    if (status == MC_OK)
        status = encode(r, point, options, curve);
    if (status == MC_OK)
        status = options->agree(own->secret, own->private_key, public_key, mc_curve_scalar_bytes(curve),
                                public_key_bytes, curve);
    return status;
}

/* C and T after R, in a frame that is not there while the secret is made. */
MC_NOINLINE mc_status seal(uint8_t *ciphertext, const uint8_t *message, const uint8_t *secret, size_t message_bytes,
                           const mc_ecies_options *options, const mc_curve *curve)
{
    uint8_t *body = ciphertext + mc_ecies_r_bytes(options, curve), digest[MC_HASH_MAX_DIGEST_BYTES];
    mc_ecies_keys keys;
    mc_status status = mc_ecies_derive(&keys, secret, ciphertext, message_bytes, options, curve);
    if (status == MC_OK) {
        mc_ecies_apply(body, message, message_bytes, &keys, options);
        mc_ecies_tag(digest, body, message_bytes, &keys, options);
        memcpy(body + message_bytes, digest, options->tag_bytes);
    }
    mc_wipe(&keys, sizeof keys);
    mc_wipe(digest, sizeof digest);
    return status;
}

/* Seals the message, if the status is OK; ends what was begun in any case. */
static mc_status finish(uint8_t *ciphertext, ephemeral *own, mc_status status, const uint8_t *message,
                        size_t message_bytes, const mc_ecies_options *options, const mc_curve *curve)
{
    if (status == MC_OK)
        status = seal(ciphertext, message, own->secret, message_bytes, options, curve);
    if (status != MC_OK)
        mc_wipe(ciphertext, mc_ecies_r_bytes(options, curve) + options->tag_bytes + message_bytes);
    mc_wipe(own, sizeof *own);
    mc_burn(MC_BURN_CURVE_BYTES(mc_curve_field_bytes(curve)));
    return status;
}

mc_status mc_ecies_encrypt(uint8_t *ciphertext, const uint8_t *public_key, const uint8_t *message,
                           size_t public_key_bytes, size_t message_bytes, const mc_ecies_options *options,
                           mc_random random, void *context, const mc_curve *curve)
{
    uint8_t point[MC_MAX_PUBLIC_KEY_BYTES];
    ephemeral own;
    mc_status status = mc_ecies_check(options, curve);
    if (status != MC_OK)
        return status;
    status = mc_key_generate(own.private_key, point, random, context, curve);
    status = agree(&own, ciphertext, status, point, public_key, public_key_bytes, options, curve);
    return finish(ciphertext, &own, status, message, message_bytes, options, curve);
}

mc_status mc_ecies_encrypt_given(uint8_t *ciphertext, const uint8_t *public_key, const uint8_t *message,
                                 const uint8_t *ephemeral_key, size_t public_key_bytes, size_t message_bytes,
                                 size_t ephemeral_key_bytes, const mc_ecies_options *options, const mc_curve *curve)
{
    uint8_t point[MC_MAX_PUBLIC_KEY_BYTES];
    ephemeral own;
    mc_status status = mc_ecies_check(options, curve);
    if (status != MC_OK)
        return status;
    status = mc_public_key(point, ephemeral_key, ephemeral_key_bytes, curve);
    if (status == MC_OK)
        memcpy(own.private_key, ephemeral_key, ephemeral_key_bytes);
    status = agree(&own, ciphertext, status, point, public_key, public_key_bytes, options, curve);
    return finish(ciphertext, &own, status, message, message_bytes, options, curve);
}
