/* Sessions: their beginning, their order, their end; parts that several messages share. */
#include "network/edhoc/session.h"

#include <string.h>

#include "motecurve/aes_ccm.h"
#include "native/burn.h"
#include "network/cbor.h"
#include "network/edhoc/key.h"
#include "network/edhoc/prove.h"
#include "network/edhoc/suite.h"
#include "word/word.h"

void mc_edhoc_end(mc_edhoc *session)
{
    mc_wipe(session, sizeof *session);
}

/* Whether a profile's methods have what they need: curves of signatures where a side signs. */
static uint8_t is_whole(mc_edhoc_role role, const mc_edhoc_profile *profile)
{
    if (!profile || !profile->own || !profile->private_key || !profile->find || profile->suites_count == 0 ||
        profile->identifier_bytes > MC_EDHOC_MAX_IDENTIFIER_BYTES)
        return 0;
    if (role == MC_EDHOC_RESPONDER)
        return profile->methods != 0 && profile->methods < 16;
    return role == MC_EDHOC_INITIATOR && profile->method <= MC_EDHOC_STATIC_STATIC &&
           profile->selected < profile->suites_count && mc_edhoc_has_suite(profile->suites[profile->selected]);
}

mc_status mc_edhoc_begin(mc_edhoc *session, mc_edhoc_role role, const mc_edhoc_profile *profile)
{
    mc_edhoc_end(session);
    if (!is_whole(role, profile))
        return MC_ERROR_UNSUPPORTED;
    session->profile = profile;
    session->role = (uint8_t)role;
    if (role == MC_EDHOC_INITIATOR) {
        session->method = (uint8_t)profile->method;
        session->suite = profile->suites[profile->selected];
    }
    session->state = role == MC_EDHOC_INITIATOR ? MC_EDHOC_TO_WRITE_1 : MC_EDHOC_TO_READ_1;
    return MC_OK;
}

mc_status mc_edhoc_expect(mc_edhoc *session, mc_edhoc_state state)
{
    if (session->state == state)
        return MC_OK;
    mc_edhoc_end(session);
    return MC_ERROR_ABANDONED;
}

mc_status mc_edhoc_go_on(mc_edhoc *session, mc_edhoc_state next, mc_status status)
{
    if (status == MC_OK)
        session->state = (uint8_t)next;
    else
        mc_edhoc_end(session);
    mc_burn(MC_BURN_CIPHER_BYTES);
    return status;
}

mc_status mc_edhoc_mix_static(mc_edhoc *session, const uint8_t prk[HASH_BYTES], mc_edhoc_role owner,
                              const mc_edhoc_credential *peer)
{
    const uint8_t label = owner == MC_EDHOC_RESPONDER ? MC_EDHOC_SALT_3E2M : MC_EDHOC_SALT_4E3M;
    uint8_t salt[HASH_BYTES], secret[KEY_BYTES];
    mc_status status = MC_OK;
    if (!mc_edhoc_is_static(session, owner)) {
        mc_move(session->prk, prk, HASH_BYTES);
        return MC_OK;
    }
    mc_edhoc_kdf_transcript(salt, sizeof salt, prk, label, session->transcript);
    if (session->role == owner)
        status = mc_edhoc_agree_x(secret, session->profile->private_key, session->peer_x, session->suite);
    else
        status = mc_edhoc_agree(secret, session->ephemeral, peer, session->suite);
    if (status == MC_OK)
        mc_edhoc_extract(session->prk, salt, secret);
    mc_wipe(secret, sizeof secret);
    mc_wipe(salt, sizeof salt);
    return status;
}

/* Enc_structure (RFC 9052, 5.3) with the transcript as external_aad: [ "Encrypt0", h'', TH ]. */
typedef struct {
    uint8_t key[AEAD_BYTES], nonce[NONCE_BYTES], data[13 + HASH_BYTES];
} sealing;

static void derive(sealing *own, const uint8_t prk[HASH_BYTES], const uint8_t transcript[HASH_BYTES], uint8_t key_label)
{
    static const uint8_t head[13] = {
        MC_CBOR_ARRAY | 3, MC_CBOR_TEXT | 8,    'E',       'n', 'c', 'r', 'y', 'p', 't', '0',
        MC_CBOR_OCTETS,    MC_CBOR_OCTETS | 24, HASH_BYTES};
    mc_edhoc_kdf_transcript(own->key, sizeof own->key, prk, key_label, transcript);
    mc_edhoc_kdf_transcript(own->nonce, sizeof own->nonce, prk, key_label + 1, transcript);
    memcpy(own->data, head, sizeof head);
    memcpy(own->data + sizeof head, transcript, HASH_BYTES);
}

mc_status mc_edhoc_seal(uint8_t *message, size_t bytes, const uint8_t prk[HASH_BYTES],
                        const uint8_t transcript[HASH_BYTES], uint8_t key_label, uint8_t tag_bytes)
{
    sealing own;
    derive(&own, prk, transcript, key_label);
    const mc_status status = mc_aes_ccm_encrypt(message, own.key, own.nonce, message, own.data, sizeof own.key,
                                                sizeof own.nonce, bytes, sizeof own.data, tag_bytes);
    mc_wipe(&own, sizeof own);
    return status;
}

mc_status mc_edhoc_open(uint8_t *message, size_t bytes, const uint8_t prk[HASH_BYTES],
                        const uint8_t transcript[HASH_BYTES], uint8_t key_label, uint8_t tag_bytes)
{
    sealing own;
    derive(&own, prk, transcript, key_label);
    const mc_status status = mc_aes_ccm_decrypt(message, own.key, own.nonce, message, own.data, sizeof own.key,
                                                sizeof own.nonce, bytes, sizeof own.data, tag_bytes);
    mc_wipe(&own, sizeof own);
    return status == MC_ERROR_LENGTH ? MC_ERROR_ENCODING : status;
}

mc_status mc_edhoc_only_string(uint8_t **octets, size_t *bytes, uint8_t *message, size_t message_bytes)
{
    mc_cbor_reader reader = {message, message + message_bytes, MC_OK};
    const uint8_t *content;
    *bytes = mc_cbor_get_octets(&reader, &content);
    mc_cbor_finish(&reader);
    *octets = reader.status == MC_OK ? message + (content - message) : message;
    return reader.status;
}
