/* Traffic by AES-CCM with a session's key of 16, a nonce of 13 and a tag of 8 octets.
 *
 *   nonce  sender | receiver | counter | 0 0 0 0 0    no two datagrams of a key have the same
 *   data   the datagram's header: type, counter */
#include "network/traffic.h"

#include <string.h>

#include "motecurve/aes_ccm.h"
#include "network/clock.h"
#include "network/exchange.h"
#include "network/neighbours.h"
#include "network/session.h"
#include "network/state.h"
#include "network/transmit.h"
#include "word/word.h"

#define CCM_NONCE_BYTES 13

static void make_nonce(uint8_t nonce[CCM_NONCE_BYTES], uint16_t sender, uint16_t receiver, uint32_t counter)
{
    memset(nonce, 0, CCM_NONCE_BYTES);
    mc_session_put_id(nonce, sender);
    mc_session_put_id(nonce + 2, receiver);
    mc_session_put_id(nonce + 4, (uint16_t)(counter >> 16));
    mc_session_put_id(nonce + 6, (uint16_t)counter);
}

mc_status mc_traffic_send(mc_network_node *node, mc_network_neighbour *neighbour, const uint8_t *data, uint8_t bytes)
{
    mc_network_session *session = &neighbour->session;
    const mc_datagram datagram = {.type = MC_DATAGRAM_TRAFFIC, .counter = session->sent};
    uint8_t nonce[CCM_NONCE_BYTES], *octets;
    mc_status status;
    if (session->sent == UINT32_MAX) { /* the counter must not wrap */
        mc_session_end(node, neighbour);
        return MC_ERROR_ABANDONED;
    }
    neighbour->flags &= (uint8_t)~MC_NEIGHBOUR_CONFIRM; /* any traffic does */
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

void mc_traffic_receive(mc_network_node *node, uint16_t source, const mc_datagram *datagram)
{
    mc_network_neighbour *neighbour = mc_network_find_or_add(node, source);
    const uint8_t bytes = (uint8_t)(datagram->bytes - MC_NETWORK_TAG_BYTES);
    uint8_t data[MC_NETWORK_DATA_BYTES_MAX], is_genuine = 0;
    if (!neighbour)
        return;
    if (is_pending(node, source) && opens(data, &node->pending, node, source, datagram)) {
        is_genuine = 1;
        mc_exchange_complete(node);
    } else if (neighbour->flags & MC_NEIGHBOUR_KEYED) {
        is_genuine = opens(data, &neighbour->session, node, source, datagram);
    } else if (!mc_network_wants_exchange(node, neighbour) &&
               !(node->state != MC_EXCHANGE_NONE && node->exchange.peer == source)) {
        /* the peer has a key that this node has not */
        mc_network_answer(node, neighbour, MC_NETWORK_TIMER(ANSWER_SOON));
    }
    if (is_genuine && bytes && node->platform->received)
        node->platform->received(node->platform->context, source, data, bytes);
    mc_wipe(data, sizeof data);
}
