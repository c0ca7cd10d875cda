/* Decap and AuthDecap (RFC 9180, 4.1), and opening. */
#include "protocol/hpke/hpke.h"

#include <string.h>

#include "motecurve/ecdh.h"
#include "motecurve/key.h"
#include "native/burn.h"

/* The secrets that the private key shares with the ephemeral key and with the sender's own. */
MC_NOINLINE mc_status decap(mc_hpke_agreement *agreement, const uint8_t *private_key, const uint8_t *enc,
                            const uint8_t *peer_key, size_t private_key_bytes, size_t enc_bytes, size_t peer_key_bytes,
                            const mc_curve *curve)
{
    const size_t key_bytes = mc_curve_public_key_bytes(curve);
    uint8_t *keys = agreement->keys;
    mc_status status = mc_ecdh(agreement->secrets, private_key, enc, private_key_bytes, enc_bytes, curve);
    if (status == MC_OK && peer_key_bytes)
        status = mc_ecdh(agreement->secrets + mc_curve_field_bytes(curve), private_key, peer_key, private_key_bytes,
                         peer_key_bytes, curve);
    if (status == MC_OK)
        status = mc_public_key(keys + key_bytes, private_key, private_key_bytes, curve);
    if (status == MC_OK) {
        memcpy(keys, enc, key_bytes);
        memcpy(keys + 2 * key_bytes, peer_key_bytes ? peer_key : enc, key_bytes);
    }
    agreement->secrets_count = peer_key_bytes ? 2 : 1;
    agreement->keys_count = peer_key_bytes ? 3 : 2;
    return status;
}

mc_status mc_hpke_receiver_begin(mc_hpke_receiver *receiver, const uint8_t *private_key, const uint8_t *enc,
                                 const uint8_t *peer_key, const uint8_t *info, size_t private_key_bytes,
                                 size_t enc_bytes, size_t peer_key_bytes, size_t info_bytes,
                                 const mc_hpke_options *options, const mc_curve *curve)
{
    mc_hpke_kem kem;
    mc_hpke_agreement agreement;
    mc_hpke_context own;
    uint8_t secret[MC_HASH_MAX_DIGEST_BYTES];
    if (mc_hpke_overlaps(receiver, sizeof *receiver, options))
        return MC_ERROR_OVERLAP;
    mc_status status = mc_hpke_find_kem(&kem, curve);
    if (status == MC_OK)
        status = mc_hpke_check(options, peer_key_bytes);
    if (status == MC_OK)
        status = decap(&agreement, private_key, enc, peer_key, private_key_bytes, enc_bytes, peer_key_bytes, curve);
    if (status == MC_OK)
        status = mc_hpke_shared_secret(secret, &agreement, &kem, curve);
    if (status == MC_OK)
        status = mc_hpke_schedule(&own, &kem, secret, info, info_bytes, options);
    if (status == MC_OK)
        receiver->context = own;
    else
        mc_wipe(receiver, sizeof *receiver);
    mc_wipe(&agreement, sizeof agreement);
    mc_wipe(&own, sizeof own);
    mc_wipe(secret, sizeof secret);
    mc_burn(MC_BURN_CURVE_BYTES(mc_curve_field_bytes(curve)));
    return status;
}

mc_status mc_hpke_open(uint8_t *message, mc_hpke_receiver *receiver, const uint8_t *ciphertext, const uint8_t *data,
                       size_t ciphertext_bytes, size_t data_bytes)
{
    mc_hpke_context *context = &receiver->context;
    uint8_t nonce[MC_HPKE_NONCE_BYTES];
    if (ciphertext_bytes < MC_HPKE_TAG_BYTES)
        return MC_ERROR_LENGTH;
    const size_t message_bytes = ciphertext_bytes - MC_HPKE_TAG_BYTES;
    if (mc_octets_overlap(message, message_bytes, receiver, sizeof *receiver))
        return MC_ERROR_OVERLAP;
    mc_status status = mc_hpke_nonce(nonce, context);
    if (status == MC_OK)
        status = context->aead->decrypt(message, context->key, nonce, ciphertext, data, context->aead->key_bytes,
                                        sizeof nonce, ciphertext_bytes, data_bytes);
    else
        mc_wipe(message, message_bytes);
    if (status == MC_OK)
        context->sequence++;
    mc_wipe(nonce, sizeof nonce);
    return status;
}
