/* Messages of an exchange that come, fragment by fragment. */
#include "network/gather.h"

#include <string.h>

#include "network/clock.h"
#include "network/exchange.h"
#include "network/neighbours.h"
#include "network/state.h"
#include "network/transmit.h"

/* Takes a fragment of message node->number; the computation begins when it was the last one. */
static void gather(mc_network_node *node, const mc_datagram *datagram)
{
    const uint16_t prefix_bytes = node->number == 1 ? mc_exchange_prefix_bytes(node) : 0;
    const uint16_t at = (uint16_t)datagram->fragment * MC_NETWORK_FRAGMENT_BYTES;
    const uint16_t end = (uint16_t)(at + datagram->bytes);
    const uint8_t is_last = datagram->fragment == datagram->others;
    if (node->fragments && node->fragment != datagram->others)
        return;
    if (end > prefix_bytes + node->scheme->message_bytes_max || (is_last && end < prefix_bytes)) {
        mc_exchange_fail(node, MC_ERROR_MESSAGE_LENGTH, 1);
        return;
    }
    node->state = MC_EXCHANGE_GATHERING;
    node->timer = mc_network_after(node, mc_network_ticks(MC_NETWORK_FRAGMENTS_MS));
    node->fragment = datagram->others;
    node->fragments |= (uint16_t)(1 << datagram->fragment);
    memcpy(mc_exchange_octets(node) + at, datagram->octets, datagram->bytes);
    if (is_last)
        node->exchange.bytes = (uint16_t)(end - prefix_bytes);
    if (node->fragments != (uint16_t)((1UL << (datagram->others + 1)) - 1))
        return;
    if (node->number == 1 && node->scheme->has_initiator_nonce)
        memcpy(node->exchange.nonce_initiator, mc_exchange_octets(node) + MC_NETWORK_PREFIX_BYTES,
               MC_NETWORK_NONCE_BYTES);
    node->fragments = 0;
    mc_exchange_compute(node, 1);
}

/* A fragment of the running exchange. If the peer repeats the last fragment of its message, then our answer is lost.
 * The peer's next message may come before the acknowledgement of ours. */
static void receive_own(mc_network_node *node, const mc_datagram *datagram)
{
    const uint8_t is_sent = node->state == MC_EXCHANGE_WAITING ||
                            (node->state == MC_EXCHANGE_SENDING && node->transmission.bytes &&
                             node->transmission.kind == MC_SENDS_FRAGMENT && node->transmission.in_radio);
    if (node->state == MC_EXCHANGE_GATHERING && datagram->number == node->number) {
        gather(node, datagram);
    } else if (is_sent && datagram->number == node->number + 1 && datagram->number <= node->scheme->messages) {
        mc_transmission_forget_fragment(node);
        node->number++;
        node->fragments = 0;
        gather(node, datagram);
    } else if (node->state == MC_EXCHANGE_WAITING && datagram->number + 1 == node->number &&
               datagram->fragment == datagram->others) {
        node->state = MC_EXCHANGE_SENDING;
        node->timer = mc_network_now(node);
        node->fragment = node->resends = 0;
    }
}

static void say_busy(mc_network_node *node, uint16_t source, uint16_t tag)
{
    node->flags |= MC_NODE_IS_BUSY;
    node->busy_to = source;
    node->busy_tag = tag;
}

/* Whether message 1 names an own nonce that may serve a session with that peer: of this start, not a later one than
 * there is, and later than that of the last session. */
static uint8_t may_serve(const mc_network_node *node, const mc_network_neighbour *neighbour, const uint8_t *prefix)
{
    return prefix[0] == node->nonce[MC_NETWORK_GENERATION - 1] && prefix[1] <= node->nonce[MC_NETWORK_GENERATION] &&
           (!(neighbour->flags & MC_NEIGHBOUR_USED) || prefix[1] > neighbour->generation);
}

/* Message 1 of a lesser node: an exchange begins, unless another one runs. One with the same peer that waits is given
 * up: the peer has. */
static void receive_first(mc_network_node *node, uint16_t source, const mc_datagram *datagram)
{
    mc_network_exchange *exchange = &node->exchange;
    mc_network_neighbour *neighbour = mc_network_find_or_add(node, source);
    if (datagram->fragment != 0 || datagram->bytes < MC_NETWORK_PREFIX_BYTES)
        return;
    if (neighbour && !may_serve(node, neighbour, datagram->octets)) {
        mc_network_answer(node, neighbour, MC_NETWORK_ANSWER_SOON_MS);
        return;
    }
    if (neighbour && (node->state == MC_EXCHANGE_GATHERING || node->state == MC_EXCHANGE_WAITING) &&
        exchange->peer == source)
        mc_exchange_end(node);
    if (!neighbour || node->state != MC_EXCHANGE_NONE) {
        say_busy(node, source, datagram->tag);
        return;
    }
    neighbour->flags &= (uint8_t)~MC_NEIGHBOUR_ANSWER;
    exchange->platform = node->platform;
    exchange->state = node->memory.octets;
    exchange->own = node->id;
    exchange->peer = source;
    exchange->role = MC_NETWORK_RESPONDER;
    memcpy(exchange->nonce_responder, node->nonce, MC_NETWORK_NONCE_BYTES);
    exchange->nonce_responder[MC_NETWORK_GENERATION] = datagram->octets[1];
    node->tag = datagram->tag;
    node->number = 1;
    node->fragments = 0;
    gather(node, datagram);
}

void mc_exchange_receive(mc_network_node *node, uint16_t source, const mc_datagram *datagram)
{
    mc_network_neighbour *neighbour = mc_network_find(node, source);
    if (datagram->scheme != node->scheme->number)
        return;
    if (node->state != MC_EXCHANGE_NONE && node->exchange.peer == source && node->tag == datagram->tag) {
        receive_own(node, datagram);
    } else if (neighbour && (neighbour->flags & MC_NEIGHBOUR_KEYED) && neighbour->tag == datagram->tag &&
               datagram->number == node->scheme->messages) {
        if (datagram->fragment == datagram->others)
            neighbour->flags |= MC_NEIGHBOUR_CONFIRM;
    } else if (datagram->number == 1 && source < node->id) {
        receive_first(node, source, datagram);
    }
}

void mc_exchange_receive_busy(mc_network_node *node, uint16_t source, const mc_datagram *datagram)
{
    if (datagram->scheme == node->scheme->number && datagram->number == 1 && node->number == 1 &&
        (node->state == MC_EXCHANGE_SENDING || node->state == MC_EXCHANGE_WAITING) &&
        node->exchange.role == MC_NETWORK_INITIATOR && node->exchange.peer == source && node->tag == datagram->tag)
        mc_exchange_fail(node, MC_OK, 0);
}
