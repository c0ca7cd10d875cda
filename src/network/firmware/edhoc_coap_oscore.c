/* One side of EDHOC over CoAP with the combined request of RFC 9668 and OSCORE, MC_BENCH_RESPONDER: from message 1 to
 * the answer to the first protected request, a POST of eight octets to /r. Method 3, suite 2, identifiers of one octet.
 * The input has the ephemeral private key and then each datagram that comes, behind its length; the output a status,
 * each datagram that goes, behind its length, and of the responder the reading that came. */
#include <string.h>

#include "bench.h"
#include "motecurve/network/coap.h"
#include "motecurve/network/edhoc.h"
#include "motecurve/network/oscore.h"
#include "network/firmware/rfc9529.h"

#define READING_BYTES 8
#define OUT_BYTES     127

static uint8_t ephemeral[MC_EDHOC_KEY_BYTES], came[2][UINT8_MAX], came_bytes[2];
static uint8_t out[OUT_BYTES], out_bytes;

static void send(const uint8_t *octets, size_t bytes)
{
    out[out_bytes++] = (uint8_t)bytes;
    memcpy(out + out_bytes, octets, bytes);
    out_bytes = (uint8_t)(out_bytes + bytes);
}

#ifndef MC_BENCH_EMPTY
/* The longest datagram that comes or goes, and the longest message of EDHOC. */
#define DATAGRAM_BYTES 80
#define MESSAGE_BYTES  48

static struct {
    mc_edhoc session;
    mc_oscore context;
    mc_oscore_request request;
    uint8_t datagram[DATAGRAM_BYTES], message[MESSAGE_BYTES], drawn;
    size_t bytes, message_bytes;
} side;

/* The ephemeral key, behind the two blocks by which the library sees that a source does not repeat itself. */
static int draw(void *context, uint8_t *octets, size_t bytes)
{
    (void)context;
    if (++side.drawn > 2)
        memcpy(octets, ephemeral, bytes);
    else
        memset(octets, side.drawn, bytes);
    return 0;
}

static const mc_edhoc_credential own = {own_id_cred, own_cred, NULL, sizeof own_id_cred, sizeof own_cred, 0},
                                 peer = {peer_id_cred,        peer_cred,        peer_key,
                                         sizeof peer_id_cred, sizeof peer_cred, sizeof peer_key};

static const mc_edhoc_credential *find(void *context, const uint8_t *id_cred, size_t bytes)
{
    (void)context;
    return bytes == sizeof peer_id_cred && !memcmp(id_cred, peer_id_cred, bytes) ? &peer : NULL;
}

static const uint8_t suite = 2, identifier = MC_BENCH_RESPONDER ? 0x27 : 0x0e;
static const mc_edhoc_profile profile = {.method = MC_EDHOC_STATIC_STATIC,
                                         .methods = 1 << MC_EDHOC_STATIC_STATIC,
                                         .suites = &suite,
                                         .suites_count = 1,
                                         .identifier = &identifier,
                                         .identifier_bytes = 1,
                                         .own = &own,
                                         .private_key = own_key,
                                         .find = find};

static mc_status receive(mc_coap_message *message, uint8_t number)
{
    side.bytes = came_bytes[number];
    if (side.bytes > sizeof side.datagram)
        return MC_ERROR_LENGTH;
    memcpy(side.datagram, came[number], side.bytes);
    return mc_coap_read(message, side.datagram, side.bytes);
}

/* The payload in its place, so that it may be changed. */
static uint8_t *payload_of(const mc_coap_message *message)
{
    return side.datagram + (message->payload - side.datagram);
}

static mc_status sent(mc_status status)
{
    if (status == MC_OK)
        send(side.datagram, side.bytes);
    return status;
}

#if !MC_BENCH_RESPONDER
static mc_status ask(void)
{
    static const uint8_t format = MC_COAP_FORMAT_CID, yes = 0xf5;
    const mc_coap_head head = {.code = MC_COAP_POST, .token_bytes = 1, .number = 1};
    mc_coap_writer writer;
    mc_status status = mc_edhoc_begin(&side.session, MC_EDHOC_INITIATOR, &profile);
    if (status == MC_OK)
        status = mc_edhoc_write_1(side.message, &side.message_bytes, sizeof side.message, &side.session, draw, NULL);
    if (status != MC_OK)
        return status;
    mc_coap_begin(&writer, side.datagram, sizeof side.datagram, &head);
    mc_coap_put_option(&writer, MC_COAP_URI_PATH, (const uint8_t *)".well-known", 11);
    mc_coap_put_option(&writer, MC_COAP_URI_PATH, (const uint8_t *)"edhoc", 5);
    mc_coap_put_option(&writer, MC_COAP_CONTENT_FORMAT, &format, 1);
    mc_coap_put_payload(&writer, &yes, 1);
    mc_coap_put_payload(&writer, side.message, side.message_bytes);
    return sent(mc_coap_end(&side.bytes, &writer));
}

static mc_status ask_protected(void)
{
    static const uint8_t reading[READING_BYTES] = {0, 1, 2, 3, 4, 5, 6, 7};
    const mc_coap_head head = {.code = MC_COAP_POST, .token_bytes = 1, .number = 2};
    uint8_t text[4 + READING_BYTES];
    size_t text_bytes;
    mc_coap_writer writer;
    mc_status status = mc_edhoc_write_3(side.message, &side.message_bytes, sizeof side.message, &side.session);
    if (status == MC_OK)
        status = mc_oscore_from_edhoc(&side.context, &side.session);
    mc_edhoc_end(&side.session);
    mc_coap_begin_inner(&writer, text, sizeof text, MC_COAP_POST);
    mc_coap_put_option(&writer, MC_COAP_URI_PATH, (const uint8_t *)"r", 1);
    mc_coap_put_payload(&writer, reading, sizeof reading);
    if (status == MC_OK)
        status = mc_coap_end(&text_bytes, &writer);
    if (status != MC_OK)
        return status;
    mc_coap_begin(&writer, side.datagram, sizeof side.datagram, &head);
    return sent(mc_oscore_protect_combined(&side.bytes, &writer, &side.request, &side.context, side.message,
                                           side.message_bytes, text, text_bytes));
}

static mc_status run(void)
{
    mc_coap_message answer;
    mc_status status = ask();
    if (status == MC_OK)
        status = receive(&answer, 0);
    if (status == MC_OK)
        status = mc_edhoc_read_2(&side.session, payload_of(&answer), answer.payload_bytes);
    if (status == MC_OK)
        status = ask_protected();
    if (status == MC_OK)
        status = receive(&answer, 1);
    if (status == MC_OK)
        status = mc_oscore_unprotect_response(&answer, &side.request, &side.context, side.datagram, side.bytes);
    return status == MC_OK && answer.head.code != MC_COAP_CHANGED ? MC_ERROR_ENCODING : status;
}
#else
/* The head of an answer that goes with its acknowledgement. */
static mc_coap_head answers(const mc_coap_head *asked)
{
    mc_coap_head head = *asked;
    head.kind = MC_COAP_ACKNOWLEDGEMENT;
    head.code = MC_COAP_CHANGED;
    return head;
}

static mc_status answer(const mc_coap_message *asked)
{
    static const uint8_t format = MC_COAP_FORMAT_EDHOC;
    const mc_coap_head head = answers(&asked->head);
    mc_coap_writer writer;
    mc_status status = mc_edhoc_begin(&side.session, MC_EDHOC_RESPONDER, &profile);
    if (status == MC_OK && asked->payload_bytes < 2)
        status = MC_ERROR_ENCODING;
    if (status == MC_OK)
        status = mc_edhoc_read_1(&side.session, asked->payload + 1, asked->payload_bytes - 1);
    if (status == MC_OK)
        status = mc_edhoc_write_2(side.message, &side.message_bytes, sizeof side.message, &side.session, draw, NULL);
    if (status != MC_OK)
        return status;
    mc_coap_begin(&writer, side.datagram, sizeof side.datagram, &head);
    mc_coap_put_option(&writer, MC_COAP_CONTENT_FORMAT, &format, 1);
    mc_coap_put_payload(&writer, side.message, side.message_bytes);
    return sent(mc_coap_end(&side.bytes, &writer));
}

static mc_status answer_protected(void)
{
    static const uint8_t changed = MC_COAP_CHANGED;
    mc_coap_message asked;
    mc_coap_writer writer;
    mc_coap_option path;
    mc_status status =
        mc_oscore_unprotect_combined(&asked, &side.request, &side.context, &side.session, side.datagram, side.bytes);
    mc_edhoc_end(&side.session);
    if (status == MC_OK && (asked.head.code != MC_COAP_POST || asked.payload_bytes != READING_BYTES ||
                            mc_coap_find(&path, &asked, MC_COAP_URI_PATH) != 1 || *path.value != 'r'))
        status = MC_ERROR_ENCODING;
    if (status != MC_OK)
        return status;
    const mc_coap_head head = answers(&asked.head);
    memcpy(side.message, asked.payload, READING_BYTES);
    mc_coap_begin(&writer, side.datagram, sizeof side.datagram, &head);
    status =
        sent(mc_oscore_protect_response(&side.bytes, &writer, &side.request, &side.context, &changed, sizeof changed));
    if (status == MC_OK)
        send(side.message, READING_BYTES);
    return status;
}

static mc_status run(void)
{
    mc_coap_message asked;
    mc_status status = receive(&asked, 0);
    if (status == MC_OK)
        status = answer(&asked);
    if (status == MC_OK)
        status = receive(&asked, 1);
    return status == MC_OK ? answer_protected() : status;
}
#endif

/* The routine measured; its name begins as the library's, which the linker keeps. */
__attribute__((noinline)) uint8_t mc_bench_edhoc_coap_oscore(void)
{
    side.drawn = 0;
    return (uint8_t)run();
}
#endif

void bench_operation(void)
{
    uint8_t status = MC_OK;
    out_bytes = 0;
    bench_read(ephemeral, sizeof ephemeral);
    for (uint8_t i = 0; i < 2; i++) {
        bench_read(&came_bytes[i], 1);
        bench_read(came[i], came_bytes[i]);
    }
    BENCH_CALL(status = mc_bench_edhoc_coap_oscore());
    bench_write(&status, sizeof status);
    bench_write(out, out_bytes);
}
