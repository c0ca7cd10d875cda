/* A node: its beginning, its poll, its end; what comes goes to the part that it is for. Parts know those below alone:
 *
 *   gather (what comes of exchanges), traffic
 *   exchange (the running one)
 *   session (keys)
 *   neighbours (the table, HELLOs)
 *   boot (numbers of starts), budget (what strangers can ask for)
 *   transmit (one frame at a time to the radio)
 *   clock
 */
#include "motecurve/network/node.h"

#include <string.h>

#include "network/boot.h"
#include "network/budget.h"
#include "network/clock.h"
#include "network/exchange.h"
#include "network/gather.h"
#include "network/neighbours.h"
#include "network/state.h"
#include "network/traffic.h"
#include "network/transmit.h"
#include "word/word.h"

#define QUIET_TICKS_MAX ((uint32_t)1 << 30) /* differences of times are signed */

static mc_status read_provision(mc_network_node *node)
{
    uint8_t octets[MC_NETWORK_PROVISION_AT];
    const mc_status status = node->platform->store_read(node->platform->context, 0, octets, sizeof octets);
    if (status != MC_OK)
        return status;
    node->id = (uint16_t)(octets[4] << 8 | octets[5]);
    node->pan = (uint16_t)(octets[6] << 8 | octets[7]);
    if (octets[0] != 'M' || octets[1] != 'N' || octets[2] != MC_NETWORK_VERSION || octets[3] != node->scheme->number ||
        node->id >= MC_NETWORK_BROADCAST - 1) /* 0xfffe is no address either */
        return MC_ERROR_ENCODING;
    return MC_OK;
}

static mc_status draw(mc_network_node *node)
{
    uint8_t octets[4];
    const mc_status status = mc_network_draw_nonce(node);
    if (status != MC_OK)
        return status;
    if (node->platform->random(node->platform->context, octets, sizeof octets))
        return MC_ERROR_RANDOM;
    node->noise = (uint32_t)octets[0] << 24 | (uint32_t)octets[1] << 16 | (uint32_t)octets[2] << 8 | octets[3];
    node->noise ^= (uint32_t)node->nonce[MC_NETWORK_GENERATION - 1] << 8; /* of this start */
    node->noise |= node->noise == 0;
    return MC_OK;
}

mc_status mc_network_begin(mc_network_node *node, const mc_network_scheme *scheme, const mc_network_platform *platform,
                           void *stack, size_t stack_bytes)
{
    mc_status status;
    memset(node, 0, sizeof *node);
    node->scheme = scheme;
    node->platform = platform;
    node->stack = stack;
    node->stack_bytes = stack ? stack_bytes : 0;
    status = read_provision(node);
    if (status == MC_OK &&
        scheme->exchange_bytes + mc_exchange_prefix_bytes(node) + scheme->message_bytes_max > MC_NETWORK_EXCHANGE_BYTES)
        status = MC_ERROR_MESSAGE_LENGTH;
    if (status == MC_OK)
        status = draw(node);
    node->started = mc_network_now(node);
    mc_budget_fill(node);
    mc_network_schedule_hello(node, node->started);
    node->hello_interval = mc_network_ticks(MC_NETWORK_HELLO_INTERVAL_FIRST_MS);
    if (status == MC_OK && scheme->start)
        status = scheme->start(node);
    if (status != MC_OK)
        mc_wipe(node, sizeof *node);
    return status;
}

void mc_network_end(mc_network_node *node)
{
    if (node->scheme)
        mc_exchange_end(node);
    mc_wipe(node, sizeof *node);
}

void mc_network_receive(mc_network_node *node, const uint8_t *octets, size_t bytes)
{
    mc_frame frame;
    mc_datagram datagram;
    node->flags &= (uint8_t)~MC_NODE_IS_QUIET;
    if (!mc_frame_read(&frame, octets, bytes) || frame.pan != node->pan || frame.source == node->id ||
        frame.source >= MC_NETWORK_BROADCAST - 1 || !mc_datagram_read(&datagram, frame.payload, frame.bytes))
        return;
    if (datagram.type == MC_DATAGRAM_HELLO &&
        (frame.destination == node->id || frame.destination == MC_NETWORK_BROADCAST)) {
        mc_network_receive_hello(node, frame.source, &datagram);
        return;
    }
    if (frame.destination != node->id)
        return;
    if (datagram.type == MC_DATAGRAM_EXCHANGE)
        mc_exchange_receive(node, frame.source, &datagram);
    else if (datagram.type == MC_DATAGRAM_BUSY)
        mc_exchange_receive_busy(node, frame.source, &datagram);
    else if (datagram.type == MC_DATAGRAM_TRAFFIC)
        mc_traffic_receive(node, frame.source, &datagram);
}

void mc_network_sent(mc_network_node *node, mc_network_outcome outcome)
{
    const mc_transmission_event event = mc_transmission_take(node, outcome);
    if (event == MC_TRANSMISSION_GOES_ON)
        return;
    if (node->transmission.kind != MC_SENDS_HELLO)
        mc_network_note_life(node, event == MC_TRANSMISSION_SENT);
    if (node->transmission.kind == MC_SENDS_FRAGMENT)
        mc_exchange_sent(node, event == MC_TRANSMISSION_SENT);
    else if (node->transmission.kind == MC_SENDS_HELLO && event == MC_TRANSMISSION_GIVEN_UP)
        mc_network_schedule_hello(node, mc_network_now(node)); /* the channel was never free */
}

static void send_busy(mc_network_node *node)
{
    const mc_datagram busy = {
        .type = MC_DATAGRAM_BUSY, .scheme = node->scheme->number, .number = 1, .tag = node->busy_tag};
    node->flags &= (uint8_t)~MC_NODE_IS_BUSY;
    mc_transmission_open(node, node->busy_to, &busy);
    mc_transmission_queue(node, MC_SENDS_OTHER, 0);
}

static mc_network_neighbour *find_to_confirm(mc_network_node *node)
{
    for (uint8_t i = 0; i < MC_NETWORK_NEIGHBOURS; i++)
        if (node->neighbours[i].flags & MC_NEIGHBOUR_CONFIRM)
            return &node->neighbours[i];
    return NULL;
}

/* Gives a free transmission what is most urgent. */
static void fill_transmission(mc_network_node *node)
{
    mc_network_neighbour *neighbour = find_to_confirm(node);
    if (node->flags & MC_NODE_IS_BUSY) {
        send_busy(node);
    } else if (neighbour) {
        neighbour->flags &= (uint8_t)~MC_NEIGHBOUR_CONFIRM;
        if (mc_traffic_send(node, neighbour, NULL, 0) != MC_OK)
            return; /* the session has come to its end */
    } else if (node->state == MC_EXCHANGE_SENDING && !mc_network_until(node->timer, mc_network_now(node))) {
        mc_exchange_send_fragment(node);
    } else {
        mc_network_send_hello(node);
    }
}

static void earlier(uint32_t *ticks, uint32_t others)
{
    if (others < *ticks)
        *ticks = others;
}

/* Whether an exchange with it could begin now. */
static uint8_t can_begin(const mc_network_node *node, const mc_network_neighbour *neighbour)
{
    return node->state == MC_EXCHANGE_NONE || (mc_exchange_is_held(node) && node->exchange.peer != neighbour->id);
}

/* The ticks until something is due besides a computation. */
static uint32_t next_due(mc_network_node *node)
{
    const uint32_t now = mc_network_now(node);
    const mc_network_transmission *transmission = &node->transmission;
    uint32_t ticks = MC_NETWORK_NEVER;
    if (transmission->bytes && !transmission->in_radio)
        earlier(&ticks, mc_network_until(transmission->due, now));
    if (!transmission->bytes) {
        if ((node->flags & MC_NODE_IS_BUSY) || find_to_confirm(node))
            return 0;
        earlier(&ticks, mc_network_until(node->hello_due, now));
    }
    if (node->state == MC_EXCHANGE_GATHERING || node->state == MC_EXCHANGE_WAITING ||
        (node->state == MC_EXCHANGE_SENDING && !transmission->bytes))
        earlier(&ticks, mc_network_until(node->timer, now));
    for (uint8_t i = 0; i < MC_NETWORK_NEIGHBOURS; i++) {
        const mc_network_neighbour *neighbour = &node->neighbours[i];
        if ((can_begin(node, neighbour) && mc_network_wants_exchange(node, neighbour)) ||
            ((neighbour->flags & MC_NEIGHBOUR_ANSWER) && !transmission->bytes))
            earlier(&ticks, mc_network_until(neighbour->due, now));
    }
    return ticks;
}

/* A computation takes hundreds of steps, and to look at everything after each of them costs a mote a fifth of its
 * cycles. So the time of what is due next is kept until a frame comes, or has gone. */
static uint8_t is_quiet(const mc_network_node *node)
{
    return (node->flags & MC_NODE_IS_QUIET) && node->state == MC_EXCHANGE_COMPUTING &&
           mc_network_until(node->quiet_until, mc_network_now(node));
}

uint32_t mc_network_poll(mc_network_node *node)
{
    uint32_t scheme_ticks, ticks;
    if (is_quiet(node)) {
        mc_exchange_poll(node);
        return 0;
    }
    scheme_ticks = node->scheme->poll ? node->scheme->poll(node) : MC_NETWORK_NEVER;
    mc_exchange_poll(node);
    if (!node->transmission.bytes)
        fill_transmission(node);
    mc_transmission_poll(node);
    ticks = next_due(node);
    earlier(&ticks, scheme_ticks);
    if (node->state != MC_EXCHANGE_COMPUTING)
        return ticks;
    earlier(&ticks, QUIET_TICKS_MAX);
    node->quiet_until = mc_network_after(node, ticks);
    node->flags |= MC_NODE_IS_QUIET;
    return 0;
}

mc_status mc_network_send(mc_network_node *node, uint16_t peer, const uint8_t *data, size_t bytes)
{
    mc_network_neighbour *neighbour = mc_network_find(node, peer);
    if (bytes == 0 || bytes > MC_NETWORK_DATA_BYTES_MAX)
        return MC_ERROR_MESSAGE_LENGTH;
    if (!neighbour || !(neighbour->flags & MC_NEIGHBOUR_KEYED))
        return MC_ERROR_ABANDONED;
    if (node->transmission.bytes)
        return MC_BUSY;
    return mc_traffic_send(node, neighbour, data, (uint8_t)bytes);
}

uint8_t mc_network_is_keyed(const mc_network_node *node, uint16_t peer)
{
    const mc_network_neighbour *neighbour = mc_network_find(node, peer);
    return neighbour && (neighbour->flags & MC_NEIGHBOUR_KEYED);
}

static uint8_t count(const mc_network_node *node, uint8_t flag)
{
    uint8_t found = 0;
    for (uint8_t i = 0; i < MC_NETWORK_NEIGHBOURS; i++)
        found = (uint8_t)(found + !!(node->neighbours[i].flags & flag));
    return found;
}

uint8_t mc_network_neighbours(const mc_network_node *node)
{
    return count(node, MC_NEIGHBOUR_KNOWN);
}

uint8_t mc_network_neighbours_keyed(const mc_network_node *node)
{
    return count(node, MC_NEIGHBOUR_KEYED);
}
