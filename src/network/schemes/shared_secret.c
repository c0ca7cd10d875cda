/* Three messages over a static secret of a pair (shared_secret.h). */
#include "network/schemes/shared_secret.h"

#include <string.h>

#include "motecurve/hmac.h"
#include "word/word.h"

static const MC_FLASH char label[] = "motecurve pair";

static uint8_t *put_id(uint8_t *octets, uint16_t id)
{
    octets[0] = (uint8_t)(id >> 8);
    octets[1] = (uint8_t)id;
    return octets + 2;
}

/* The whole MAC of message `number`; 0 for the secret. */
static void make_mac(uint8_t mac[MC_SHA256_BYTES], const mc_network_exchange *exchange, uint8_t number,
                     const mc_shared_secret *kind)
{
    enum { LABEL_BYTES = sizeof label - 1 };
    const mc_shared_secret_state *state = exchange->state;
    const uint8_t is_initiator = exchange->role == MC_NETWORK_INITIATOR;
    uint8_t text[LABEL_BYTES + 3 + 4 + 16], *next = text + LABEL_BYTES;
    mc_hmac_sha256_key key;
    mc_sha256_context context;
    for (uint8_t i = 0; i < LABEL_BYTES; i++)
        text[i] = (uint8_t)label[i];
    *next++ = kind->scheme;
    *next++ = number;
    *next++ = state->how;
    next = put_id(next, is_initiator ? exchange->own : exchange->peer);
    next = put_id(next, is_initiator ? exchange->peer : exchange->own);
    memcpy(next, exchange->nonce_initiator, 8);
    memcpy(next + 8, exchange->nonce_responder, 8);
    mc_hmac_sha256_set_key(&key, state->pair, sizeof state->pair);
    mc_hmac_sha256_begin(&context, &key);
    mc_sha256_feed(&context, text, sizeof text);
    mc_hmac_sha256_finish(mac, &context, &key);
    mc_wipe(&key, sizeof key);
}

static void make_secret(mc_network_exchange *exchange, const mc_shared_secret *kind)
{
    uint8_t mac[MC_SHA256_BYTES];
    make_mac(mac, exchange, 0, kind);
    memcpy(exchange->secret, mac, MC_NETWORK_SECRET_BYTES);
    mc_wipe(mac, sizeof mac);
}

mc_status mc_shared_secret_write(mc_network_exchange *exchange, uint8_t number, const mc_shared_secret *kind)
{
    mc_shared_secret_state *state = exchange->state;
    uint8_t mac[MC_SHA256_BYTES];
    if (number == 1) {
        const mc_status status = kind->choose ? kind->choose(&state->how, exchange) : MC_OK;
        exchange->message[0] = state->how;
        exchange->bytes = 1;
        return status;
    }
    make_mac(mac, exchange, number, kind);
    memcpy(exchange->message, mac, MC_SHARED_SECRET_MAC_BYTES);
    exchange->bytes = MC_SHARED_SECRET_MAC_BYTES;
    mc_wipe(mac, sizeof mac);
    if (number == 3)
        make_secret(exchange, kind);
    return MC_OK;
}

/* Whether the message is MAC(number). */
static mc_status check_mac(const mc_network_exchange *exchange, uint8_t number, const mc_shared_secret *kind)
{
    uint8_t mac[MC_SHA256_BYTES], is_equal;
    if (exchange->bytes != MC_SHARED_SECRET_MAC_BYTES)
        return MC_ERROR_MESSAGE_LENGTH;
    make_mac(mac, exchange, number, kind);
    is_equal = mc_octets_equal(mac, exchange->message, MC_SHARED_SECRET_MAC_BYTES);
    mc_wipe(mac, sizeof mac);
    return is_equal ? MC_OK : MC_ERROR_MAC;
}

mc_status mc_shared_secret_read(mc_network_exchange *exchange, uint8_t number, const mc_shared_secret *kind)
{
    mc_shared_secret_state *state = exchange->state;
    mc_status status = MC_OK;
    if (number == 1) {
        if (exchange->bytes != 1)
            return MC_ERROR_MESSAGE_LENGTH;
        state->how = exchange->message[0];
    }
    if (!state->is_known) { /* in message 1 or 2 */
        status = kind->pair_secret(state->pair, exchange, state->how);
        state->is_known = status == MC_OK;
    }
    if (status != MC_OK || number == 1)
        return status;
    status = check_mac(exchange, number, kind);
    if (status == MC_OK && kind->proved)
        status = kind->proved(exchange, state);
    if (status == MC_OK && number == 3)
        make_secret(exchange, kind);
    return status;
}
