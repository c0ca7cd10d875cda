/* Encap and AuthEncap (RFC 9180, 4.1), and sealing. */
#include "protocol/hpke/hpke.h"

#include <string.h>

#include "motecurve/ecdh.h"
#include "motecurve/key.h"
#include "native/burn.h"

/* The ephemeral key pair, and the secrets that it and the sender's own key share with the peer. */
MC_NOINLINE mc_status encap(mc_hpke_agreement *agreement, const uint8_t *peer_key, const uint8_t *own_key,
                            size_t peer_key_bytes, size_t own_key_bytes, mc_random random, void *context,
                            const mc_curve *curve)
{
    uint8_t ephemeral[MC_MAX_SCALAR_BYTES];
    const size_t key_bytes = mc_curve_public_key_bytes(curve), private_bytes = mc_curve_scalar_bytes(curve);
    uint8_t *keys = agreement->keys;
    mc_status status = peer_key_bytes == key_bytes ? MC_OK : MC_ERROR_LENGTH;
    if (status == MC_OK)
        status = mc_key_generate(ephemeral, keys, random, context, curve);
    if (status == MC_OK)
        status = mc_ecdh(agreement->secrets, ephemeral, peer_key, private_bytes, peer_key_bytes, curve);
    if (status == MC_OK && own_key_bytes) {
        status = mc_ecdh(agreement->secrets + mc_curve_field_bytes(curve), own_key, peer_key, own_key_bytes,
                         peer_key_bytes, curve);
        if (status == MC_OK)
            status = mc_public_key(keys + 2 * key_bytes, own_key, own_key_bytes, curve);
    }
    if (status == MC_OK)
        memcpy(keys + key_bytes, peer_key, key_bytes);
    agreement->secrets_count = own_key_bytes ? 2 : 1;
    agreement->keys_count = own_key_bytes ? 3 : 2;
    mc_wipe(ephemeral, sizeof ephemeral);
    return status;
}

mc_status mc_hpke_sender_begin(mc_hpke_sender *sender, uint8_t *enc, const uint8_t *peer_key, const uint8_t *own_key,
                               const uint8_t *info, size_t peer_key_bytes, size_t own_key_bytes, size_t info_bytes,
                               const mc_hpke_options *options, mc_random random, void *context, const mc_curve *curve)
{
    mc_hpke_kem kem;
    mc_hpke_agreement agreement;
    mc_hpke_context own;
    uint8_t secret[MC_HASH_MAX_DIGEST_BYTES];
    const size_t key_bytes = curve ? mc_curve_public_key_bytes(curve) : 0;
    if (mc_octets_overlap(sender, sizeof *sender, enc, key_bytes) ||
        mc_hpke_overlaps(sender, sizeof *sender, options) || mc_hpke_overlaps(enc, key_bytes, options))
        return MC_ERROR_OVERLAP;
    mc_status status = mc_hpke_find_kem(&kem, curve);
    if (status == MC_OK)
        status = mc_hpke_check(options, own_key_bytes);
    if (status == MC_OK)
        status = encap(&agreement, peer_key, own_key, peer_key_bytes, own_key_bytes, random, context, curve);
    if (status == MC_OK)
        status = mc_hpke_shared_secret(secret, &agreement, &kem, curve);
    if (status == MC_OK)
        status = mc_hpke_schedule(&own, &kem, secret, info, info_bytes, options);
    if (status == MC_OK) {
        memcpy(enc, agreement.keys, key_bytes);
        sender->context = own;
    } else {
        mc_wipe(enc, key_bytes);
        mc_wipe(sender, sizeof *sender);
    }
    mc_wipe(&agreement, sizeof agreement);
    mc_wipe(&own, sizeof own);
    mc_wipe(secret, sizeof secret);
    mc_burn(MC_BURN_CURVE_BYTES(mc_curve_field_bytes(curve)));
    return status;
}

mc_status mc_hpke_seal(uint8_t *ciphertext, mc_hpke_sender *sender, const uint8_t *message, const uint8_t *data,
                       size_t message_bytes, size_t data_bytes)
{
    mc_hpke_context *context = &sender->context;
    uint8_t nonce[MC_HPKE_NONCE_BYTES];
    if (mc_octets_overlap(ciphertext, message_bytes + MC_HPKE_TAG_BYTES, sender, sizeof *sender))
        return MC_ERROR_OVERLAP;
    mc_status status = mc_hpke_nonce(nonce, context);
    if (status == MC_OK)
        status = context->aead->encrypt(ciphertext, context->key, nonce, message, data, context->aead->key_bytes,
                                        sizeof nonce, message_bytes, data_bytes);
    else
        mc_wipe(ciphertext, message_bytes + MC_HPKE_TAG_BYTES);
    if (status == MC_OK)
        context->sequence++;
    mc_wipe(nonce, sizeof nonce);
    return status;
}
