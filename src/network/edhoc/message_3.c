/* Message 3 (5.4): a string that AES-CCM encrypted; PLAINTEXT_3 is ID_CRED_I, Signature_or_MAC_3, ?EAD_3. Its keys come
 * of PRK_3e2m, and the MAC within it of PRK_4e3m. */
#include "network/edhoc/session.h"

#include <string.h>

#include "network/edhoc/key.h"
#include "network/edhoc/plaintext.h"
#include "network/edhoc/prove.h"
#include "network/edhoc/suite.h"
#include "word/word.h"

typedef struct {
    uint8_t prk[HASH_BYTES], transcript[HASH_BYTES];
} keys; /* PRK_3e2m, TH_3 */

static void keep(keys *own, const mc_edhoc *session)
{
    memcpy(own->prk, session->prk, HASH_BYTES);
    memcpy(own->transcript, session->transcript, HASH_BYTES);
}

/* TH_4 and PRK_out, which are the same at both sides from here on. */
static void conclude(mc_edhoc *session, const uint8_t *plaintext, size_t bytes, const mc_edhoc_credential *initiator)
{
    mc_edhoc_add_to_transcript(session->transcript, plaintext, bytes, initiator);
    mc_edhoc_kdf_transcript(session->out, sizeof session->out, session->prk, MC_EDHOC_PRK_OUT, session->transcript);
    mc_wipe(session->ephemeral, sizeof session->ephemeral);
}

static void put_plaintext(mc_cbor_writer *writer, const mc_edhoc *session, const uint8_t *proof)
{
    const uint8_t is_static = mc_edhoc_is_static(session, MC_EDHOC_INITIATOR);
    mc_edhoc_put_id_cred(writer, session->profile->own);
    mc_cbor_put_octets(writer, proof, mc_edhoc_proof_bytes(session, is_static));
}

static mc_status compose(mc_cbor_writer *writer, mc_edhoc *session)
{
    const mc_edhoc_credential *own = session->profile->own;
    const size_t start = writer->used;
    uint8_t proof_octets[SIG_BYTES];
    const mc_edhoc_proof proof = {
        .credential = own,
        .id_cred = {own->id_cred, own->id_cred_bytes},
        .mac_label = MC_EDHOC_MAC_3,
        .is_static = mc_edhoc_is_static(session, MC_EDHOC_INITIATOR),
    };
    keys third;
    keep(&third, session);
    mc_status status = mc_edhoc_mix_static(session, third.prk, MC_EDHOC_INITIATOR, NULL);
    if (status == MC_OK)
        status = mc_edhoc_prove(proof_octets, session, &proof);
    if (status == MC_OK) {
        put_plaintext(writer, session, proof_octets);
        uint8_t *text = writer->out + start;
        const size_t bytes = writer->used - start;
        const uint8_t tag_bytes = mc_edhoc_tag_bytes(session->suite);
        conclude(session, text, bytes, own);
        status = mc_edhoc_seal(text, bytes, third.prk, third.transcript, MC_EDHOC_K_3, tag_bytes);
        writer->used += tag_bytes;
    }
    mc_wipe(&third, sizeof third);
    return status;
}

mc_status mc_edhoc_write_3(uint8_t *message, size_t *bytes, size_t size, mc_edhoc *session)
{
    mc_cbor_writer writer = {message, size, 0}, count = {NULL, 0, 0};
    *bytes = 0;
    mc_status status = mc_edhoc_expect(session, MC_EDHOC_TO_WRITE_3);
    if (status != MC_OK)
        return status;
    put_plaintext(&count, session, NULL);
    const size_t content = count.used + mc_edhoc_tag_bytes(session->suite);
    if (content >= MESSAGE_BYTES_END)
        return mc_edhoc_go_on(session, MC_EDHOC_ENDED, MC_ERROR_MESSAGE_LENGTH);
    if (size < mc_cbor_head_bytes((uint32_t)content) + content)
        return MC_ERROR_LENGTH;
    mc_cbor_put_head(&writer, MC_CBOR_OCTETS, (uint32_t)content);
    status = compose(&writer, session);
    if (status == MC_OK)
        *bytes = writer.used;
    else
        mc_wipe(message, writer.used);
    return mc_edhoc_go_on(session, MC_EDHOC_TO_READ_4, status);
}

/* The initiator's proof, from a plaintext that is decrypted already. */
static mc_status check(mc_edhoc *session, const uint8_t *text, size_t bytes, const keys *third)
{
    mc_cbor_reader reader = {text, text + bytes, MC_OK};
    mc_edhoc_plaintext plaintext;
    mc_edhoc_get_plaintext(&plaintext, &reader);
    if (reader.status != MC_OK)
        return reader.status;
    const mc_edhoc_profile *profile = session->profile;
    session->peer = profile->find(profile->context, plaintext.id_cred.octets, plaintext.id_cred.bytes);
    if (!session->peer)
        return MC_ERROR_CERTIFICATE;
    const mc_edhoc_proof proof = {
        .credential = session->peer,
        .id_cred = plaintext.id_cred,
        .ead = plaintext.ead,
        .mac_label = MC_EDHOC_MAC_3,
        .is_static = mc_edhoc_is_static(session, MC_EDHOC_INITIATOR),
    };
    const mc_status status = mc_edhoc_mix_static(session, third->prk, MC_EDHOC_INITIATOR, session->peer);
    return status == MC_OK ? mc_edhoc_check(plaintext.proof.octets, plaintext.proof.bytes, session, &proof) : status;
}

mc_status mc_edhoc_read_3(mc_edhoc *session, uint8_t *message, size_t message_bytes)
{
    keys third;
    uint8_t *octets;
    size_t bytes;
    mc_status status = mc_edhoc_expect(session, MC_EDHOC_TO_READ_3);
    if (status != MC_OK) {
        mc_wipe(message, message_bytes);
        return status;
    }
    const uint8_t tag_bytes = mc_edhoc_tag_bytes(session->suite);
    keep(&third, session);
    status = mc_edhoc_only_string(&octets, &bytes, message, message_bytes);
    if (status == MC_OK)
        status = mc_edhoc_open(octets, bytes, third.prk, third.transcript, MC_EDHOC_K_3, tag_bytes);
    if (status == MC_OK)
        status = check(session, octets, bytes - tag_bytes, &third);
    if (status == MC_OK)
        conclude(session, octets, bytes - tag_bytes, session->peer);
    mc_wipe(message, message_bytes);
    mc_wipe(&third, sizeof third);
    return mc_edhoc_go_on(session, MC_EDHOC_TO_WRITE_4, status);
}
