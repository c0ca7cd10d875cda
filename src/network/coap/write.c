/* Messages of CoAP, written: a head of four octets, token, options with the distance of each number to the one before,
 * a marker, the payload (RFC 7252, 3). */
#include "motecurve/network/coap.h"

#include "network/coap/terms.h"
#include "word/word.h"

static void fail(mc_coap_writer *writer, mc_status status)
{
    if (writer->status == MC_OK)
        writer->status = status;
}

static void put(mc_coap_writer *writer, const uint8_t *octets, size_t bytes)
{
    if (bytes > writer->size - writer->used)
        fail(writer, MC_ERROR_LENGTH);
    if (writer->status != MC_OK)
        return;
    mc_move(writer->out + writer->used, octets, bytes);
    writer->used += bytes;
}

static void put_octet(mc_coap_writer *writer, uint8_t octet)
{
    put(writer, &octet, 1);
}

void mc_coap_begin(mc_coap_writer *writer, uint8_t *out, size_t size, const mc_coap_head *head)
{
    const uint8_t is_empty = head->code == MC_COAP_EMPTY;
    *writer = (mc_coap_writer){.out = out, .size = size};
    if (head->kind > MC_COAP_RESET || head->token_bytes > MC_COAP_MAX_TOKEN_BYTES || mc_coap_is_reserved(head->code) ||
        (is_empty && head->token_bytes))
        fail(writer, MC_ERROR_ENCODING);
    put_octet(writer, (uint8_t)(COAP_VERSION << 6 | head->kind << 4 | head->token_bytes));
    put_octet(writer, head->code);
    put_octet(writer, (uint8_t)(head->number >> 8));
    put_octet(writer, (uint8_t)head->number);
    put(writer, head->token, head->token_bytes);
}

void mc_coap_begin_inner(mc_coap_writer *writer, uint8_t *out, size_t size, uint8_t code)
{
    *writer = (mc_coap_writer){.out = out, .size = size};
    if (code == MC_COAP_EMPTY || mc_coap_is_reserved(code))
        fail(writer, MC_ERROR_ENCODING);
    put_octet(writer, code);
}

static uint8_t nibble_of(uint16_t number)
{
    return number < COAP_ONE_MORE ? (uint8_t)number : number < COAP_TWO_FROM ? COAP_ONE_MORE : COAP_TWO_MORE;
}

/* What a nibble leaves to the octets after it. */
static void put_rest(mc_coap_writer *writer, uint16_t number)
{
    if (number >= COAP_TWO_FROM) {
        number = (uint16_t)(number - COAP_TWO_FROM);
        put_octet(writer, (uint8_t)(number >> 8));
        put_octet(writer, (uint8_t)number);
    } else if (number >= COAP_ONE_MORE) {
        put_octet(writer, (uint8_t)(number - COAP_ONE_MORE));
    }
}

void mc_coap_put_option(mc_coap_writer *writer, uint16_t number, const uint8_t *value, size_t bytes)
{
    const uint16_t delta = (uint16_t)(number - writer->last);
    if (number < writer->last || bytes > UINT16_MAX || writer->has_payload)
        fail(writer, MC_ERROR_ENCODING);
    put_octet(writer, (uint8_t)(nibble_of(delta) << 4 | nibble_of((uint16_t)bytes)));
    put_rest(writer, delta);
    put_rest(writer, (uint16_t)bytes);
    put(writer, value, bytes);
    writer->last = number;
}

void mc_coap_put_payload(mc_coap_writer *writer, const uint8_t *octets, size_t bytes)
{
    if (!bytes)
        return;
    if (!writer->has_payload)
        put_octet(writer, COAP_MARKER);
    writer->has_payload = 1;
    put(writer, octets, bytes);
}

mc_status mc_coap_end(size_t *bytes, mc_coap_writer *writer)
{
    *bytes = writer->status == MC_OK ? writer->used : 0;
    if (writer->status != MC_OK)
        mc_wipe(writer->out, writer->size);
    return writer->status;
}
