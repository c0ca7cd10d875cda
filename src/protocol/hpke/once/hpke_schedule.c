/* From a shared secret to the keys of a context (RFC 9180, 5.1), and the secrets that it exports. */
#include "protocol/hpke/hpke.h"

#include <string.h>

#include "native/burn.h"

static int has_psk(const mc_hpke_options *options)
{
    return options->mode == MC_HPKE_PSK || options->mode == MC_HPKE_AUTH_PSK;
}

mc_status mc_hpke_check(const mc_hpke_options *options, size_t authentication_key_bytes)
{
    if (!options || !options->hash || mc_hash_digest_bytes(options->hash) < MC_SHA256_BYTES ||
        (unsigned)options->mode > MC_HPKE_AUTH_PSK)
        return MC_ERROR_UNSUPPORTED;
    const int is_psk_right = has_psk(options) ? options->psk_bytes >= MC_HPKE_MIN_PSK_BYTES && options->psk_id_bytes > 0
                                              : options->psk_bytes == 0 && options->psk_id_bytes == 0;
    return is_psk_right && (authentication_key_bytes > 0) == mc_hpke_is_authenticated(options) ? MC_OK
                                                                                               : MC_ERROR_LENGTH;
}

/* mode, psk_id_hash, info_hash. */
typedef struct {
    uint8_t octets[1 + 2 * MC_HASH_MAX_DIGEST_BYTES];
} key_schedule_context;

static mc_status expand_all(mc_hpke_context *context, const mc_hpke_labels *labels, const uint8_t *secret,
                            const key_schedule_context *bound)
{
    const size_t digest_bytes = mc_hash_digest_bytes(context->hash), bytes = 1 + 2 * digest_bytes;
    mc_status status = MC_OK;
    if (context->aead)
        status = mc_hpke_expand(context->key, context->aead->key_bytes, labels, secret, "key", bound->octets, bytes);
    if (status == MC_OK && context->aead)
        status = mc_hpke_expand(context->base_nonce, sizeof context->base_nonce, labels, secret, "base_nonce",
                                bound->octets, bytes);
    if (status == MC_OK)
        status = mc_hpke_expand(context->exporter_secret, digest_bytes, labels, secret, "exp", bound->octets, bytes);
    return status;
}

mc_status mc_hpke_schedule(mc_hpke_context *context, const mc_hpke_kem *kem, const uint8_t *secret, const uint8_t *info,
                           size_t info_bytes, const mc_hpke_options *options)
{
    mc_hpke_labels labels;
    key_schedule_context bound;
    uint8_t key[MC_HASH_MAX_DIGEST_BYTES];
    const size_t digest_bytes = mc_hash_digest_bytes(options->hash);
    memset(context, 0, sizeof *context);
    context->hash = options->hash;
    context->aead = options->aead;
    context->kem = kem->id;
    mc_hpke_label_context(&labels, kem->id, options->hash, options->aead);
    bound.octets[0] = (uint8_t)options->mode;
    mc_hpke_extract(bound.octets + 1, &labels, NULL, 0, "psk_id_hash", options->psk_id, options->psk_id_bytes);
    mc_hpke_extract(bound.octets + 1 + digest_bytes, &labels, NULL, 0, "info_hash", info, info_bytes);
    mc_hpke_extract(key, &labels, secret, mc_hash_digest_bytes(kem->hash), "secret", options->psk, options->psk_bytes);
    const mc_status status = expand_all(context, &labels, key, &bound);
    mc_wipe(key, sizeof key);
    return status;
}

mc_status mc_hpke_nonce(uint8_t nonce[MC_HPKE_NONCE_BYTES], const mc_hpke_context *context)
{
    uint64_t number = context->sequence;
    if (!context->aead)
        return MC_ERROR_UNSUPPORTED;
    if (number == UINT64_MAX)
        return MC_ERROR_MESSAGE_LENGTH;
    memcpy(nonce, context->base_nonce, MC_HPKE_NONCE_BYTES);
    for (uint8_t i = MC_HPKE_NONCE_BYTES; number; number >>= 8)
        nonce[--i] ^= (uint8_t)number;
    return MC_OK;
}

mc_status mc_hpke_export(uint8_t *out, size_t out_bytes, const mc_hpke_context *context, const uint8_t *purpose,
                         size_t purpose_bytes)
{
    mc_hpke_labels labels;
    const size_t digest_bytes = mc_hash_digest_bytes(context->hash);
    if (mc_octets_overlap(out, out_bytes, context, sizeof *context) ||
        (context->hash && out_bytes > digest_bytes && mc_octets_overlap(out, out_bytes, purpose, purpose_bytes)))
        return MC_ERROR_OVERLAP;
    mc_status status = context->hash ? MC_OK : MC_ERROR_UNSUPPORTED;
    if (status == MC_OK) {
        mc_hpke_label_context(&labels, context->kem, context->hash, context->aead);
        status = mc_hpke_expand(out, out_bytes, &labels, context->exporter_secret, "sec", purpose, purpose_bytes);
    }
    if (status != MC_OK)
        mc_wipe(out, out_bytes);
    mc_burn(MC_BURN_CIPHER_BYTES);
    return status;
}

void mc_hpke_end(mc_hpke_context *context)
{
    mc_wipe(context, sizeof *context);
}
