/* Security contexts (3.2), of a master secret or of EDHOC. */
#include "network/oscore/terms.h"

#include <string.h>

#include "motecurve/kdf.h"
#include "network/cbor.h"
#include "word/word.h"

#define SALT_BYTES     8 /* of EDHOC's exporter (RFC 9528, A.1) */
#define INFO_BYTES_MAX (1 + 1 + MC_OSCORE_MAX_ID_BYTES + 1 + MC_OSCORE_MAX_ID_CONTEXT_BYTES + 1 + 4 + 1)

enum { LABEL_SECRET = 0, LABEL_SALT = 1 };

void mc_oscore_end(mc_oscore *context)
{
    mc_wipe(context, sizeof *context);
}

/* HKDF with info = [id, id_context, alg_aead, type, L]; a type of two letters is "IV", of three "Key". */
static mc_status derive(uint8_t *out, uint8_t bytes, const mc_oscore_input *input, const uint8_t *id, uint8_t id_bytes)
{
    static const uint8_t null = 0xf6, key[] = {MC_CBOR_TEXT | 3, 'K', 'e', 'y'}, iv[] = {MC_CBOR_TEXT | 2, 'I', 'V'};
    uint8_t info[INFO_BYTES_MAX];
    mc_cbor_writer writer = {info, sizeof info, 0};
    mc_cbor_put_head(&writer, MC_CBOR_ARRAY, 5);
    mc_cbor_put_octets(&writer, id, id_bytes);
    if (input->id_context)
        mc_cbor_put_octets(&writer, input->id_context, input->id_context_bytes);
    else
        mc_cbor_put(&writer, &null, 1);
    mc_cbor_put_head(&writer, MC_CBOR_UNSIGNED, AEAD_CCM);
    if (bytes == MC_OSCORE_KEY_BYTES)
        mc_cbor_put(&writer, key, sizeof key);
    else
        mc_cbor_put(&writer, iv, sizeof iv);
    mc_cbor_put_head(&writer, MC_CBOR_UNSIGNED, bytes);
    return mc_hkdf(out, bytes, &mc_sha256, input->salt, input->salt_bytes, input->secret, input->secret_bytes, info,
                   writer.used);
}

static mc_status check(const mc_oscore_input *input)
{
    const uint8_t bytes = input->sender_id_bytes;
    if (bytes > MC_OSCORE_MAX_ID_BYTES || input->recipient_id_bytes > MC_OSCORE_MAX_ID_BYTES ||
        (input->id_context && input->id_context_bytes > MC_OSCORE_MAX_ID_CONTEXT_BYTES))
        return MC_ERROR_LENGTH;
    if (bytes == input->recipient_id_bytes && mc_octets_equal(input->sender_id, input->recipient_id, bytes))
        return MC_OSCORE_ERROR_CONTEXT; /* both sides would use one key with the same nonces */
    return MC_OK;
}

mc_status mc_oscore_begin(mc_oscore *context, const mc_oscore_input *input)
{
    mc_oscore_end(context);
    mc_status status = check(input);
    if (status == MC_OK)
        status = derive(context->sender_key, MC_OSCORE_KEY_BYTES, input, input->sender_id, input->sender_id_bytes);
    if (status == MC_OK)
        status =
            derive(context->recipient_key, MC_OSCORE_KEY_BYTES, input, input->recipient_id, input->recipient_id_bytes);
    if (status == MC_OK)
        status = derive(context->common_iv, IV_BYTES, input, NULL, 0);
    if (status != MC_OK) {
        mc_oscore_end(context);
        return status;
    }
    context->id_context = input->id_context;
    context->id_context_bytes = input->id_context ? input->id_context_bytes : 0;
    context->sender_id_bytes = input->sender_id_bytes;
    context->recipient_id_bytes = input->recipient_id_bytes;
    mc_move(context->sender_id, input->sender_id, input->sender_id_bytes);
    mc_move(context->recipient_id, input->recipient_id, input->recipient_id_bytes);
    return MC_OK;
}

mc_status mc_oscore_from_edhoc(mc_oscore *context, mc_edhoc *session)
{
    uint8_t secret[MC_OSCORE_KEY_BYTES], salt[SALT_BYTES];
    mc_oscore_end(context);
    mc_status status = mc_edhoc_export(secret, sizeof secret, session, LABEL_SECRET, NULL, 0);
    if (status == MC_OK)
        status = mc_edhoc_export(salt, sizeof salt, session, LABEL_SALT, NULL, 0);
    if (status == MC_OK) {
        const mc_oscore_input input = {.secret = secret,
                                       .salt = salt,
                                       .sender_id = session->peer_identifier,
                                       .recipient_id = session->profile->identifier,
                                       .secret_bytes = sizeof secret,
                                       .salt_bytes = sizeof salt,
                                       .sender_id_bytes = session->peer_identifier_bytes,
                                       .recipient_id_bytes = session->profile->identifier_bytes};
        status = mc_oscore_begin(context, &input);
    }
    mc_wipe(secret, sizeof secret);
    mc_wipe(salt, sizeof salt);
    return status;
}

void mc_oscore_keep(mc_oscore *context, const uint8_t number[NUMBER_BYTES], uint8_t is_new, mc_oscore_store store,
                    void *store_context)
{
    memcpy(context->next, number, NUMBER_BYTES);
    memcpy(context->kept, number, NUMBER_BYTES);
    context->store = store;
    context->store_context = store_context;
    if (!is_new)
        context->flags |= MC_OSCORE_LOST_WINDOW;
}
