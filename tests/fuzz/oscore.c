/* Datagrams of CoAP and OSCORE; the curve does not matter. Bits 0 and 1 of the flags: 0, the input is a message of
 * CoAP; 1, what OSCORE encrypts of one: what is read is written again as it was. 2, it is a protected request, and 3,
 * it is added to a true one by XOR: a request that opens has the true one's plaintext. Bit 2: of an answer instead. */
#include "motecurve/network/oscore.h"

#include <string.h>

#include "fuzz.h"

#define DATAGRAM_BYTES 64

static const uint8_t secret[16] = {1, 2, 3}, client_id[] = {0x37}, server_id[] = {0x0f};
static const uint8_t text[] = {MC_COAP_POST, 0xb1, 'r', 0xff, 'w', 'a', 'r', 'm'};

/* A context of the client, or of the server. */
static void begin(mc_oscore *context, uint8_t is_server)
{
    const mc_oscore_input input = {.secret = secret,
                                   .sender_id = is_server ? server_id : client_id,
                                   .recipient_id = is_server ? client_id : server_id,
                                   .secret_bytes = sizeof secret,
                                   .sender_id_bytes = 1,
                                   .recipient_id_bytes = 1};
    fuzz_require(mc_oscore_begin(context, &input) == MC_OK, "a context begins", NULL);
}

static void reads_as_written(const fuzz_input *input, uint8_t is_inner)
{
    uint8_t *octets = fuzz_copy(input->octets, input->bytes), *out = fuzz_output(input->bytes);
    mc_coap_message message;
    mc_coap_option option;
    mc_coap_writer writer;
    size_t bytes;
    const mc_status status =
        is_inner ? mc_coap_read_inner(&message, octets, input->bytes) : mc_coap_read(&message, octets, input->bytes);
    if (status != MC_OK) {
        fuzz_require(fuzz_is_zero((const uint8_t *)&message, sizeof message), "no message after an error", NULL);
        return;
    }
    if (is_inner)
        mc_coap_begin_inner(&writer, out, input->bytes, message.head.code);
    else
        mc_coap_begin(&writer, out, input->bytes, &message.head);
    mc_coap_options(&option, &message);
    while (mc_coap_next(&option))
        mc_coap_put_option(&writer, option.number, option.value, option.bytes);
    mc_coap_put_payload(&writer, message.payload, message.payload_bytes);
    fuzz_require(mc_coap_end(&bytes, &writer) == MC_OK && bytes == input->bytes && !memcmp(out, octets, bytes),
                 "a message is written as it was read", NULL);
}

/* A request, or its answer, and what waits for it. */
static size_t true_datagram(uint8_t datagram[DATAGRAM_BYTES], mc_oscore_request *request, mc_oscore *client,
                            mc_oscore *server, uint8_t is_answer)
{
    const mc_coap_head head = {.code = MC_COAP_POST, .token_bytes = 1, .token = {'t'}, .number = 7};
    mc_coap_message message;
    mc_oscore_request asked;
    mc_coap_writer writer;
    size_t bytes;
    mc_coap_begin(&writer, datagram, DATAGRAM_BYTES, &head);
    mc_status status = mc_oscore_protect_request(&bytes, &writer, request, client, text, sizeof text);
    if (is_answer && status == MC_OK) {
        status = mc_oscore_unprotect_request(&message, &asked, server, datagram, bytes);
        mc_coap_begin(&writer, datagram, DATAGRAM_BYTES, &head);
        if (status == MC_OK)
            status = mc_oscore_protect_response(&bytes, &writer, &asked, server, text, sizeof text);
    }
    fuzz_require(status == MC_OK, "a true datagram is made", NULL);
    return bytes;
}

static void opens_what_was_sealed(const fuzz_input *input, uint8_t is_changed, uint8_t is_answer)
{
    mc_oscore client, server;
    mc_oscore_request request;
    mc_coap_message message;
    uint8_t made[DATAGRAM_BYTES];
    begin(&client, 0);
    begin(&server, 1);
    size_t bytes = true_datagram(made, &request, &client, &server, is_answer);
    for (size_t i = 0; is_changed && i < bytes && i < input->bytes; i++)
        made[i] ^= input->octets[i];
    bytes = is_changed ? bytes : input->bytes;
    uint8_t *datagram = fuzz_copy(is_changed ? made : input->octets, bytes);
    const mc_status status = is_answer ? mc_oscore_unprotect_response(&message, &request, &client, datagram, bytes)
                                       : mc_oscore_unprotect_request(&message, &request, &server, datagram, bytes);
    if (status == MC_OK)
        fuzz_require(is_changed && message.head.code == text[0] && message.payload_bytes == 4 &&
                         !memcmp(message.payload, text + 4, 4),
                     "what opens is what was sealed", NULL);
    else
        fuzz_require(fuzz_is_zero((const uint8_t *)&message, sizeof message) && fuzz_is_zero(datagram, bytes),
                     "nothing after an error", NULL);
}

void fuzz_one(fuzz_input *input)
{
    const uint8_t kind = input->flags & 3;
    if (kind < 2)
        reads_as_written(input, kind);
    else
        opens_what_was_sealed(input, kind == 3, input->flags >> 2 & 1);
}
