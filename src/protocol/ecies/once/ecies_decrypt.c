#include "protocol/ecies/ecies.h"

#include <string.h>

/* The secret of the private key and the R that the ciphertext begins with. */
static mc_status agree(uint8_t *secret, const uint8_t *private_key, const uint8_t *ciphertext, size_t private_key_bytes,
                       const mc_ecies_options *options, const mc_curve *curve)
{
    const size_t bytes = mc_ecies_r_bytes(options, curve), point_bytes = mc_curve_public_key_bytes(curve);
    uint8_t point[MC_MAX_PUBLIC_KEY_BYTES];
    if (!options->compression)
        return options->agree(secret, private_key, ciphertext, private_key_bytes, bytes, curve);
    mc_status status = options->compression->decode(point, ciphertext, bytes, curve);
    return status == MC_OK ? options->agree(secret, private_key, point, private_key_bytes, point_bytes, curve) : status;
}

/* The message, if the tag is right, in a frame that is not there while the secret is made. The message may overlap the
 * ciphertext: R is kept apart, since XOR makes its key of it while it writes. */
MC_NOINLINE mc_status open_sealed(uint8_t *message, const uint8_t *ciphertext, const uint8_t *secret,
                                  size_t message_bytes, const mc_ecies_options *options, const mc_curve *curve)
{
    const size_t r_bytes = mc_ecies_r_bytes(options, curve);
    const uint8_t *body = ciphertext + r_bytes;
    uint8_t r[MC_MAX_PUBLIC_KEY_BYTES], digest[MC_HASH_MAX_DIGEST_BYTES];
    mc_ecies_keys keys;
    memcpy(r, ciphertext, r_bytes);
    mc_status status = mc_ecies_derive(&keys, secret, r, message_bytes, options, curve);
    if (status == MC_OK) {
        mc_ecies_tag(digest, body, message_bytes, &keys, options);
        if (!mc_octets_equal(digest, body + message_bytes, options->tag_bytes))
            status = MC_ERROR_MAC;
    }
    if (status == MC_OK) {
        mc_move(message, body, message_bytes);
        mc_ecies_apply(message, message, message_bytes, &keys, options);
    }
    mc_wipe(&keys, sizeof keys);
    mc_wipe(digest, sizeof digest);
    return status;
}

mc_status mc_ecies_decrypt(uint8_t *message, const uint8_t *private_key, const uint8_t *ciphertext,
                           size_t private_key_bytes, size_t ciphertext_bytes, const mc_ecies_options *options,
                           const mc_curve *curve)
{
    uint8_t secret[MC_MAX_FIELD_BYTES];
    mc_status status = mc_ecies_check(options, curve);
    if (status != MC_OK)
        return status;
    const size_t overhead = mc_ecies_r_bytes(options, curve) + options->tag_bytes;
    if (ciphertext_bytes < overhead)
        return MC_ERROR_LENGTH;
    status = mc_ecies_check_apart(message, ciphertext_bytes - overhead, options);
    if (status != MC_OK)
        return status;
    status = agree(secret, private_key, ciphertext, private_key_bytes, options, curve);
    if (status == MC_OK)
        status = open_sealed(message, ciphertext, secret, ciphertext_bytes - overhead, options, curve);
    if (status != MC_OK)
        mc_wipe(message, ciphertext_bytes - overhead);
    mc_wipe(secret, sizeof secret);
    mc_burn(MC_BURN_CURVE_BYTES(mc_curve_field_bytes(curve)));
    return status;
}
