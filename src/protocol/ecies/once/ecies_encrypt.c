#include "protocol/ecies/ecies.h"

#include <string.h>

/* An ephemeral key pair, with R as it is sent, and the secret shared with the public key. */
typedef struct {
    uint8_t private_key[MC_MAX_SCALAR_BYTES], secret[MC_MAX_FIELD_BYTES];
} ephemeral;

/* The secret of own->private_key, if the status is OK, and R, without compression, in the form of the options. */
static mc_status agree(ephemeral *own, uint8_t *r, mc_status status, const uint8_t *public_key, size_t public_key_bytes,
                       const mc_ecies_options *options, const mc_curve *curve)
{
    if (status == MC_OK && options->compression)
        status = options->compression->encode(r, r, curve);
    if (status == MC_OK)
        status = options->agree(own->secret, own->private_key, public_key, mc_curve_scalar_bytes(curve),
                                public_key_bytes, curve);
    return status;
}

/* R, C and T, in a frame that is not there while the secret is made. The message, which is the last of the inputs that
 * the ciphertext may overlap, is moved to its place first. */
MC_NOINLINE mc_status seal(uint8_t *ciphertext, const uint8_t *r, const uint8_t *message, const uint8_t *secret,
                           size_t message_bytes, const mc_ecies_options *options, const mc_curve *curve)
{
    const size_t r_bytes = mc_ecies_r_bytes(options, curve);
    uint8_t *body = ciphertext + r_bytes, digest[MC_HASH_MAX_DIGEST_BYTES];
    mc_ecies_keys keys;
    mc_move(body, message, message_bytes);
    memcpy(ciphertext, r, r_bytes);
    mc_status status = mc_ecies_derive(&keys, secret, ciphertext, message_bytes, options, curve);
    if (status == MC_OK) {
        mc_ecies_apply(body, body, message_bytes, &keys, options);
        mc_ecies_tag(digest, body, message_bytes, &keys, options);
        memcpy(body + message_bytes, digest, options->tag_bytes);
    }
    mc_wipe(&keys, sizeof keys);
    mc_wipe(digest, sizeof digest);
    return status;
}

/* Seals the message, if the status is OK; ends all that was begun in any case. */
static mc_status finish(uint8_t *ciphertext, const uint8_t *r, ephemeral *own, mc_status status, const uint8_t *message,
                        size_t message_bytes, const mc_ecies_options *options, const mc_curve *curve)
{
    if (status == MC_OK)
        status = seal(ciphertext, r, message, own->secret, message_bytes, options, curve);
    if (status != MC_OK)
        mc_wipe(ciphertext, mc_ecies_overhead_bytes(options, curve) + message_bytes);
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
    const size_t bytes = mc_ecies_overhead_bytes(options, curve) + message_bytes;
    mc_status status = mc_ecies_check_apart(ciphertext, bytes, options);
    if (status != MC_OK)
        return status;
    status = mc_ecies_check(options, curve);
    if (status == MC_OK)
        status = mc_key_generate(own.private_key, point, random, context, curve);
    status = agree(&own, point, status, public_key, public_key_bytes, options, curve);
    return finish(ciphertext, point, &own, status, message, message_bytes, options, curve);
}

mc_status mc_ecies_encrypt_given(uint8_t *ciphertext, const uint8_t *public_key, const uint8_t *message,
                                 const uint8_t *ephemeral_key, size_t public_key_bytes, size_t message_bytes,
                                 size_t ephemeral_key_bytes, const mc_ecies_options *options, const mc_curve *curve)
{
    uint8_t point[MC_MAX_PUBLIC_KEY_BYTES];
    ephemeral own;
    const size_t bytes = mc_ecies_overhead_bytes(options, curve) + message_bytes;
    mc_status status = mc_ecies_check_apart(ciphertext, bytes, options);
    if (status != MC_OK)
        return status;
    status = mc_ecies_check(options, curve);
    if (status == MC_OK)
        status = mc_public_key(point, ephemeral_key, ephemeral_key_bytes, curve);
    if (status == MC_OK)
        memcpy(own.private_key, ephemeral_key, ephemeral_key_bytes);
    status = agree(&own, point, status, public_key, public_key_bytes, options, curve);
    return finish(ciphertext, point, &own, status, message, message_bytes, options, curve);
}
