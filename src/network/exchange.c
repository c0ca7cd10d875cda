/* The running exchange: its beginning by the lesser node, its computations, its messages in fragments, their
 * repetition, its end. gather.c receives. */
#include "network/exchange.h"

#include <string.h>

#include "network/boot.h"
#include "network/budget.h"
#include "network/clock.h"
#include "network/neighbours.h"
#include "network/session.h"
#include "network/state.h"
#include "network/transmit.h"
#include "word/word.h"

uint16_t mc_exchange_prefix_bytes(const mc_network_node *node)
{
    return MC_NETWORK_PREFIX_BYTES + (node->scheme->has_initiator_nonce ? MC_NETWORK_NONCE_BYTES : 0);
}

uint8_t *mc_exchange_octets(mc_network_node *node)
{
    return node->memory.octets + node->scheme->exchange_bytes;
}

/* The place of message `number` behind what the engine writes before the first one. */
static void place_message(mc_network_node *node, uint8_t number)
{
    node->exchange.message = mc_exchange_octets(node) + (number == 1 ? mc_exchange_prefix_bytes(node) : 0);
    node->exchange.size = node->scheme->message_bytes_max;
}

/* Before message 1: two octets that name the responder's nonce, and the initiator's. */
static void write_prefix(mc_network_node *node)
{
    uint8_t *octets = mc_exchange_octets(node);
    const mc_network_exchange *exchange = &node->exchange;
    memcpy(octets, exchange->nonce_responder + MC_NETWORK_NONCE_BYTES - MC_NETWORK_PREFIX_BYTES,
           MC_NETWORK_PREFIX_BYTES);
    if (node->scheme->has_initiator_nonce)
        memcpy(octets + MC_NETWORK_PREFIX_BYTES, exchange->nonce_initiator, MC_NETWORK_NONCE_BYTES);
}

/* The task: reads a message where there is one, writes the next one if there is to be one, and makes the session's key
 * with the last. Without one to read it writes message node->number, for the first time or again. */
static mc_status compute(void *argument)
{
    mc_network_node *node = argument;
    mc_network_exchange *exchange = &node->exchange;
    uint8_t number = node->number;
    mc_status status = MC_OK;
    if (node->flags & MC_NODE_READS) {
        place_message(node, number);
        status = node->scheme->read(exchange, number);
    } else {
        number--;
    }
    if (status == MC_OK && number < node->scheme->messages) {
        place_message(node, ++number);
        exchange->bytes = 0;
        status = node->scheme->write(exchange, number);
        if (status == MC_OK && exchange->bytes > exchange->size)
            status = MC_ERROR_MESSAGE_LENGTH;
    }
    if (status == MC_OK && number == node->scheme->messages)
        status = mc_session_derive(node);
    return status;
}

/* Ticks that an answer may take, doubled so often. */
static uint32_t answer_ticks(const mc_network_node *node, uint8_t doublings)
{
    const uint32_t more_ms = (uint32_t)MC_NETWORK_ANSWER_CYCLES * MC_NETWORK_WAKE_INTERVAL_MS;
    return mc_network_ticks((node->scheme->answer_ms + more_ms) << doublings);
}

/* The initiator repeats each of its messages, the responder the last one alone: before, it repeats as the initiator
 * does. */
static uint8_t repeats_messages(const mc_network_node *node)
{
    return node->exchange.role == MC_NETWORK_INITIATOR || node->number == node->scheme->messages;
}

/* The whole message is with the peer, or was given up for the moment. */
static void wait_for_answer(mc_network_node *node)
{
    const uint8_t doublings = node->flags & (MC_NODE_IS_PUT_OFF | MC_NODE_IS_SHORT) ? 0 : node->tries;
    node->state = MC_EXCHANGE_WAITING;
    node->timer = mc_network_after(node, repeats_messages(node) ? answer_ticks(node, doublings)
                                                                : answer_ticks(node, 0) * MC_NETWORK_RESPONDER_WAITS);
}

/* What came is not the peer's, or not whole: whether the exchange waits on for the true message. That needs a scheme
 * which can read and write its messages again: those whose initiator sends a nonce have no other ephemeral secret. */
static uint8_t waits_on(mc_network_node *node)
{
    if (node->number == 1 || !node->scheme->has_initiator_nonce || node->forged == MC_NETWORK_FORGED_MAX)
        return 0;
    node->forged++;
    node->number--;
    node->flags |= MC_NODE_HAS_READ;
    wait_for_answer(node);
    return 1;
}

/* What follows a computation: the message that was written is sent, or the last one has been read. */
static void go_on(mc_network_node *node, mc_status status)
{
    const uint8_t has_read = node->flags & MC_NODE_READS;
    if (status != MC_OK) {
        if (has_read && waits_on(node))
            node->error = (uint8_t)status;
        else
            mc_exchange_fail(node, status, 1);
        return;
    }
    if (has_read && node->number == node->scheme->messages) {
        mc_exchange_complete(node);
        return;
    }
    if (has_read) {
        node->number++;
        node->tries = 0;
        node->flags &= (uint8_t)~MC_NODE_IS_SHORT;
    }
    if (node->number == 1)
        write_prefix(node);
    node->state = MC_EXCHANGE_SENDING;
    node->timer = mc_network_now(node);
    node->fragment = node->resends = 0;
}

void mc_exchange_compute(mc_network_node *node, uint8_t reads)
{
    node->flags = (uint8_t)(reads ? node->flags | MC_NODE_READS : node->flags & ~MC_NODE_READS);
    node->state = MC_EXCHANGE_COMPUTING;
    node->has_task =
        node->stack_bytes && mc_task_begin(&node->task, node->stack, node->stack_bytes, compute, node) == MC_OK;
}

static void compute_step(mc_network_node *node)
{
    const mc_status status = node->has_task ? mc_task_step(&node->task) : compute(node);
    if (status == MC_BUSY)
        return;
    node->has_task = 0;
    go_on(node, status);
}

void mc_exchange_end(mc_network_node *node)
{
    if (node->state == MC_EXCHANGE_COMPUTING && node->has_task)
        mc_task_abandon(&node->task);
    mc_transmission_forget_fragment(node);
    mc_wipe(&node->exchange, sizeof node->exchange);
    mc_wipe(&node->pending, sizeof node->pending);
    mc_wipe(&node->memory, sizeof node->memory);
    node->state = MC_EXCHANGE_NONE;
    node->flags &= (uint8_t)~(MC_NODE_PEER_LIVES | MC_NODE_IS_PUT_OFF | MC_NODE_IS_SHORT | MC_NODE_HAS_READ);
    node->fragments = 0;
    node->tries = node->forged = 0;
}

void mc_exchange_complete(mc_network_node *node)
{
    const uint16_t peer = node->exchange.peer;
    const uint8_t is_installed = mc_session_install(node);
    node->state = MC_EXCHANGE_WAITING; /* of the computation nothing is left to be abandoned */
    mc_exchange_end(node);
    if (is_installed && node->platform->keyed)
        node->platform->keyed(node->platform->context, peer);
}

uint8_t mc_exchange_is_held(const mc_network_node *node)
{
    return node->state == MC_EXCHANGE_WAITING && (node->flags & MC_NODE_IS_PUT_OFF);
}

void mc_exchange_fail(mc_network_node *node, mc_status error, uint8_t counts)
{
    mc_network_neighbour *neighbour = mc_network_find(node, node->exchange.peer);
    if (error != MC_OK)
        node->error = (uint8_t)error;
    if (neighbour && node->exchange.role == MC_NETWORK_INITIATOR) {
        const uint8_t is_put_off = node->flags & MC_NODE_IS_PUT_OFF, failures = is_put_off ? 0 : neighbour->failures;
        const uint32_t pause =
            answer_ticks(node, failures < MC_NETWORK_PAUSE_DOUBLINGS ? failures : MC_NETWORK_PAUSE_DOUBLINGS);
        neighbour->due = mc_network_after(node, pause / 2 + mc_network_noise(node, pause));
        if (counts && !is_put_off && neighbour->failures < MC_NETWORK_FAILURES_MAX)
            neighbour->failures++;
        if (!(node->flags & MC_NODE_PEER_LIVES) && !(neighbour->flags & MC_NEIGHBOUR_KEYED))
            *neighbour = (mc_network_neighbour){0}; /* no sign of life: until its next HELLO there is no such node */
    }
    mc_exchange_end(node);
}

/* Octets of the message with what precedes it; fragments that it takes besides the first. */
static uint16_t whole_bytes(const mc_network_node *node)
{
    return (uint16_t)(node->exchange.bytes + (node->number == 1 ? mc_exchange_prefix_bytes(node) : 0));
}

static uint8_t other_fragments(const mc_network_node *node)
{
    const uint16_t bytes = whole_bytes(node);
    return (uint8_t)(bytes ? (bytes - 1) / MC_NETWORK_FRAGMENT_BYTES : 0);
}

void mc_exchange_send_fragment(mc_network_node *node)
{
    const uint16_t at = (uint16_t)node->fragment * MC_NETWORK_FRAGMENT_BYTES;
    const uint8_t others = other_fragments(node);
    const uint8_t count = node->fragment < others ? MC_NETWORK_FRAGMENT_BYTES : (uint8_t)(whole_bytes(node) - at);
    const mc_datagram datagram = {.type = MC_DATAGRAM_EXCHANGE,
                                  .scheme = node->scheme->number,
                                  .number = node->number,
                                  .tag = node->tag,
                                  .fragment = node->fragment,
                                  .others = others};
    memcpy(mc_transmission_open(node, node->exchange.peer, &datagram), mc_exchange_octets(node) + at, count);
    mc_transmission_queue(node, MC_SENDS_FRAGMENT, count);
}

void mc_exchange_sent(mc_network_node *node, uint8_t is_sent)
{
    if (node->state != MC_EXCHANGE_SENDING)
        return;
    if (!is_sent) {
        const uint32_t ticks = mc_network_ticks(MC_NETWORK_TIMER(RESEND));
        node->timer = mc_network_after(node, ticks + mc_network_noise(node, ticks));
        if (node->resends++ == MC_NETWORK_RESENDS_MAX)
            mc_exchange_fail(node, MC_OK, 1);
        return;
    }
    node->flags |= MC_NODE_PEER_LIVES;
    if (node->fragment++ == other_fragments(node))
        wait_for_answer(node);
}

void mc_exchange_send_again(mc_network_node *node)
{
    if (node->flags & MC_NODE_HAS_READ) {
        node->flags &= (uint8_t)~MC_NODE_HAS_READ;
        mc_exchange_compute(node, 0);
        return;
    }
    node->state = MC_EXCHANGE_SENDING;
    node->timer = mc_network_now(node);
    node->fragment = node->resends = 0;
}

/* An answer is late: who has to repeat does so, until the tries are used up. */
static void repeat(mc_network_node *node)
{
    if (node->state == MC_EXCHANGE_GATHERING) {
        if (!waits_on(node))
            mc_exchange_fail(node, MC_OK, 1);
    } else if (!repeats_messages(node) || ++node->tries >= MC_NETWORK_MESSAGE_TRIES) {
        mc_exchange_fail(node, MC_OK, 1);
    } else {
        mc_exchange_send_again(node);
    }
}

/* The exchange that has been due for longest, of a lesser node. */
static mc_network_neighbour *find_due(mc_network_node *node, uint32_t now)
{
    mc_network_neighbour *found = NULL;
    for (uint8_t i = 0; i < MC_NETWORK_NEIGHBOURS; i++) {
        mc_network_neighbour *neighbour = &node->neighbours[i];
        if (mc_network_wants_exchange(node, neighbour) && !mc_network_until(neighbour->due, now) &&
            !(node->state != MC_EXCHANGE_NONE && node->exchange.peer == neighbour->id) &&
            (!found || now - neighbour->due > now - found->due))
            found = neighbour;
    }
    return found;
}

static uint8_t others_wait(const mc_network_node *node, const mc_network_neighbour *neighbour)
{
    for (uint8_t i = 0; i < MC_NETWORK_NEIGHBOURS; i++)
        if (&node->neighbours[i] != neighbour && mc_network_wants_exchange(node, &node->neighbours[i]))
            return 1;
    return 0;
}

/* An exchange with it, as soon as the budget has one. */
static void begin(mc_network_node *node, mc_network_neighbour *neighbour)
{
    mc_network_exchange *exchange = &node->exchange;
    uint8_t drawn[2];
    if (mc_network_is_doubtful(node, neighbour, MC_BUDGET_BEGIN)) {
        mc_network_probe(node, neighbour);
        return;
    }
    if (!mc_budget_take(node, MC_BUDGET_BEGIN)) {
        neighbour->due = mc_network_after(node, MC_NETWORK_TICKS);
        return;
    }
    exchange->platform = node->platform;
    exchange->state = node->memory.octets;
    exchange->own = node->id;
    exchange->peer = neighbour->id;
    exchange->role = MC_NETWORK_INITIATOR;
    memcpy(exchange->nonce_responder, neighbour->nonce, MC_NETWORK_NONCE_BYTES);
    if (!mc_network_freshen(node) || node->platform->random(node->platform->context, drawn, sizeof drawn)) {
        mc_exchange_fail(node, MC_ERROR_RANDOM, 1);
        return;
    }
    node->tag = (uint16_t)(drawn[0] << 8 | drawn[1]);
    if (node->scheme->has_initiator_nonce)
        memcpy(exchange->nonce_initiator, exchange->fresh, MC_NETWORK_NONCE_BYTES);
    node->number = 1;
    if (!(neighbour->flags & MC_NEIGHBOUR_KEYED) && others_wait(node, neighbour)) {
        node->flags |= MC_NODE_IS_SHORT;
        node->tries = MC_NETWORK_MESSAGE_TRIES - 1;
    }
    mc_exchange_compute(node, 0);
}

void mc_exchange_poll(mc_network_node *node)
{
    const uint32_t now = mc_network_now(node);
    if (node->state == MC_EXCHANGE_NONE || mc_exchange_is_held(node)) {
        mc_network_neighbour *neighbour = find_due(node, now);
        if (neighbour && node->state != MC_EXCHANGE_NONE && mc_budget_left(node, MC_BUDGET_BEGIN) &&
            !mc_network_is_doubtful(node, neighbour, MC_BUDGET_BEGIN))
            mc_exchange_fail(node, MC_OK, 0);
        if (neighbour && node->state == MC_EXCHANGE_NONE)
            begin(node, neighbour);
        else if (neighbour)
            neighbour->due = mc_network_after(node, MC_NETWORK_TICKS); /* nothing is given up for a stranger in doubt */
    }
    if (node->state == MC_EXCHANGE_COMPUTING)
        compute_step(node);
    else if ((node->state == MC_EXCHANGE_GATHERING || node->state == MC_EXCHANGE_WAITING) &&
             !mc_network_until(node->timer, now))
        repeat(node);
}
