/* TinyDTLS as Contiki builds it: one peer, static memory, datagrams of 200 octets at most. A side gets the datagrams of
 * the other one after the other, and sends its own into the result. What it draws is given. */
#include <string.h>

#include "contiki.h"
#include "implementation.h"
#include "memb.h"

#include "dtls.h"
#include "dtls_debug.h"
#include "dtls_prng.h"

#define BYTES         IMPLEMENTATION_DTLS_BLOCK
#define LENGTH_BYTES  2
#define ADDRESS_OCTET 1 /* of a neighbour; motelab.network.deployed.dtls_answers has the same */

static uint8_t datagram[DTLS_MAX_BUF]; /* it is decrypted where it lies */
static session_t neighbour;
static dtls_ecdsa_key_t own_key;
static uint8_t own_x[BYTES], own_y[BYTES], own_private[BYTES];
static const uint8_t *expected_key, *drawn, *text;
static uint8_t *written, *written_end, *heard;
static uint8_t is_client, is_answered;

void memb_init(struct memb *m)
{
    memset(m->taken, 0, m->count);
}

void *memb_alloc(struct memb *m)
{
    for (uint16_t i = 0; i < m->count; i++)
        if (!m->taken[i]) {
            m->taken[i] = 1;
            return (uint8_t *)m->blocks + i * m->size;
        }
    return NULL;
}

int memb_free(struct memb *m, void *block)
{
    m->taken[((uint8_t *)block - (uint8_t *)m->blocks) / m->size] = 0;
    return 0;
}

void dtls_dsrv_hexdump_log(log_t level, const char *name, const unsigned char *octets, size_t length, int extend)
{
    (void)level, (void)name, (void)octets, (void)length, (void)extend;
}

void dtls_dsrv_log_addr(log_t level, const char *name, const session_t *address)
{
    (void)level, (void)name, (void)address;
}

void dtls_prng_init(unsigned seed)
{
    (void)seed;
}

int dtls_prng(unsigned char *to, size_t length)
{
    memcpy(to, drawn, length);
    drawn += length;
    return (int)length;
}

static int get_key(struct dtls_context_t *context, const session_t *session, const dtls_ecdsa_key_t **key)
{
    (void)context, (void)session;
    *key = &own_key;
    return 0;
}

/* The other's key is known beforehand. */
static int verify_key(struct dtls_context_t *context, const session_t *session, const unsigned char *x,
                      const unsigned char *y, size_t length)
{
    (void)context, (void)session;
    if (memcmp(x, expected_key, length) || memcmp(y, expected_key + length, length))
        return dtls_alert_fatal_create(DTLS_ALERT_BAD_CERTIFICATE);
    return 0;
}

static int send_datagram(struct dtls_context_t *context, session_t *session, uint8 *octets, size_t length)
{
    (void)context, (void)session;
    if (length + LENGTH_BYTES > (size_t)(written_end - written))
        return -1;
    written[0] = (uint8_t)(length >> 8);
    written[1] = (uint8_t)length;
    memcpy(written + LENGTH_BYTES, octets, length);
    written += LENGTH_BYTES + length;
    return (int)length;
}

static void send_text(struct dtls_context_t *context)
{
    uint8_t octets[BYTES];
    memcpy(octets, text + 1, text[0]);
    dtls_write(context, &neighbour, octets, text[0]);
}

/* Data that arrived. A server answers them. */
static int hear(struct dtls_context_t *context, session_t *session, uint8 *octets, size_t length)
{
    (void)session;
    if (length >= BYTES)
        return -1;
    heard[0] = (uint8_t)length;
    memcpy(heard + 1, octets, length);
    is_answered = 1;
    if (!is_client)
        send_text(context);
    return 0;
}

static int note_event(struct dtls_context_t *context, session_t *session, dtls_alert_level_t level, unsigned short code)
{
    (void)session, (void)level;
    if (is_client && code == DTLS_EVENT_CONNECTED)
        send_text(context);
    return 0;
}

static dtls_handler_t handler = {
    .write = send_datagram,
    .read = hear,
    .event = note_event,
    .get_ecdsa_key = get_key,
    .verify_ecdsa_key = verify_key,
};

static void begin(const uint8_t *key, const uint8_t *other_key)
{
    memcpy(own_private, key, BYTES);
    memcpy(own_x, key + BYTES, BYTES);
    memcpy(own_y, key + 2 * BYTES, BYTES);
    own_key = (dtls_ecdsa_key_t){DTLS_ECDH_CURVE_SECP256R1, own_private, own_x, own_y};
    expected_key = other_key;
    memset(&neighbour, 0, sizeof neighbour);
    neighbour.size = sizeof neighbour.addr;
    memset(&neighbour.addr, ADDRESS_OCTET, sizeof neighbour.addr);
}

static uint8_t run(uint8_t *result, const uint8_t *key, const uint8_t *other_key, const uint8_t *given,
                   const uint8_t *asked_or_told, const uint8_t *received)
{
    const uint8_t *end = received + IMPLEMENTATION_DTLS_FLIGHTS;
    dtls_context_t *context;
    heard = result;
    written = result + BYTES;
    written_end = written + IMPLEMENTATION_DTLS_FLIGHTS;
    memset(result, 0, BYTES + IMPLEMENTATION_DTLS_FLIGHTS);
    drawn = given;
    text = asked_or_told;
    is_answered = 0;
    begin(key, other_key);
    dtls_init();
    context = dtls_new_context(NULL);
    dtls_set_handler(context, &handler);
    if (is_client && dtls_connect(context, &neighbour) < 0)
        return 1;
    while (end - received > LENGTH_BYTES) {
        size_t length = (size_t)received[0] << 8 | received[1];
        if (!length)
            break;
        if (length > sizeof datagram)
            return 1;
        memcpy(datagram, received + LENGTH_BYTES, length);
        dtls_handle_message(context, &neighbour, datagram, (int)length);
        received += LENGTH_BYTES + length;
    }
    return !is_answered;
}

uint8_t implementation_dtls_client(uint8_t *result, const uint8_t *key, const uint8_t *other_key, const uint8_t *given,
                                   const uint8_t *asked, const uint8_t *received)
{
    is_client = 1;
    return run(result, key, other_key, given, asked, received);
}

uint8_t implementation_dtls_server(uint8_t *result, const uint8_t *key, const uint8_t *other_key, const uint8_t *given,
                                   const uint8_t *told, const uint8_t *received)
{
    is_client = 0;
    return run(result, key, other_key, given, told, received);
}
