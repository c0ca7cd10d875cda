/* Messages protected (8.1, 8.3), and the request with message 3 of EDHOC (RFC 9668, 3.2.1). */
#include "network/oscore/terms.h"

#include <string.h>

#include "word/word.h"

static size_t request_option(uint8_t out[OPTION_BYTES_MAX], const mc_oscore_request *request, const mc_oscore *context)
{
    size_t used = 1;
    out[0] = (uint8_t)(OPTION_HAS_KID | request->number_bytes);
    memcpy(out + used, request->number + NUMBER_BYTES - request->number_bytes, request->number_bytes);
    used += request->number_bytes;
    if (context->id_context) {
        out[0] |= OPTION_HAS_ID_CONTEXT;
        out[used++] = context->id_context_bytes;
        memcpy(out + used, context->id_context, context->id_context_bytes);
        used += context->id_context_bytes;
    }
    memcpy(out + used, request->kid, request->kid_bytes);
    return used + request->kid_bytes;
}

/* The text behind what is in the writer, and room for its tag; where it begins, null if there is no room. */
static uint8_t *put_text(mc_coap_writer *writer, const uint8_t *plaintext, size_t bytes)
{
    static const uint8_t tag[MC_OSCORE_TAG_BYTES] = {0};
    if (!bytes && writer->status == MC_OK)
        writer->status = MC_ERROR_ENCODING;
    mc_coap_put_payload(writer, plaintext, bytes);
    mc_coap_put_payload(writer, tag, sizeof tag);
    return writer->status == MC_OK ? writer->out + writer->used - bytes - sizeof tag : NULL;
}

/* The writer's datagram, or zeros in as much of it as was written. */
static mc_status done(size_t *bytes, mc_coap_writer *writer, mc_status status)
{
    if (status != MC_OK)
        mc_wipe(writer->out, writer->used);
    *bytes = status == MC_OK ? writer->used : 0;
    return status;
}

/* OSCORE's option behind what the writer has, under a code that says nothing. */
static void put_option(mc_coap_writer *writer, uint8_t code, const uint8_t *option, size_t bytes)
{
    if (writer->status == MC_OK)
        writer->out[1] = code;
    mc_coap_put_option(writer, MC_COAP_OSCORE, option, bytes);
}

mc_status mc_oscore_protect_combined(size_t *bytes, mc_coap_writer *writer, mc_oscore_request *request,
                                     mc_oscore *context, const uint8_t *message_3, size_t message_3_bytes,
                                     const uint8_t *plaintext, size_t plaintext_bytes)
{
    uint8_t option[OPTION_BYTES_MAX], *text;
    if (mc_octets_overlap(writer->out, writer->size, plaintext, plaintext_bytes) ||
        mc_octets_overlap(writer->out, writer->size, message_3, message_3_bytes))
        return MC_ERROR_OVERLAP;
    mc_oscore_open_request(request, context->sender_id, context->sender_id_bytes, context->next);
    put_option(writer, MC_COAP_POST, option, request_option(option, request, context));
    if (message_3_bytes)
        mc_coap_put_option(writer, MC_COAP_EDHOC, NULL, 0);
    mc_coap_put_payload(writer, message_3, message_3_bytes);
    text = put_text(writer, plaintext, plaintext_bytes);
    mc_status status = text ? mc_oscore_use_number(context) : writer->status;
    if (status == MC_OK) {
        const mc_oscore_seal seal = {context->sender_key, request->kid, request->number, request->kid_bytes, request};
        status = mc_oscore_encrypt(text, plaintext_bytes, &seal, context->common_iv);
    }
    if (status != MC_OK)
        memset(request, 0, sizeof *request);
    return done(bytes, writer, status);
}

mc_status mc_oscore_protect_request(size_t *bytes, mc_coap_writer *writer, mc_oscore_request *request,
                                    mc_oscore *context, const uint8_t *plaintext, size_t plaintext_bytes)
{
    return mc_oscore_protect_combined(bytes, writer, request, context, NULL, 0, plaintext, plaintext_bytes);
}

/* With the request's nonce (5.2), for which there is one answer: so no number is needed. */
mc_status mc_oscore_protect_response(size_t *bytes, mc_coap_writer *writer, mc_oscore_request *request,
                                     const mc_oscore *context, const uint8_t *plaintext, size_t plaintext_bytes)
{
    const mc_oscore_seal seal = {context->sender_key, request->kid, request->number, request->kid_bytes, request};
    if (mc_octets_overlap(writer->out, writer->size, plaintext, plaintext_bytes))
        return MC_ERROR_OVERLAP;
    put_option(writer, MC_COAP_CHANGED, NULL, 0);
    uint8_t *text = put_text(writer, plaintext, plaintext_bytes);
    mc_status status = request->is_open ? writer->status : MC_ERROR_ABANDONED;
    if (text && status == MC_OK) {
        request->is_open = 0;
        status = mc_oscore_encrypt(text, plaintext_bytes, &seal, context->common_iv);
    }
    return done(bytes, writer, status);
}
