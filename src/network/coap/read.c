/* Messages of CoAP, read in their place. A message is walked whole before anything of it is used. */
#include "motecurve/network/coap.h"

#include <string.h>

#include "network/coap/terms.h"

/* Reads the rest of what the nibble begins. */
static uint32_t get_rest(mc_coap_option *option, uint8_t nibble)
{
    const uint8_t bytes = nibble < COAP_ONE_MORE ? 0 : nibble == COAP_ONE_MORE ? 1 : 2;
    if (nibble > COAP_TWO_MORE || option->end - option->at < bytes) {
        option->status = nibble > COAP_TWO_MORE ? MC_ERROR_ENCODING : MC_ERROR_LENGTH;
        return 0;
    }
    if (!bytes)
        return nibble;
    const uint8_t *octets = option->at;
    option->at += bytes;
    return bytes == 1 ? (uint32_t)octets[0] + COAP_ONE_MORE
                      : ((uint32_t)octets[0] << 8 | octets[1]) + (uint32_t)COAP_TWO_FROM;
}

uint8_t mc_coap_next(mc_coap_option *option)
{
    if (option->status != MC_OK || option->at == option->end || *option->at == COAP_MARKER)
        return 0;
    const uint8_t nibbles = *option->at++;
    const uint32_t delta = get_rest(option, nibbles >> 4);
    const uint32_t bytes = option->status == MC_OK ? get_rest(option, nibbles & 15) : 0;
    if (option->status == MC_OK && delta > (uint32_t)(UINT16_MAX - option->number))
        option->status = MC_ERROR_ENCODING;
    if (option->status == MC_OK && bytes > (size_t)(option->end - option->at))
        option->status = MC_ERROR_LENGTH;
    if (option->status != MC_OK)
        return 0;
    option->number = (uint16_t)(option->number + delta);
    option->value = option->at;
    option->bytes = (size_t)bytes;
    option->at += option->bytes;
    return 1;
}

void mc_coap_options(mc_coap_option *option, const mc_coap_message *message)
{
    *option = (mc_coap_option){.at = message->options, .end = message->options + message->options_bytes};
}

uint8_t mc_coap_find(mc_coap_option *found, const mc_coap_message *message, uint16_t number)
{
    mc_coap_option option;
    uint8_t count = 0;
    *found = (mc_coap_option){.number = number};
    mc_coap_options(&option, message);
    while (mc_coap_next(&option)) {
        if (option.number == number && !count)
            *found = option;
        count += option.number == number && count < UINT8_MAX;
    }
    return count;
}

/* Options and payload, which are all that is left. */
static mc_status read_rest(mc_coap_message *message, const uint8_t *octets, size_t bytes)
{
    mc_coap_option option;
    message->options = octets;
    message->options_bytes = bytes;
    mc_coap_options(&option, message);
    while (mc_coap_next(&option))
        ;
    if (option.status != MC_OK)
        return option.status;
    message->options_bytes = (size_t)(option.at - octets);
    if (option.at == option.end)
        return MC_OK;
    message->payload = option.at + 1;
    message->payload_bytes = (size_t)(option.end - message->payload);
    return message->payload_bytes ? MC_OK : MC_ERROR_ENCODING;
}

static mc_status whole(mc_coap_message *message, mc_status status)
{
    if (status != MC_OK)
        memset(message, 0, sizeof *message);
    return status;
}

mc_status mc_coap_read_inner(mc_coap_message *message, const uint8_t *octets, size_t bytes)
{
    memset(message, 0, sizeof *message);
    if (!bytes)
        return MC_ERROR_LENGTH;
    if (octets[0] == MC_COAP_EMPTY || mc_coap_is_reserved(octets[0]))
        return MC_ERROR_ENCODING;
    message->head.code = octets[0];
    return whole(message, read_rest(message, octets + 1, bytes - 1));
}

mc_status mc_coap_read(mc_coap_message *message, const uint8_t *octets, size_t bytes)
{
    mc_coap_head *head = &message->head;
    memset(message, 0, sizeof *message);
    if (bytes < COAP_HEAD_BYTES)
        return MC_ERROR_LENGTH;
    if (octets[0] >> 6 != COAP_VERSION)
        return MC_ERROR_UNSUPPORTED;
    const uint8_t token_bytes = octets[0] & 15;
    if (token_bytes > MC_COAP_MAX_TOKEN_BYTES || mc_coap_is_reserved(octets[1]) ||
        (octets[1] == MC_COAP_EMPTY && (token_bytes || bytes > COAP_HEAD_BYTES)))
        return MC_ERROR_ENCODING;
    if (bytes - COAP_HEAD_BYTES < token_bytes)
        return MC_ERROR_LENGTH;
    head->kind = octets[0] >> 4 & 3;
    head->code = octets[1];
    head->number = (uint16_t)((uint16_t)octets[2] << 8 | octets[3]);
    head->token_bytes = token_bytes;
    memcpy(head->token, octets + COAP_HEAD_BYTES, token_bytes);
    const size_t begin = (size_t)COAP_HEAD_BYTES + token_bytes;
    return whole(message, read_rest(message, octets + begin, bytes - begin));
}
