/* Sessions: their key, and traffic by AES-CCM with a key of 16, a nonce of 13 and a tag of 8 octets.
 *
 *   key    HKDF-SHA-256(secret; info = "motecurve" | scheme | initiator | responder | both nonces)
 *   nonce  sender | receiver | counter | 0 0 0 0 0    no two datagrams of a key have the same
 *   data   the datagram's header: type, counter
 *
 * A session that is made has both counters at 0, so no key is ever installed twice: the initiator's part of the secret
 * or nonce is new with each exchange, and a responder lets each own nonce serve for one session with a peer. */
#include <string.h>

#include "motecurve/aes_ccm.h"
#include "motecurve/kdf.h"
#include "network/engine.h"
#include "word/word.h"

#define GENERATION      7 /* its place in a nonce */
#define CCM_NONCE_BYTES 13
static const MC_FLASH char label[] = "motecurve";

static void put_id(uint8_t *octets, uint16_t id)
{
    octets[0] = (uint8_t)(id >> 8);
    octets[1] = (uint8_t)id;
}

mc_status mc_session_derive(mc_network_node *node)
{
    enum { LABEL_BYTES = sizeof label - 1, INFO_BYTES = LABEL_BYTES + 5 + 2 * MC_NETWORK_NONCE_BYTES };
    mc_network_exchange *exchange = &node->exchange;
    const uint8_t is_initiator = exchange->role == MC_NETWORK_INITIATOR;
    uint8_t info[INFO_BYTES];
    for (uint8_t i = 0; i < LABEL_BYTES; i++)
        info[i] = (uint8_t)label[i];
    info[LABEL_BYTES] = node->scheme->number;
    put_id(info + LABEL_BYTES + 1, is_initiator ? exchange->own : exchange->peer);
    put_id(info + LABEL_BYTES + 3, is_initiator ? exchange->peer : exchange->own);
    memcpy(info + LABEL_BYTES + 5, exchange->nonce_initiator, MC_NETWORK_NONCE_BYTES);
    memcpy(info + LABEL_BYTES + 5 + MC_NETWORK_NONCE_BYTES, exchange->nonce_responder, MC_NETWORK_NONCE_BYTES);
    node->pending.sent = node->pending.received = 0;
    return mc_hkdf(node->pending.key, MC_NETWORK_KEY_BYTES, &mc_sha256, NULL, 0, exchange->secret,
                   MC_NETWORK_SECRET_BYTES, info, sizeof info);
}

void mc_session_install(mc_network_node *node)
{
    const mc_network_exchange *exchange = &node->exchange;
    const uint16_t peer = exchange->peer;
    mc_network_neighbour *neighbour = mc_network_find_or_add(node, peer);
    if (neighbour) {
        neighbour->session = node->pending;
        neighbour->due = mc_network_now(node);
        neighbour->tag = node->tag;
        neighbour->failures = 0;
        neighbour->flags &= (uint8_t)~(MC_NEIGHBOUR_REKEY | MC_NEIGHBOUR_CONFIRM);
        neighbour->flags |= MC_NEIGHBOUR_KEYED;
        if (exchange->role == MC_NETWORK_RESPONDER) {
            neighbour->generation = exchange->nonce_responder[GENERATION];
            neighbour->flags |= MC_NEIGHBOUR_USED;
        } else {
            memcpy(neighbour->boot, exchange->nonce_responder, sizeof neighbour->boot);
        }
        if (node->state == MC_EXCHANGE_COMPUTING) /* it has read the last message */
            neighbour->flags |= MC_NEIGHBOUR_CONFIRM;
    }
    node->state = MC_EXCHANGE_WAITING; /* of the computation nothing is left to be abandoned */
    mc_exchange_end(node);
    if (neighbour && node->platform->keyed)
        node->platform->keyed(node->platform->context, peer);
}

void mc_session_end(mc_network_node *node, mc_network_neighbour *neighbour)
{
    mc_wipe(&neighbour->session, sizeof neighbour->session);
    neighbour->flags &= (uint8_t)~(MC_NEIGHBOUR_KEYED | MC_NEIGHBOUR_REKEY | MC_NEIGHBOUR_CONFIRM);
    neighbour->failures = 0;
    neighbour->due = mc_network_now(node);
    if (!mc_network_wants_exchange(node, neighbour))
        mc_network_answer(node, neighbour, MC_NETWORK_ANSWER_SOON_MS);
}

static void make_nonce(uint8_t nonce[CCM_NONCE_BYTES], uint16_t sender, uint16_t receiver, uint32_t counter)
{
    memset(nonce, 0, CCM_NONCE_BYTES);
    put_id(nonce, sender);
    put_id(nonce + 2, receiver);
    put_id(nonce + 4, (uint16_t)(counter >> 16));
    put_id(nonce + 6, (uint16_t)counter);
}

mc_status mc_session_send(mc_network_node *node, mc_network_neighbour *neighbour, const uint8_t *data, uint8_t bytes)
{
    mc_network_session *session = &neighbour->session;
    const mc_datagram datagram = {.type = MC_DATAGRAM_TRAFFIC, .counter = session->sent};
    uint8_t nonce[CCM_NONCE_BYTES], *octets;
    mc_status status;
    if (session->sent == UINT32_MAX) { /* the counter must not wrap */
        mc_session_end(node, neighbour);
        return MC_ERROR_ABANDONED;
    }
    octets = mc_transmission_open(node, neighbour->id, &datagram);
    make_nonce(nonce, node->id, neighbour->id, session->sent++);
    status = mc_aes_ccm_encrypt(octets, session->key, nonce, data, octets - MC_NETWORK_TRAFFIC_HEADER_BYTES,
                                MC_NETWORK_KEY_BYTES, CCM_NONCE_BYTES, bytes, MC_NETWORK_TRAFFIC_HEADER_BYTES,
                                MC_NETWORK_TAG_BYTES);
    if (status == MC_OK)
        mc_transmission_queue(node, MC_SENDS_OTHER, (uint8_t)(bytes + MC_NETWORK_TAG_BYTES));
    return status;
}

/* Whether traffic is genuine and new under that session; then its data are in `data`. */
static uint8_t opens(uint8_t *data, mc_network_session *session, const mc_network_node *node, uint16_t source,
                     const mc_datagram *datagram)
{
    uint8_t nonce[CCM_NONCE_BYTES];
    if (datagram->counter < session->received || datagram->counter == UINT32_MAX)
        return 0;
    make_nonce(nonce, source, node->id, datagram->counter);
    if (mc_aes_ccm_decrypt(data, session->key, nonce, datagram->octets,
                           datagram->octets - MC_NETWORK_TRAFFIC_HEADER_BYTES, MC_NETWORK_KEY_BYTES, CCM_NONCE_BYTES,
                           datagram->bytes, MC_NETWORK_TRAFFIC_HEADER_BYTES, MC_NETWORK_TAG_BYTES) != MC_OK)
        return 0;
    session->received = datagram->counter + 1;
    return 1;
}

/* Whether the last message has been written, and its session waits for the peer's confirmation. */
static uint8_t is_pending(const mc_network_node *node, uint16_t source)
{
    return (node->state == MC_EXCHANGE_SENDING || node->state == MC_EXCHANGE_WAITING) &&
           node->number == node->scheme->messages && node->exchange.peer == source;
}

void mc_session_receive(mc_network_node *node, uint16_t source, const mc_datagram *datagram)
{
    mc_network_neighbour *neighbour = mc_network_find_or_add(node, source);
    const uint8_t bytes = (uint8_t)(datagram->bytes - MC_NETWORK_TAG_BYTES);
    uint8_t data[MC_NETWORK_DATA_BYTES_MAX], is_genuine = 0;
    if (!neighbour)
        return;
    if (is_pending(node, source) && opens(data, &node->pending, node, source, datagram)) {
        is_genuine = 1;
        mc_session_install(node);
    } else if (neighbour->flags & MC_NEIGHBOUR_KEYED) {
        is_genuine = opens(data, &neighbour->session, node, source, datagram);
    } else if (!mc_network_wants_exchange(node, neighbour) &&
               !(node->state != MC_EXCHANGE_NONE && node->exchange.peer == source)) {
        mc_network_answer(node, neighbour, MC_NETWORK_ANSWER_SOON_MS); /* the peer has a key that this node has not */
    }
    if (is_genuine && bytes && node->platform->received)
        node->platform->received(node->platform->context, source, data, bytes);
    mc_wipe(data, sizeof data);
}
