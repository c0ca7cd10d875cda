/* Messages of an exchange that come, fragment by fragment. */
#include "network/gather.h"

#include <string.h>

#include "network/boot.h"
#include "network/budget.h"
#include "network/clock.h"
#include "network/exchange.h"
#include "network/neighbours.h"
#include "network/state.h"
#include "network/transmit.h"

/* Whether a fragment can be one of message `number`: it does not reach beyond the longest one. */
static uint8_t fits(const mc_network_node *node, const mc_datagram *datagram)
{
    const uint16_t prefix_bytes = datagram->number == 1 ? mc_exchange_prefix_bytes(node) : 0;
    const uint16_t end = (uint16_t)((uint16_t)datagram->fragment * MC_NETWORK_FRAGMENT_BYTES + datagram->bytes);
    return end <= prefix_bytes + node->scheme->message_bytes_max &&
           !(datagram->fragment == datagram->others && end < prefix_bytes);
}

/* Takes a fragment of message node->number that fits; the computation begins when it was the last one. */
static void gather(mc_network_node *node, const mc_datagram *datagram)
{
    const uint16_t prefix_bytes = node->number == 1 ? mc_exchange_prefix_bytes(node) : 0;
    const uint16_t at = (uint16_t)datagram->fragment * MC_NETWORK_FRAGMENT_BYTES;
    const uint16_t end = (uint16_t)(at + datagram->bytes);
    const uint8_t is_last = datagram->fragment == datagram->others;
    if (node->fragments && node->fragment != datagram->others)
        return;
    node->state = MC_EXCHANGE_GATHERING;
    node->flags = (uint8_t)((node->flags & ~MC_NODE_IS_PUT_OFF) | MC_NODE_PEER_LIVES);
    node->timer = mc_network_after(node, mc_network_ticks(MC_NETWORK_TIMER(FRAGMENTS)));
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
        mc_exchange_send_again(node);
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
           (!neighbour || !(neighbour->flags & MC_NEIGHBOUR_USED) || prefix[1] > neighbour->generation);
}

/* Whether message 1 of it is answered, as far as what strangers can ask for goes. */
static uint8_t has_budget(mc_network_node *node, const mc_network_neighbour *neighbour)
{
    return mc_budget_left(node, MC_BUDGET_RESPOND) && !mc_network_is_doubtful(node, neighbour, MC_BUDGET_RESPOND);
}

/* The exchange of a message 1, as its responder. */
static void begin(mc_network_node *node, uint16_t source, const mc_datagram *datagram)
{
    mc_network_exchange *exchange = &node->exchange;
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

/* Message 1 of a lesser node: an exchange begins, unless another one runs, there is no room, or too many begin. It
 * takes no place among the neighbours before the peer has proved who it is. One that runs goes on, with the same peer,
 * too: who sent this is not known. */
static void receive_first(mc_network_node *node, uint16_t source, const mc_datagram *datagram)
{
    mc_network_neighbour *neighbour = mc_network_find(node, source);
    if (datagram->fragment != 0 || datagram->bytes < MC_NETWORK_PREFIX_BYTES || !fits(node, datagram))
        return;
    if (!may_serve(node, neighbour, datagram->octets)) {
        if ((neighbour = mc_network_find_or_add(node, source)))
            mc_network_answer(node, neighbour, MC_NETWORK_TIMER(ANSWER_SOON));
        return;
    }
    if (mc_exchange_is_held(node) && source != node->exchange.peer && has_budget(node, neighbour))
        mc_exchange_fail(node, MC_OK, 0);
    if (node->state != MC_EXCHANGE_NONE || !(neighbour || mc_network_has_room(node)) || !has_budget(node, neighbour) ||
        !mc_budget_take(node, MC_BUDGET_RESPOND) || !mc_network_freshen(node)) {
        mc_network_find_or_add(node, source); /* its acknowledgement is noted there */
        say_busy(node, source, datagram->tag);
        return;
    }
    if (neighbour)
        neighbour->flags &= (uint8_t)~MC_NEIGHBOUR_ANSWER;
    begin(node, source, datagram);
}

void mc_exchange_receive(mc_network_node *node, uint16_t source, const mc_datagram *datagram)
{
    mc_network_neighbour *neighbour = mc_network_find(node, source);
    if (datagram->scheme != node->scheme->number)
        return;
    if (node->state != MC_EXCHANGE_NONE && node->exchange.peer == source && node->tag == datagram->tag) {
        if (fits(node, datagram))
            receive_own(node, datagram);
    } else if (neighbour && (neighbour->flags & MC_NEIGHBOUR_KEYED) && neighbour->tag == datagram->tag &&
               datagram->number == node->scheme->messages) {
        if (datagram->fragment == datagram->others)
            neighbour->flags |= MC_NEIGHBOUR_CONFIRM;
    } else if (datagram->number == 1 && source < node->id) {
        receive_first(node, source, datagram);
    }
}

/* A peer that is busy, if it is the peer who says so: message 1 is not repeated, and the exchange ends when the time
 * for an answer is over, as no failure. An answer that comes all the same is taken. */
void mc_exchange_receive_busy(mc_network_node *node, uint16_t source, const mc_datagram *datagram)
{
    if (datagram->scheme != node->scheme->number || datagram->number != 1 || node->number != 1 ||
        (node->state != MC_EXCHANGE_SENDING && node->state != MC_EXCHANGE_WAITING) ||
        node->exchange.role != MC_NETWORK_INITIATOR || node->exchange.peer != source || node->tag != datagram->tag)
        return;
    node->flags |= MC_NODE_PEER_LIVES | MC_NODE_IS_PUT_OFF;
    node->tries = MC_NETWORK_MESSAGE_TRIES - 1;
}
