/* TinyDTLS as Contiki builds it: one peer, static memory, datagrams of 200 octets at most. A side gets the datagrams of
 * the other one after the other, and sends its own into the result. What it draws is given. */
#include <string.h>

#include "implementation.h"

#include "dtls.h"
#include "dtls_debug.h"
#include "dtls_prng.h"

#define BYTES         IMPLEMENTATION_DTLS_BLOCK
#define FLIGHTS       IMPLEMENTATION_DTLS_FLIGHTS
#define LENGTH_BYTES  2
#define ADDRESS_OCTET 1 /* of the other (lab/motelab/network/deployed/dtls_answers.py) */

static uint8_t datagram[DTLS_MAX_BUF]; /* TinyDTLS decrypts where it lies */
static session_t other;
static uint8_t key_octets[3 * BYTES];
static dtls_ecdsa_key_t own_key;
static const uint8_t *expected_key, *drawn, *text;
static uint8_t *written, *written_end, *heard;
static uint8_t is_client, is_heard;

/* It prints nothing. */
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
    dtls_write(context, &other, (uint8 *)text + 1, text[0]);
}

/* Data that arrived. A server answers them. */
static int hear(struct dtls_context_t *context, session_t *session, uint8 *octets, size_t length)
{
    (void)session;
    if (length >= BYTES)
        return -1;
    heard[0] = (uint8_t)length;
    memcpy(heard + 1, octets, length);
    is_heard = 1;
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

static dtls_handler_t handler = {send_datagram, hear, note_event, .get_ecdsa_key = get_key,
                                 .verify_ecdsa_key = verify_key};

/* Gives it the datagrams; those before the last have two octets behind them. */
static uint8_t receive(struct dtls_context_t *context, const uint8_t *received)
{
    const uint8_t *end = received + FLIGHTS;
    size_t length;
    while (end - received > LENGTH_BYTES && (length = (size_t)received[0] << 8 | received[1])) {
        if (length > sizeof datagram)
            return 1;
        memcpy(datagram, received + LENGTH_BYTES, length);
        dtls_handle_message(context, &other, datagram, (int)length);
        received += LENGTH_BYTES + length;
    }
    return !is_heard;
}

static uint8_t run(uint8_t *result, const uint8_t *key, const uint8_t *received)
{
    dtls_context_t *context;
    memset(result, 0, BYTES + FLIGHTS);
    heard = result;
    written = result + BYTES;
    written_end = written + FLIGHTS;
    is_heard = 0;
    memcpy(key_octets, key, sizeof key_octets);
    own_key = (dtls_ecdsa_key_t){DTLS_ECDH_CURVE_SECP256R1, key_octets, key_octets + BYTES, key_octets + 2 * BYTES};
    memset(&other, 0, sizeof other);
    other.size = sizeof other.addr;
    memset(&other.addr, ADDRESS_OCTET, sizeof other.addr);
    dtls_init();
    context = dtls_new_context(NULL);
    dtls_set_handler(context, &handler);
    return (is_client && dtls_connect(context, &other) < 0) || receive(context, received);
}

#define SIDE(name, has_client)                                                                                         \
    uint8_t implementation_dtls_##name(uint8_t *result, const uint8_t *key, const uint8_t *other_key,                  \
                                       const uint8_t *given, const uint8_t *said, const uint8_t *received)             \
    {                                                                                                                  \
        expected_key = other_key, drawn = given, text = said, is_client = has_client;                                  \
        return run(result, key, received);                                                                             \
    }

SIDE(client, 1)
SIDE(server, 0)
