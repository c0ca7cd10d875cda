/* Shared by encrypting and decrypting. */
#include "protocol/ecies/ecies.h"

#include <string.h>

#include "motecurve/hmac.h"

static int are_sound(const mc_ecies_options *options)
{
    return options && options->hash && options->kdf && options->cipher && options->agree &&
           options->tag_bytes >= MC_ECIES_TAG_BYTES_MIN && options->tag_bytes <= mc_hash_digest_bytes(options->hash);
}

/* A curve without keys, or without compressed points, refuses an empty encoding in its own way. */
mc_status mc_ecies_check(const mc_ecies_options *options, const mc_curve *curve)
{
    uint8_t output[MC_MAX_PUBLIC_KEY_BYTES];
    if (!curve || !are_sound(options) || options->agree(output, NULL, NULL, 0, 0, curve) == MC_ERROR_UNSUPPORTED)
        return MC_ERROR_UNSUPPORTED;
    if (options->compression && options->compression->decode(output, NULL, 0, curve) == MC_ERROR_UNSUPPORTED)
        return MC_ERROR_UNSUPPORTED;
    return MC_OK;
}

mc_status mc_ecies_check_apart(const uint8_t *out, size_t bytes, const mc_ecies_options *options)
{
    return options && (mc_octets_overlap(out, bytes, options, sizeof *options) ||
                       mc_octets_overlap(out, bytes, options->shared_info1, options->shared_info1_bytes) ||
                       mc_octets_overlap(out, bytes, options->shared_info2, options->shared_info2_bytes))
               ? MC_ERROR_OVERLAP
               : MC_OK;
}

size_t mc_ecies_ephemeral_bytes(const mc_ecies_options *options, const mc_curve *curve)
{
    return mc_ecies_check(options, curve) == MC_OK ? mc_ecies_r_bytes(options, curve) : 0;
}

size_t mc_ecies_overhead_bytes(const mc_ecies_options *options, const mc_curve *curve)
{
    const size_t bytes = mc_ecies_ephemeral_bytes(options, curve);
    return bytes ? bytes + options->tag_bytes : 0;
}

/* Whether the KDF gives keys for so long a message, with a digest for HMAC. */
static int is_enough(const mc_ecies_options *options, size_t message_bytes)
{
    const size_t digest_bytes = mc_hash_digest_bytes(options->hash);
    if (options->cipher->key_bytes)
        return 1;
    return message_bytes / digest_bytes + (message_bytes % digest_bytes != 0) < options->kdf->blocks_max;
}

mc_status mc_ecies_derive(mc_ecies_keys *keys, const uint8_t *secret, const uint8_t *ephemeral, size_t message_bytes,
                          const mc_ecies_options *options, const mc_curve *curve)
{
    const mc_ecies_cipher *cipher = options->cipher;
    mc_kdf_input r = {ephemeral, options->binds_ephemeral ? mc_ecies_r_bytes(options, curve) : 0};
    mc_kdf_input info = {options->shared_info1, options->shared_info1_bytes};
    if (!is_enough(options, message_bytes))
        return MC_ERROR_MESSAGE_LENGTH;
    mc_ecies_stream_begin(&keys->stream, options->kdf, options->hash, secret, mc_curve_field_bytes(curve), r, info);
    memset(keys->counter, 0, sizeof keys->counter);
    if (cipher->key_bytes) {
        mc_ecies_stream_read(keys->cipher_key, NULL, cipher->key_bytes, &keys->stream);
        mc_ecies_stream_read(keys->counter, NULL, options->derives_counter ? sizeof keys->counter : 0, &keys->stream);
    } else {
        mc_ecies_stream_read(NULL, NULL, message_bytes, &keys->stream);
    }
    mc_ecies_stream_read(keys->mac_key, NULL, mc_hash_digest_bytes(options->hash), &keys->stream);
    return MC_OK;
}

void mc_ecies_apply(uint8_t *out, const uint8_t *in, size_t bytes, mc_ecies_keys *keys, const mc_ecies_options *options)
{
    const mc_ecies_cipher *cipher = options->cipher;
    if (cipher->key_bytes) {
        cipher->ctr(out, keys->counter, in, keys->cipher_key, bytes, cipher->key_bytes);
    } else {
        keys->stream.number = 0; /* from the beginning */
        keys->stream.used = (uint8_t)mc_hash_digest_bytes(options->hash);
        mc_ecies_stream_read(out, in, bytes, &keys->stream);
    }
}

void mc_ecies_tag(uint8_t *digest, const uint8_t *in, size_t bytes, const mc_ecies_keys *keys,
                  const mc_ecies_options *options)
{
    mc_hmac_context context;
    mc_hmac_begin(&context, options->hash, keys->mac_key, mc_hash_digest_bytes(options->hash));
    mc_hmac_feed(&context, in, bytes);
    mc_hmac_feed(&context, options->shared_info2, options->shared_info2_bytes);
    mc_hmac_finish(digest, &context);
}
