/* Messages unprotected in their place (8.2, 8.4), and the request with message 3 of EDHOC (RFC 9668, 3.3.1). */
#include "network/oscore/terms.h"

#include <string.h>

#include "network/cbor.h"
#include "word/word.h"

/* The option's octets in turn; `left` of them. MC_ERROR_ENCODING where there are fewer. */
static mc_status take(const uint8_t **out, const uint8_t **at, size_t *left, size_t bytes)
{
    if (*left < bytes)
        return MC_ERROR_ENCODING;
    *out = *at;
    *at += bytes;
    *left -= bytes;
    return MC_OK;
}

static mc_status read_number(mc_oscore_option *option, const uint8_t **at, size_t *left, uint8_t bytes)
{
    const uint8_t *octets;
    if (bytes > NUMBER_BYTES || take(&octets, at, left, bytes) != MC_OK)
        return MC_ERROR_ENCODING;
    if (bytes > 1 && !octets[0])
        return MC_ERROR_NOT_MINIMAL;
    option->number_bytes = bytes;
    memcpy(option->number + NUMBER_BYTES - bytes, octets, bytes);
    return MC_OK;
}

/* A length of one octet, and the context's identifier. */
static mc_status read_id_context(mc_oscore_option *option, const uint8_t **at, size_t *left)
{
    const uint8_t *length;
    mc_status status = take(&length, at, left, 1);
    if (status == MC_OK)
        status = take(&option->id_context, at, left, *length);
    if (status != MC_OK)
        return status;
    option->has_id_context = 1;
    option->id_context_bytes = *length;
    return *length > MC_OSCORE_MAX_ID_CONTEXT_BYTES ? MC_ERROR_LENGTH : MC_OK;
}

/* The rest is the sender's identifier, or nothing. */
static mc_status read_kid(mc_oscore_option *option, const uint8_t *at, size_t left, uint8_t has_kid)
{
    if (!has_kid)
        return left ? MC_ERROR_ENCODING : MC_OK;
    if (left > MC_OSCORE_MAX_ID_BYTES)
        return MC_ERROR_LENGTH;
    option->has_kid = 1;
    option->kid = at;
    option->kid_bytes = (uint8_t)left;
    return MC_OK;
}

static mc_status read_value(mc_oscore_option *option, const uint8_t *at, size_t left)
{
    const uint8_t flags = left ? *at : 0;
    if (!left)
        return MC_OK;
    if (!flags || flags & OPTION_RESERVED) /* no flags are no octets */
        return MC_ERROR_ENCODING;
    at++;
    left--;
    mc_status status = read_number(option, &at, &left, flags & OPTION_NUMBER);
    if (status == MC_OK && flags & OPTION_HAS_ID_CONTEXT)
        status = read_id_context(option, &at, &left);
    return status == MC_OK ? read_kid(option, at, left, flags & OPTION_HAS_KID) : status;
}

mc_status mc_oscore_read_option(mc_oscore_option *option, const mc_coap_message *message)
{
    mc_coap_option found;
    memset(option, 0, sizeof *option);
    if (mc_coap_find(&found, message, MC_COAP_OSCORE) != 1)
        return MC_OSCORE_ERROR_UNPROTECTED;
    const mc_status status = read_value(option, found.value, found.bytes);
    if (status != MC_OK)
        memset(option, 0, sizeof *option);
    return status;
}

static uint8_t is_same(const uint8_t *a, size_t a_bytes, const uint8_t *b, size_t b_bytes)
{
    return a_bytes == b_bytes && mc_octets_equal(a, b, a_bytes);
}

/* Whether an option names this context, as far as it names one. */
static uint8_t is_ours(const mc_oscore_option *option, const mc_oscore *context)
{
    if (option->has_kid && !is_same(option->kid, option->kid_bytes, context->recipient_id, context->recipient_id_bytes))
        return 0;
    return !option->has_id_context || (context->id_context && is_same(option->id_context, option->id_context_bytes,
                                                                      context->id_context, context->id_context_bytes));
}

/* Datagram and option of a message; classes of codes: requests are of 0. */
static mc_status read_outer(mc_coap_message *outer, mc_oscore_option *option, const mc_oscore *context,
                            const uint8_t *datagram, size_t bytes, uint8_t is_request)
{
    mc_status status = mc_coap_read(outer, datagram, bytes);
    if (status == MC_OK)
        status = mc_oscore_read_option(option, outer);
    if (status == MC_OK && (outer->head.code >> 5 == 0) != is_request)
        status = MC_ERROR_ENCODING;
    if (status == MC_OK && is_request && (!option->has_kid || !option->number_bytes))
        status = MC_ERROR_ENCODING;
    return status == MC_OK && !is_ours(option, context) ? MC_OSCORE_ERROR_CONTEXT : status;
}

/* Decrypts the payload from `skipped` octets on: *bytes of text without the tag, null for an error. */
static uint8_t *open_text(mc_status *status, size_t *bytes, const mc_coap_message *outer, size_t skipped,
                          const mc_oscore_seal *seal, const mc_oscore *context, uint8_t *datagram)
{
    if (outer->payload_bytes <= skipped + MC_OSCORE_TAG_BYTES) {
        *status = MC_ERROR_ENCODING;
        return NULL;
    }
    uint8_t *text = datagram + (outer->payload - datagram) + skipped;
    *bytes = outer->payload_bytes - skipped - MC_OSCORE_TAG_BYTES;
    *status = mc_oscore_decrypt(text, *bytes + MC_OSCORE_TAG_BYTES, seal, context->common_iv);
    return *status == MC_OK ? text : NULL;
}

/* The message in a text, under the head of the outer one. */
static mc_status read_text(mc_coap_message *message, const mc_coap_message *outer, const uint8_t *text, size_t bytes)
{
    const mc_status status = mc_coap_read_inner(message, text, bytes);
    if (status == MC_OK) {
        const uint8_t code = message->head.code;
        message->head = outer->head;
        message->head.code = code;
    }
    return status;
}

/* The message; for an error nothing of it, nor of the datagram. */
static mc_status whole(mc_coap_message *message, uint8_t *datagram, size_t bytes, mc_status status)
{
    if (status != MC_OK) {
        memset(message, 0, sizeof *message);
        mc_wipe(datagram, bytes);
    }
    return status;
}

mc_status mc_oscore_open(mc_coap_message *message, mc_oscore_request *request, mc_oscore *context, uint8_t *datagram,
                         size_t bytes, size_t skipped)
{
    mc_coap_message outer;
    mc_oscore_option option;
    size_t text_bytes;
    memset(request, 0, sizeof *request);
    mc_status status = read_outer(&outer, &option, context, datagram, bytes, 1);
    if (status == MC_OK && context->flags & MC_OSCORE_LOST_WINDOW)
        status = MC_ERROR_ABANDONED;
    if (status == MC_OK && !mc_oscore_is_new(context, option.number))
        status = MC_OSCORE_ERROR_REPLAY;
    if (status == MC_OK) {
        const mc_oscore_seal seal = {context->recipient_key, request->kid, request->number, option.kid_bytes, request};
        mc_oscore_open_request(request, option.kid, option.kid_bytes, option.number);
        const uint8_t *text = open_text(&status, &text_bytes, &outer, skipped, &seal, context, datagram);
        if (text) { /* what is authentic has come, though it may be no message */
            mc_oscore_came(context, option.number);
            status = read_text(message, &outer, text, text_bytes);
        }
    }
    if (status != MC_OK)
        memset(request, 0, sizeof *request);
    return whole(message, datagram, bytes, status);
}

mc_status mc_oscore_unprotect_request(mc_coap_message *message, mc_oscore_request *request, mc_oscore *context,
                                      uint8_t *datagram, size_t bytes)
{
    return mc_oscore_open(message, request, context, datagram, bytes, 0);
}

/* With the request's nonce, or with a number of the peer's own. */
mc_status mc_oscore_unprotect_response(mc_coap_message *message, mc_oscore_request *request, const mc_oscore *context,
                                       uint8_t *datagram, size_t bytes)
{
    mc_coap_message outer;
    mc_oscore_option option;
    size_t text_bytes;
    mc_status status = read_outer(&outer, &option, context, datagram, bytes, 0);
    if (status == MC_OK && !request->is_open)
        status = MC_ERROR_ABANDONED;
    if (status == MC_OK) {
        mc_oscore_seal seal = {context->recipient_key, request->kid, request->number, request->kid_bytes, request};
        if (option.number_bytes) {
            seal.id = context->recipient_id;
            seal.id_bytes = context->recipient_id_bytes;
            seal.number = option.number;
        }
        const uint8_t *text = open_text(&status, &text_bytes, &outer, 0, &seal, context, datagram);
        if (text)
            status = read_text(message, &outer, text, text_bytes);
    }
    if (status == MC_OK)
        request->is_open = 0;
    return whole(message, datagram, bytes, status);
}

/* Where message 3 lies in the payload, its octets; and whether the request is for this session, before it reads. */
static mc_status find_message_3(uint8_t **message_3, size_t *message_3_bytes, const mc_edhoc *session,
                                uint8_t *datagram, size_t bytes)
{
    mc_coap_message outer;
    mc_coap_option found;
    mc_oscore_option option;
    const uint8_t *content;
    mc_status status = mc_coap_read(&outer, datagram, bytes);
    if (status == MC_OK)
        status = mc_oscore_read_option(&option, &outer);
    if (status != MC_OK)
        return status;
    if (mc_coap_find(&found, &outer, MC_COAP_EDHOC) != 1)
        return MC_OSCORE_ERROR_UNPROTECTED;
    if (!session->profile || !option.has_kid ||
        !is_same(option.kid, option.kid_bytes, session->profile->identifier, session->profile->identifier_bytes))
        return MC_OSCORE_ERROR_CONTEXT;
    mc_cbor_reader reader = {outer.payload, outer.payload + outer.payload_bytes, MC_OK};
    mc_cbor_get_octets(&reader, &content);
    *message_3 = datagram + (outer.payload - datagram);
    *message_3_bytes = (size_t)(reader.at - outer.payload);
    return reader.status;
}

mc_status mc_oscore_unprotect_combined(mc_coap_message *message, mc_oscore_request *request, mc_oscore *context,
                                       mc_edhoc *session, uint8_t *datagram, size_t bytes)
{
    uint8_t *message_3;
    size_t message_3_bytes;
    memset(request, 0, sizeof *request);
    mc_status status = find_message_3(&message_3, &message_3_bytes, session, datagram, bytes);
    if (status != MC_OK)
        return whole(message, datagram, bytes, status);
    status = mc_edhoc_read_3(session, message_3, message_3_bytes);
    if (status == MC_OK)
        status = mc_oscore_from_edhoc(context, session);
    if (status != MC_OK)
        return whole(message, datagram, bytes, status);
    status = mc_oscore_open(message, request, context, datagram, bytes, message_3_bytes);
    if (status != MC_OK) {
        mc_edhoc_end(session);
        mc_oscore_end(context);
    }
    return status;
}
