/* Message 2 (5.3): G_Y and CIPHERTEXT_2 in one string; PLAINTEXT_2 is C_R, ID_CRED_R, Signature_or_MAC_2, ?EAD_2. */
#include "network/edhoc/session.h"

#include <string.h>

#include "motecurve/hash.h"
#include "network/edhoc/key.h"
#include "network/edhoc/plaintext.h"
#include "network/edhoc/prove.h"
#include "network/edhoc/suite.h"
#include "word/word.h"

/* TH_2 = H(G_Y, H(message_1)), and PRK_2e of both ephemeral keys. */
static mc_status begin(mc_edhoc *session, uint8_t prk[HASH_BYTES], const uint8_t g_y[KEY_BYTES])
{
    uint8_t input[2 * (2 + HASH_BYTES)], secret[KEY_BYTES];
    mc_cbor_writer writer = {input, sizeof input, 0};
    mc_sha256_context context;
    mc_cbor_put_octets(&writer, g_y, KEY_BYTES);
    mc_cbor_put_octets(&writer, session->transcript, HASH_BYTES);
    mc_sha256_begin(&context);
    mc_sha256_feed(&context, input, sizeof input);
    mc_sha256_finish(session->transcript, &context);
    const mc_status status = mc_edhoc_agree_x(secret, session->ephemeral, session->peer_x, session->suite);
    if (status == MC_OK)
        mc_edhoc_extract(prk, session->transcript, secret);
    mc_wipe(secret, sizeof secret);
    return status;
}

/* CIPHERTEXT_2 is PLAINTEXT_2 with a key stream, and the other way round. */
static void apply_stream(uint8_t *text, size_t bytes, const uint8_t prk[HASH_BYTES],
                         const uint8_t transcript[HASH_BYTES])
{
    /* The length of the whole stream is part of what makes it, so it is not made in pieces. */
    uint8_t stream[MC_EDHOC_MAX_PLAINTEXT_2_BYTES];
    mc_edhoc_kdf_transcript(stream, bytes, prk, MC_EDHOC_KEYSTREAM_2, transcript);
    for (size_t i = 0; i < bytes; i++)
        text[i] ^= stream[i];
    mc_wipe(stream, sizeof stream);
}

/* The identifier in CBOR; `out` has room for the longest. */
static mc_edhoc_part identifier_part(uint8_t out[1 + MC_EDHOC_MAX_IDENTIFIER_BYTES], const uint8_t *identifier,
                                     size_t bytes)
{
    mc_cbor_writer writer = {out, 1 + MC_EDHOC_MAX_IDENTIFIER_BYTES, 0};
    mc_edhoc_put_identifier(&writer, identifier, bytes);
    return (mc_edhoc_part){out, writer.used};
}

/* The plaintext in its place; TH_3. */
static mc_status compose(mc_cbor_writer *writer, mc_edhoc *session, const uint8_t prk[HASH_BYTES])
{
    const mc_edhoc_profile *profile = session->profile;
    const mc_edhoc_credential *own = profile->own;
    const uint8_t is_static = mc_edhoc_is_static(session, MC_EDHOC_RESPONDER);
    uint8_t identifier[1 + MC_EDHOC_MAX_IDENTIFIER_BYTES], proof_octets[SIG_BYTES];
    const mc_edhoc_proof proof = {
        .credential = own,
        .id_cred = {own->id_cred, own->id_cred_bytes},
        .identifier = identifier_part(identifier, profile->identifier, profile->identifier_bytes),
        .mac_label = MC_EDHOC_MAC_2,
        .is_static = is_static,
    };
    mc_status status = mc_edhoc_mix_static(session, prk, MC_EDHOC_RESPONDER, NULL);
    if (status == MC_OK)
        status = mc_edhoc_prove(proof_octets, session, &proof);
    if (status != MC_OK)
        return status;
    const size_t start = writer->used;
    mc_cbor_put(writer, proof.identifier.octets, proof.identifier.bytes);
    mc_edhoc_put_id_cred(writer, own);
    mc_cbor_put_octets(writer, proof_octets, mc_edhoc_proof_bytes(session, is_static));
    uint8_t transcript[HASH_BYTES];
    memcpy(transcript, session->transcript, HASH_BYTES);
    mc_edhoc_add_to_transcript(session->transcript, writer->out + start, writer->used - start, own);
    apply_stream(writer->out + start, writer->used - start, prk, transcript);
    return MC_OK;
}

/* Bytes of the plaintext, by writing it nowhere. */
static size_t plaintext_bytes(const mc_edhoc *session)
{
    const mc_edhoc_profile *profile = session->profile;
    const uint8_t proof_bytes = mc_edhoc_proof_bytes(session, mc_edhoc_is_static(session, MC_EDHOC_RESPONDER));
    mc_cbor_writer count = {NULL, 0, 0};
    mc_edhoc_put_identifier(&count, profile->identifier, profile->identifier_bytes);
    mc_edhoc_put_id_cred(&count, profile->own);
    return count.used + mc_cbor_head_bytes(proof_bytes) + proof_bytes;
}

mc_status mc_edhoc_write_2(uint8_t *message, size_t *bytes, size_t size, mc_edhoc *session, mc_random random,
                           void *context)
{
    uint8_t prk[HASH_BYTES];
    mc_cbor_writer writer = {message, size, 0};
    *bytes = 0;
    mc_status status = mc_edhoc_expect(session, MC_EDHOC_TO_WRITE_2);
    if (status != MC_OK)
        return status;
    const size_t content = KEY_BYTES + plaintext_bytes(session);
    if (content - KEY_BYTES > MC_EDHOC_MAX_PLAINTEXT_2_BYTES)
        return mc_edhoc_go_on(session, MC_EDHOC_ENDED, MC_ERROR_MESSAGE_LENGTH);
    if (size < mc_cbor_head_bytes((uint32_t)content) + content)
        return MC_ERROR_LENGTH;
    status = mc_edhoc_ephemeral(session, random, context);
    if (status == MC_OK)
        status = begin(session, prk, session->own_x);
    if (status == MC_OK) {
        mc_cbor_put_head(&writer, MC_CBOR_OCTETS, (uint32_t)content);
        mc_cbor_put(&writer, session->own_x, KEY_BYTES);
        status = compose(&writer, session, prk);
    }
    if (status == MC_OK)
        *bytes = writer.used;
    else
        mc_wipe(message, writer.used);
    mc_wipe(prk, sizeof prk);
    return mc_edhoc_go_on(session, MC_EDHOC_TO_READ_3, status);
}

/* The responder's identifier and proof, from a plaintext that is decrypted already. */
static mc_status check(mc_edhoc *session, const uint8_t *text, size_t bytes, const uint8_t prk[HASH_BYTES])
{
    mc_cbor_reader reader = {text, text + bytes, MC_OK};
    mc_edhoc_plaintext plaintext;
    const uint8_t *identifier;
    session->peer_identifier_bytes = (uint8_t)mc_edhoc_get_identifier(&reader, &identifier);
    const mc_edhoc_part its = {text, (size_t)(reader.at - text)}; /* in CBOR */
    if (reader.status == MC_OK && its.bytes > 1 + MC_EDHOC_MAX_IDENTIFIER_BYTES)
        reader.status = MC_ERROR_UNSUPPORTED;
    mc_edhoc_get_plaintext(&plaintext, &reader);
    if (reader.status != MC_OK)
        return reader.status;
    memcpy(session->peer_identifier, identifier, session->peer_identifier_bytes);
    const mc_edhoc_profile *profile = session->profile;
    session->peer = profile->find(profile->context, plaintext.id_cred.octets, plaintext.id_cred.bytes);
    if (!session->peer)
        return MC_ERROR_CERTIFICATE;
    const mc_edhoc_proof proof = {
        .credential = session->peer,
        .id_cred = plaintext.id_cred,
        .identifier = its,
        .ead = plaintext.ead,
        .mac_label = MC_EDHOC_MAC_2,
        .is_static = mc_edhoc_is_static(session, MC_EDHOC_RESPONDER),
    };
    const mc_status status = mc_edhoc_mix_static(session, prk, MC_EDHOC_RESPONDER, session->peer);
    return status == MC_OK ? mc_edhoc_check(plaintext.proof.octets, plaintext.proof.bytes, session, &proof) : status;
}

mc_status mc_edhoc_read_2(mc_edhoc *session, uint8_t *message, size_t message_bytes)
{
    uint8_t prk[HASH_BYTES], *octets;
    size_t bytes;
    mc_status status = mc_edhoc_expect(session, MC_EDHOC_TO_READ_2);
    if (status != MC_OK) {
        mc_wipe(message, message_bytes);
        return status;
    }
    status = mc_edhoc_only_string(&octets, &bytes, message, message_bytes);
    if (status == MC_OK && bytes <= KEY_BYTES)
        status = MC_ERROR_ENCODING;
    if (status == MC_OK && bytes - KEY_BYTES > MC_EDHOC_MAX_PLAINTEXT_2_BYTES)
        status = MC_ERROR_MESSAGE_LENGTH;
    if (status == MC_OK) {
        memcpy(session->peer_x, octets, KEY_BYTES);
        status = begin(session, prk, session->peer_x);
    }
    if (status == MC_OK) {
        octets += KEY_BYTES;
        bytes -= KEY_BYTES;
        apply_stream(octets, bytes, prk, session->transcript);
        status = check(session, octets, bytes, prk);
    }
    if (status == MC_OK)
        mc_edhoc_add_to_transcript(session->transcript, octets, bytes, session->peer);
    mc_wipe(message, message_bytes);
    mc_wipe(prk, sizeof prk);
    return mc_edhoc_go_on(session, MC_EDHOC_TO_WRITE_3, status);
}
